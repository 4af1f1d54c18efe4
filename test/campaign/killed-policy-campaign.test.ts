import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { systemClock } from '#lib/clock.ts'
import { testEnvironment } from '#test/environment.ts'
import { urlOf } from '#test/faults/server-process.ts'
import { createPolicies } from '#test/policies.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { serve } from '#test/serve.ts'
import { until } from '#test/until.ts'

const reason = 'requested by the test'
const path = '/api/workspace/jobs/end-policy-campaigns/run'

test('a node is killed while campaigns end, and another node ends them: one claim each', async t => {
  await using resources = new AsyncDisposableStack()
  const { connection } = resources.use(await createTestDatabase('workspace'))
  const folder = await mkdtemp(join(tmpdir(), 'probata-policies-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const env = { ...testEnvironment, DATABASE_URL: urlOf(connection) }
  const node = (name: string) => serve(t, { dataDir: join(folder, 'data'), logFile: join(folder, `${name}.log`), env })
  const [killedNode, otherNode] = [await node('one'), await node('two')]
  const owner = new pg.Client(connection)
  await owner.connect()
  resources.defer(() => owner.end())
  await owner.query(`update organization set operator = true where slug = 'acme'`)

  // The clock runs here, because a campaign that everyone has acknowledged ends immediately.
  const a = await createPolicies({ ...otherNode.client, clock: systemClock })
  const campaigns: string[] = []
  for (let index = 0; index < 3; index++) {
    const { id } = await a.campaign({ personIds: [a.people.auditor] })
    campaigns.push(id)
  }
  // The lock prevents a scheduled run of the job in the meantime.
  await owner.query('begin; lock table evidence_claim in access exclusive mode')
  for (const id of campaigns) assert.equal((await a.read('auditor', id)).status, 201)
  const cookie = await killedNode.client.signIn('admin@acme.example')
  const lostRequest = killedNode.client.call('POST', path, { cookie, body: { reason } }).catch(() => 'no response')
  await until('its list is stored', async () => (await owner.query('select 1 from staged_blob')).rowCount)
  killedNode.server.kill('SIGKILL')
  await killedNode.server.exited
  assert.equal(await lostRequest, 'no response')
  await owner.query('commit')
  await owner.query(`update job set lease_until = started_at + interval '1 ms' where run_id is not null`)

  const { body } = await otherNode.client.call('POST', path, { cookie, body: { reason } })
  assert.equal(body.outcome, 'succeeded')
  const { rows } = await owner.query(
    `select c.id, c.status, (select count(*)::int from evidence_claim e where e.claim_key like c.id || '/%') as claims,
            (select count(*)::int from attachment_link l where l.claim_id = c.claim_id) as lists
       from policy_campaign c order by c.id`,
  )
  assert.deepEqual(
    rows,
    campaigns.toSorted().map(id => ({ id, status: 'ended', claims: 1, lists: 1 })),
  )
})
