import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day, hour, minute } from '#lib/clock.ts'
import { claimInput } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'

let probata: Probata
const reason = 'requested by the test'

before(async () => {
  probata = await boot()
  await probata.sql(`update organization set operator = true where slug = 'acme'`)
})

after(() => probata[Symbol.asyncDispose]())

const callAs = async (role: string, method: string, path: string, options: { body?: unknown; key?: string } = {}) =>
  probata.call(method, `/api/workspace${path}`, { ...options, cookie: await probata.signIn(`${role}@acme.example`) })

describe('jobs in the workspace', { concurrency: false }, () => {
  test('jobs are listed with their schedule and their next and last runs', async () => {
    await probata.system.runJob('sweep-staged-blobs')
    const { status, body } = await callAs('auditor', 'GET', '/jobs')
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['jobs', 'pagination'])
    const byName = new Map(body.jobs.map((job: { name: string }) => [job.name, job]))
    const expected = [
      'expire-claims',
      'expire-upload-intents',
      'forget-expired-credentials',
      'forget-idempotency-keys',
      'sweep-staged-blobs',
    ]
    assert.deepEqual(
      expected.filter(name => !byName.has(name)),
      [],
    )
    const job = byName.get('sweep-staged-blobs')
    assert.deepEqual(Object.keys(Object(job)), [
      ...['name', 'description', 'schedule', 'nextRunAt', 'running', 'lastRun'],
      ...['nextRunsAt', 'current', 'failures', 'expectedSeconds', 'movedBySeconds'],
      'checkedEverySeconds',
    ])
    assert.deepEqual(Object.keys(Object(job).lastRun), [
      ...['startedAt', 'finishedAt', 'outcome', 'processed', 'nodeId', 'missed', 'errorCode'],
    ])
    assert.equal(Object(byName.get('forget-idempotency-keys')).lastRun, null)
  })

  test('an administrator can run a job with a reason, which the audit trail records', async () => {
    const token = await probata.token('acme-scanner')
    const validUntil = new Date(probata.clock.now() + 15 * minute).toISOString()
    await probata.call('POST', '/api/v1/governance/evidence/claims', { token, body: claimInput('x', { validUntil }) })
    probata.clock.advance(15 * minute)
    const response = await callAs('admin', 'POST', '/jobs/expire-claims/run', { body: { reason } })
    assert.equal(response.status, 200, response.text)
    const { id, startedAt, finishedAt, ...run } = response.body
    const { nodeId } = probata.system.services
    // The run makes up for the three or more scheduled times in these 15 minutes, except its own.
    assert.ok(run.missed >= 2)
    const result = { outcome: 'succeeded', processed: 1, nodeId, missed: run.missed, errorCode: null }
    assert.deepEqual(run, { job: 'expire-claims', ...result })
    assert.match(id, /^jrn_[0-9A-Z]{26}$/)
    const auditTrail = await callAs('admin', 'GET', '/audit?action=job.run')
    const [row] = auditTrail.body.auditEvents
    assert.deepEqual([row.resourceId, row.reason, row.detail], ['expire-claims', reason, id])
    const expired = await callAs('admin', 'GET', '/audit?action=evidence.claim.expire')
    assert.deepEqual(
      [expired.body.auditEvents[0].actorId, expired.body.auditEvents[0].requestId],
      ['expire-claims', id],
    )
    const listed = await callAs('admin', 'GET', '/jobs')
    const job = listed.body.jobs.find((candidate: { name: string }) => candidate.name === 'expire-claims')
    assert.deepEqual(job.lastRun, { startedAt, finishedAt, ...result })
    assert.equal(job.running, false)
    const lease = (owner: string | null, leaseEnd: number | null) =>
      probata.sql(`update job set lease_owner = $1, lease_until = $2 where name = 'expire-claims'`, [
        owner,
        leaseEnd === null ? null : new Date(leaseEnd).toISOString(),
      ])
    await lease(id, probata.clock.now() + 20_000)
    const { body } = await callAs('admin', 'GET', '/jobs')
    const running = body.jobs.filter((candidate: { running: boolean }) => candidate.running)
    assert.deepEqual(
      running.map(({ name, current }: { name: string; current: unknown }) => [name, current]),
      [['expire-claims', null]],
      'a node of an earlier version does not record its run',
    )
    await lease(null, null)
  })

  test('a run is rejected for other roles, without a reason, and under an unknown name', async () => {
    const run = (role: string, name: string, body: unknown) => callAs(role, 'POST', `/jobs/${name}/run`, { body })
    assert.equal((await run('auditor', 'expire-claims', { reason })).status, 403)
    assert.equal((await run('reviewer', 'expire-claims', { reason })).status, 403)
    assert.equal((await run('admin', 'expire-claims', {})).status, 400)
    assert.equal((await run('admin', 'unknown', { reason })).status, 404)
    assert.equal((await callAs('contributor', 'GET', '/jobs')).status, 403)
  })
})

describe('retention', { concurrency: false }, () => {
  const count = async (table: string) => (await probata.sql(`select count(*)::int as n from ${table}`))[0]?.n

  test('credentials are removed a day after they expire, and responses a day after they were sent', async () => {
    const token = await probata.token('globex-scanner')
    await probata.call('POST', '/api/v1/governance/evidence/claims', {
      token,
      body: claimInput('y'),
      key: 'forgotten-1',
    })
    const [tokens, sessions, keys] = [
      await count('access_token'),
      await count('session'),
      await count('idempotency_key'),
    ]
    assert.ok(Number(tokens) > 0 && Number(sessions) > 0 && Number(keys) > 0)
    probata.clock.advance(day - minute)
    assert.equal(await probata.system.runJob('forget-expired-credentials'), 0)
    probata.clock.advance(minute)
    assert.equal(await probata.system.runJob('forget-idempotency-keys'), keys)
    probata.clock.advance(hour)
    assert.equal(await probata.system.runJob('forget-expired-credentials'), tokens)
    probata.clock.advance(11 * hour)
    assert.equal(await probata.system.runJob('forget-expired-credentials'), sessions)
    assert.deepEqual([await count('access_token'), await count('session'), await count('idempotency_key')], [0, 0, 0])
  })

  test('one run removes more than one batch', async () => {
    const [organization] = await probata.sql('select id from organization limit 1')
    await probata.sql(
      `insert into idempotency_key select $1, 'tok_1', 'key-' || lpad(n::text, 8, '0'), repeat('0', 64), 200, '{}', '', now() - interval '10 years'
         from generate_series(1, 2500) n`,
      [organization?.id],
    )
    assert.equal(await probata.system.runJob('forget-idempotency-keys'), 2500)
  })
})

test('repeating a run under its key returns the first run and starts nothing', async () => {
  const options = { body: { reason }, key: 'run-the-sweep-once' }
  const first = await callAs('admin', 'POST', '/jobs/sweep-staged-blobs/run', options)
  assert.equal(first.status, 200, first.text)
  const cookie = await probata.signIn('admin@acme.example')
  const firstRepeat = await probata.call('POST', '/api/workspace/jobs/sweep-staged-blobs/run', { ...options, cookie })
  const secondRepeat = await probata.call('POST', '/api/workspace/jobs/sweep-staged-blobs/run', { ...options, cookie })
  assert.equal(secondRepeat.headers.get('idempotency-replayed'), 'true')
  assert.equal(secondRepeat.text, firstRepeat.text)
  const runs = await probata.sql(`select id from job_run where job = 'sweep-staged-blobs'`)
  assert.equal(runs.filter(({ id }) => String(id) > first.body.id).length, 1)
})
