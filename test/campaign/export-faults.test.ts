import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import type { ExportStep } from '#lib/storage-steps.ts'
import { exportsPath, verify } from '#test/bundles.ts'
import { testEnvironment } from '#test/environment.ts'
import { urlOf } from '#test/faults/server-process.ts'
import { signalAt } from '#test/faults/signal-at-step.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { prover, textFile } from '#test/proof.ts'
import { serve } from '#test/serve.ts'

const reason = 'requested by the test'

/** The points at which the node that prepares the bundle is killed: each step, and while it reads files. */
const kills: readonly (readonly [ExportStep, number])[] = [
  ['stored', 1],
  ['gathered', 1],
  ['read', 1],
  ['read', 3],
  ['signed', 1],
  ['sealed', 1],
]

for (const [step, times] of kills)
  test(`if a node is killed at step “${step}” (occurrence ${times}), another node completes the bundle`, async t => {
    await using resources = new AsyncDisposableStack()
    const { connection } = resources.use(await createTestDatabase('workspace'))
    const folder = await mkdtemp(join(tmpdir(), 'probata-export-faults-'))
    resources.defer(() => rm(folder, { recursive: true, force: true }))
    const env = { ...testEnvironment, DATABASE_URL: urlOf(connection) }
    const node = (name: string, extraEnv = {}) =>
      serve(t, { dataDir: join(folder, 'data'), logFile: join(folder, `${name}.log`), env: { ...env, ...extraEnv } })
    const killedNode = await node('one', signalAt({ step: `export ${step}`, times, signal: 'SIGKILL' }))
    const survivor = await node('two')
    const database = new pg.Client(connection)
    await database.connect()
    resources.defer(() => database.end())

    const token = await survivor.client.token('acme-scanner')
    const { newClaim, attach } = prover(survivor.client, () => token)
    const claimId = await newClaim()
    for (let i = 0; i < 4; i++) await attach(claimId, textFile(`file ${i}`, `${i}.txt`))
    const cookie = await survivor.client.signIn('admin@acme.example')
    const run = (onNode: typeof survivor, job: string) =>
      onNode.client.call('POST', `/api/workspace/jobs/${job}/run`, { cookie, body: { reason } })
    const request = await survivor.client.call('POST', exportsPath, {
      cookie,
      body: { scope: { kind: 'everything' }, reason },
    })
    assert.equal(request.status, 202, request.text)
    await run(survivor, 'seal-ledger')
    await assert.rejects(run(killedNode, 'prepare-exports'))
    await killedNode.server.exited

    // Expires the leases, as if half a minute had passed.
    await database.query(`update job set lease_until = started_at + interval '1 ms' where name = 'prepare-exports'`)
    await database.query(`update evidence_export set lease_until = now() - interval '1 second'`)
    await database.query(
      `update node set lease_until = now() - interval '1 second' where id = (select min(id) from node)`,
    )
    const repeat = await run(survivor, 'prepare-exports')
    assert.equal(repeat.body.outcome, 'succeeded', repeat.text)
    const path = `${exportsPath}/${request.body.id}`
    const { body } = await survivor.client.call('GET', path, { cookie })
    assert.equal(body.status, 'ready', JSON.stringify(body))
    assert.deepEqual([body.progress.filesDone, body.progress.filesTotal], [4, 4])
    const response = await fetch(`${survivor.client.url}${path}/content`, { headers: { cookie } })
    const verification = await verify(Buffer.from(await response.arrayBuffer()))
    assert.equal(verification.exit, 3, verification.text)

    // Removes files that the dead node had stored but not recorded.
    await run(survivor, 'sweep-staged-blobs')
    const { rows } = await database.query('select count(*)::int as left from staged_blob')
    assert.equal(rows[0].left, 0)
  })
