import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { systemClock } from '#lib/clock.ts'
import { sealBatch } from '#src/features/ledger/seal.ts'
import { verifyNow } from '#src/features/ledger/verify-now.ts'
import { createAuditRows, insertAuditRows } from '#test/ledger/many-rows.ts'
import { withoutRecords } from '#test/ledger/without-records.ts'
import { query } from '#test/postgres.ts'
import { administrator, startTcpPostgres, type TcpPostgres, tcpPassword } from '#test/tcp-postgres.ts'

const run = promisify(execFile)
/** pg_dump must have the version of the server, because it rejects a newer server. */
const programs = '/usr/lib/postgresql/15/bin'
const hasPgDump = existsSync(join(programs, 'pg_dump'))

const connectionTo = ({ folder, port }: TcpPostgres) => ({
  host: folder,
  port,
  user: administrator,
  password: tcpPassword,
  database: 'postgres',
})

test('a dump restored into a new cluster continues the ledger', { skip: !hasPgDump && !process.env.CI }, async () => {
  await using first = await startTcpPostgres({ programs })
  await using second = await startTcpPostgres({ programs })
  const folder = await mkdtemp(join(tmpdir(), 'probata-dump-'))
  const [from, to] = [connectionTo(first), connectionTo(second)]
  const write = (database: typeof from, count: number) =>
    query(database, insertAuditRows, ['org_a', ...createAuditRows(count)])
  const seal = async (database: typeof from) => {
    await using db = openDatabase({ ...database, max: 2 }, () => undefined)
    const needs = { db, clock: systemClock, settings: { url: 'http://dump.example' } }
    const messages: string[] = []
    let sealedCount = 0
    for (let hasMore = true; hasMore; ) {
      const batch = await sealBatch(needs, { maxRows: 50 })
      if (batch.restored) messages.push('restored')
      sealedCount += batch.sealed
      hasMore = batch.more
    }
    return { sealed: sealedCount, messages }
  }
  try {
    await migrate(from)
    await write(from, 120)
    assert.deepEqual(await seal(from), { sealed: 120, messages: [] })
    await write(from, 30)
    const file = join(folder, 'dump')
    const env = { ...process.env, PGPASSWORD: tcpPassword }
    const connectionArgs = ({ host, port }: typeof from) => [
      '-h',
      host,
      '-p',
      String(port),
      '-U',
      administrator,
      '-d',
      'postgres',
    ]
    await run(join(programs, 'pg_dump'), [...connectionArgs(from), '-Fc', '-f', file], { env })
    await query(to, 'create role probata_app nologin')
    await run(join(programs, 'pg_restore'), [...connectionArgs(to), '--no-owner', file], { env })
    assert.deepEqual(await seal(to), { sealed: 30, messages: ['restored'] })
    await write(to, 25)
    assert.deepEqual(await seal(to), { sealed: 25, messages: [] })
    await using db = openDatabase({ ...to, max: 2 }, () => undefined)
    const verifications = []
    for await (const { organizationId, rows, findings } of verifyNow(
      db,
      withoutRecords,
      [],
      new AbortController().signal,
    ))
      verifications.push([organizationId, rows, findings])
    assert.deepEqual(verifications, [['org_a', 175, []]])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
