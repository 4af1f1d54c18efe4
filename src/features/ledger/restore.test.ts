import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LedgerReader, TreeHead } from '#http/ledger.ts'
import { createAuditRows, insertAuditRows } from '#test/ledger/many-rows.ts'
import { boot, type Probata } from '#test/system.ts'
import { startNewGeneration } from './continue-ledger.ts'
import { sealAll } from './sealer.ts'
import { stopWhereBehind } from './stop-if-behind.ts'

describe('a restored database', { concurrency: false }, () => {
  let p: Probata
  let organization: string
  before(async () => {
    p = await boot()
    organization = String((await p.sql(`select id from organization where slug = 'acme'`))[0]?.id)
  })
  after(() => p[Symbol.asyncDispose]())

  const signal = new AbortController().signal
  const write = (count: number) => p.sql(insertAuditRows, [organization, ...createAuditRows(count)])
  const seal = () => sealAll(p.system.services, signal)
  const reader: LedgerReader = (statement, values) => p.system.services.db.read(organization, statement, values)
  const readHead = async (): Promise<TreeHead> => {
    const treeHead = await p.system.services.ledger.head(reader)
    assert.ok(treeHead)
    return treeHead
  }
  const events = (type: string) => p.sql('select from security_event where type = $1', [type])
  const counts = async () => {
    const [row] = await p.sql(`select (select count(*)::integer from audit_event) as rows,
      (select count(*)::integer from ledger_leaf) as leaves, (select sum(size)::integer from ledger_tree) as sizes`)
    return row
  }
  const allSealed = async () => {
    const { rows, leaves, sizes } = (await counts()) ?? {}
    assert.deepEqual([leaves, sizes], [rows, rows])
  }

  test('a database from a cluster with higher transaction ids seals its missing rows once, then continues', async () => {
    await write(10)
    await seal()
    await write(7)
    // The state of a dump in a fresh cluster: rows and cursor belong to transactions that do not exist there yet.
    await p.sql('alter table audit_event disable trigger user')
    await p.sql(
      `update audit_event set transaction = (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 40)::text::xid8`,
    )
    await p.sql('alter table audit_event enable trigger user')
    await p.sql(`update ledger_cursor set system_identifier = 1,
      done = (select format('%s:%s:', x, x)::pg_snapshot from (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000 as x) y)`)
    assert.equal(await seal(), 7)
    assert.equal((await events('ledgerRestored')).length, 1)
    await allSealed()
    // The transaction counter passes the ids of the restored rows: they must not be sealed twice, and every new row
    // must be sealed.
    for (let i = 0; i < 60; i++) await write(1)
    assert.equal(await seal(), 60)
    assert.equal(await seal(), 0)
    await allSealed()
    assert.equal((await events('ledgerRestored')).length, 1)
  })

  test('a database that lost rows covered by an external checkpoint stops sealing until a new generation starts', async () => {
    const published = await readHead()
    const newer = { size: published.size + 5, root: Buffer.alloc(32, 7) }
    const checkpoints = {
      ...p.system.services.checkpoints,
      newestOutside: async (id: string, origin: string) =>
        id === organization && origin === published.origin ? newer : undefined,
    }
    const services = { ...p.system.services, checkpoints }
    await stopWhereBehind(services)
    await stopWhereBehind(services)
    assert.equal((await events('ledgerBehindCheckpoint')).length, 1)
    await write(3)
    assert.equal(await seal(), 0)
    const [cursor] = await p.sql('select stopped_at from ledger_cursor')
    assert.ok(cursor?.stopped_at)

    const reason = "yesterday's backup was restored"
    const continued = await startNewGeneration(services, reason)
    assert.ok(continued.some(({ origin }) => origin === published.origin.replace(/1$/, '2')))
    await seal()
    await allSealed()
    const next = await readHead()
    assert.deepEqual([next.generation, next.size], [2, 4])
    const [first] = await p.sql(
      `select e.record::json as record from ledger_leaf l join audit_event e on e.id = l.event_id
        where l.organization_id = $1 and l.generation = 2 and l.leaf_index = 0`,
      [organization],
    )
    const { action, detail, reason: recordedReason } = Object(first?.record)
    assert.deepEqual([action, recordedReason], ['ledger.continue', reason])
    assert.match(detail, new RegExp(`^after ${published.origin} ${newer.size} ${newer.root.toString('base64')};`))
    assert.deepEqual(
      (await p.system.services.ledger.heads(reader)).map(({ generation }) => generation),
      [1, 2],
    )
  })

  test('a database whose history differs from the published one also stops sealing', async () => {
    const { origin, size } = await readHead()
    const differing = { size: size - 1, root: Buffer.alloc(32, 9) }
    const checkpoints = {
      ...p.system.services.checkpoints,
      newestOutside: async (_id: string, requestedOrigin: string) =>
        requestedOrigin === origin ? differing : undefined,
    }
    await stopWhereBehind({ ...p.system.services, checkpoints })
    const [cursor] = await p.sql('select stopped_at from ledger_cursor')
    assert.ok(cursor?.stopped_at)
    await startNewGeneration(p.system.services, 'the published history differs')
  })

  test('a database that was not rolled back continues', async () => {
    const { origin, size, root } = await readHead()
    const checkpoints = {
      ...p.system.services.checkpoints,
      newestOutside: async (_id: string, requestedOrigin: string) =>
        requestedOrigin === origin ? { size, root } : undefined,
    }
    await stopWhereBehind({ ...p.system.services, checkpoints })
    await write(2)
    assert.ok((await seal()) >= 2)
  })

  test('verification finds all generations of a restored database sound', async () => {
    const run = await p.system.runJob('verify-ledger')
    const [row] = await p.sql('select status, record from ledger_verification where organization_id = $1', [
      organization,
    ])
    assert.equal(row?.status, 'sound', String(row?.record))
    assert.ok(run > 0)
  })
})
