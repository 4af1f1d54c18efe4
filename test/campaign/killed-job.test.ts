import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { testEnvironment } from '#test/environment.ts'
import { urlOf } from '#test/faults/server-process.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { serve } from '#test/serve.ts'
import { until } from '#test/until.ts'

const reason = 'requested by the test'
const path = '/api/workspace/jobs/expire-claims'

test('a run whose process is killed is recorded as failed once another process runs the job', async t => {
  await using resources = new AsyncDisposableStack()
  const { connection } = resources.use(await createTestDatabase('workspace'))
  const folder = await mkdtemp(join(tmpdir(), 'probata-killed-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const env = { ...testEnvironment, DATABASE_URL: urlOf(connection) }
  const node = (name: string) => serve(t, { dataDir: join(folder, 'data'), logFile: join(folder, `${name}.log`), env })
  const [killedNode, otherNode] = [await node('one'), await node('two')]
  const holder = new pg.Client(connection)
  await holder.connect()
  resources.defer(() => holder.end())
  await holder.query(`update organization set operator = true where slug = 'acme'`)
  const findRunningJob = async () =>
    (await holder.query(`select run_id, node_id from job where run_id is not null`)).rows[0]

  await holder.query('begin; lock table evidence_claim in access exclusive mode')
  const body = { reason }
  const cookie = await killedNode.client.signIn('admin@acme.example')
  const lostRequest = killedNode.client.call('POST', `${path}/run`, { cookie, body }).catch(() => 'no response')
  const run = await until('it runs', findRunningJob)
  killedNode.server.kill('SIGKILL')
  await killedNode.server.exited
  assert.equal(await lostRequest, 'no response')
  await holder.query('commit')

  const admin = await otherNode.client.signIn('admin@acme.example')
  const readJob = async () => {
    const { jobs } = (await otherNode.client.call('GET', '/api/workspace/jobs', { cookie: admin })).body
    return jobs.find(({ name }: { name: string }) => name === 'expire-claims')
  }
  assert.deepEqual((await readJob()).current.nodeId, run.node_id)
  // Expires the lease, as if half a minute had passed.
  await holder.query(`update job set lease_until = started_at + interval '1 ms' where run_id = $1`, [run.run_id])
  const repeat = await otherNode.client.call('POST', `${path}/run`, { cookie: admin, body })
  assert.equal(repeat.body.outcome, 'succeeded', repeat.text)
  const { runs } = (await otherNode.client.call('GET', `${path}/runs`, { cookie: admin })).body
  assert.deepEqual(
    runs.map(({ id, nodeId, errorCode }: Record<string, unknown>) => [id, nodeId, errorCode]),
    [
      [repeat.body.id, repeat.body.nodeId, null],
      [run.run_id, run.node_id, 'interrupted'],
    ],
  )
  assert.equal((await readJob()).failures, 0)
})
