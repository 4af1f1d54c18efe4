import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { constants } from 'node:fs'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { minute, second } from '#lib/clock.ts'
import { bundles } from '#test/bundles.ts'
import { prover, textFile } from '#test/proof.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'

const everything = { kind: 'everything' }

describe('an export that makes no progress', { concurrency: false }, () => {
  let folder: string
  let p: Probata
  let auditor: { cookie: string }
  let artifactId: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'probata-stuck-'))
    p = await boot({ env: { PROBATA_DATA_DIR: folder } })
    auditor = { cookie: await p.signIn('auditor@acme.example') }
    const token = await p.token('acme-scanner')
    const { newClaim, attach } = prover(p, () => token)
    ;({ artifactId } = await attach(await newClaim(), textFile('the report')))
  })
  after(async () => {
    await p[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  const ask = async (): Promise<string> => (await bundles(p, auditor).ask(everything)).body.id
  const statusOf = async (id: string): Promise<string> => (await bundles(p, auditor).get(id)).status
  const countFailures = async (): Promise<number> =>
    Number((await p.sql("select count(*)::int as n from outbox_event where type = 'evidence_export.failed'"))[0]?.n)

  test('an export that keeps failing fails after 2 minutes with its step and error, while others are prepared', async () => {
    // The number of exports that are prepared at once, each with an unreadable state.
    const stuck = [await ask(), await ask()]
    const state = `update evidence_export set stage = 'gathered', outline = '{"origin"' where id = any($1)`
    await p.sql(state, [stuck])
    const other = await ask()
    const earlierFailures = await countFailures()
    const run = () => assert.rejects(bundles(p, auditor).prepare())

    await run()
    await bundles(p, auditor).prepare()
    assert.equal(await statusOf(other), 'ready')
    for (let seconds = 0; seconds < 119; seconds += 17) {
      p.clock.advance(17 * second)
      if (seconds + 17 < 120)
        await bundles(p, auditor)
          .prepare()
          .catch(() => undefined)
    }
    p.clock.advance(second)
    await p.system.runJob('prepare-exports').catch(() => undefined)
    for (const id of stuck) {
      const { status, failure } = await bundles(p, auditor).get(id)
      assert.equal(status, 'failed')
      assert.match(failure.message, /No progress for 2 minutes: reading and signing its files failed \(SyntaxError\)/)
      assert.doesNotMatch(failure.message, /origin/, 'no stored text')
    }
    assert.equal(await countFailures(), earlierFailures + 2)
  })

  test('an export that was already stuck before an upgrade is prepared', async () => {
    const id = await ask()
    const from = new Date(p.clock.now() - 3 * 60 * minute).toISOString()
    await p.sql('update evidence_export set failing_since = $2, retry_at = $2 where id = $1', [id, from])
    await bundles(p, auditor).prepare()
    assert.equal(await statusOf(id), 'ready')
  })

  test('an export that hangs without an error fails with its step and frees its slot', async () => {
    const [row] = await p.sql(
      `select c.organization_id, c.object_key from artifact a
         join blob_copy c on c.organization_id = a.organization_id and c.blob_key = a.blob_key where a.id = $1`,
      [artifactId],
    )
    const key = String(row?.object_key)
    const path = join(folder, 'blobs', String(row?.organization_id), key.slice(0, 2), key)
    const bytes = await readFile(path)
    await rm(path)
    // Opening a named pipe blocks until a program writes to it.
    execFileSync('mkfifo', [path])
    const id = await ask()
    const running = bundles(p, auditor).prepare()
    const finished = running.then(
      () => undefined,
      (error: unknown) => error,
    )
    await until('the export reads the file', async () => {
      const [entry] = await p.sql('select stage from evidence_export where id = $1', [id])
      return entry?.stage === 'gathered'
    })
    await until('the export has failed', async () => {
      p.clock.advance(second / 10)
      return (await statusOf(id)) === 'failed'
    })
    const { failure } = await bundles(p, auditor).get(id)
    assert.match(failure.message, /No progress for 2 minutes: .* hung/)
    await finished
    const pipe = await open(path, constants.O_RDWR)
    await pipe.close()
    await rm(path)
    await writeFile(path, bytes)
    const next = await ask()
    await bundles(p, auditor).prepare()
    assert.equal(await statusOf(next), 'ready')
  })
})
