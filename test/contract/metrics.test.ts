import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Services } from '#http/call.ts'
import { type Job, job } from '#jobs/job.ts'
import { day, minute, second } from '#lib/clock.ts'
import { recordSecurityEvent } from '#shared/security-event.ts'
import { claimInput } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'
import { until } from '#test/until.ts'

let p: Probata
const claims = '/api/v1/governance/evidence/claims'

before(async () => {
  p = await boot()
})
after(() => p[Symbol.asyncDispose]())

/** Returns the series of a scrape: the value of each name with its labels. */
const scrape = async (system = p): Promise<ReadonlyMap<string, number>> => {
  const { text } = await system.call('GET', '/metrics')
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

test('requests are counted by status and by their error identifier', async () => {
  const token = await p.token('acme-scanner')
  const options = { token, key: 'counted-request-1', body: claimInput('counted') }
  assert.equal((await p.call('POST', claims, options)).status, 201)
  const conflictingOptions = { ...options, key: 'counted-request-2' }
  // The second response is the stored first one.
  for (let i = 0; i < 2; i++) assert.equal((await p.call('POST', claims, conflictingOptions)).status, 409)
  assert.equal((await p.call('GET', claims)).status, 401)
  assert.equal((await p.call('GET', `${claims}?limit=x`, { token })).status, 400)
  const series = await scrape()
  const requestCount = (status: number, cause: string) =>
    series.get(`probata_requests_total{status="${status}",cause="${cause}"}`)
  assert.equal(requestCount(201, 'none'), 1)
  assert.equal(requestCount(409, 'conflict'), 2)
  assert.equal(requestCount(401, 'unauthorized'), 1)
  assert.equal(requestCount(400, 'invalid_request'), 1)
  const requestSeries = [...series].filter(([name]) => name.startsWith('probata_requests_total'))
  assert.ok(requestSeries.length < 8, 'no label has a value for each request')
})

test('errors that PostgreSQL raises are counted by SQLSTATE', async () => {
  const errorsBefore = (await scrape()).get('probata_database_errors_total{code="23505"}') ?? 0
  const token = await p.token('acme-scanner')
  for (const status of [201, 409])
    assert.equal((await p.call('POST', claims, { token, body: claimInput('refused-by-key') })).status, status)
  assert.equal((await scrape()).get('probata_database_errors_total{code="23505"}'), errorsBefore + 1)
})

test('a successful job reports the time of its success; a failed one does not', async () => {
  await p.system.runJob('expire-claims')
  const [row] = await p.sql(`select finished_at from job_run where job = 'expire-claims' order by id desc limit 1`)
  const name = 'probata_job_last_success_timestamp_seconds{job_name="expire-claims"}'
  assert.ok(row?.finished_at instanceof Date)
  const finishedAt = row.finished_at.getTime() / second
  assert.equal((await scrape()).get(name), finishedAt)
  p.clock.advance(60 * second)
  await p.sql('alter table evidence_claim rename to gone')
  await assert.rejects(p.system.runJob('expire-claims'))
  await p.sql('alter table gone rename to evidence_claim')
  assert.equal((await scrape()).get(name), finishedAt)
})

test('a process that runs jobs knows earlier successes, and how often the jobs run', async () => {
  await p.system.runJob('expire-upload-intents')
  await using other = await boot({ database: p.connection, provision: null, env: { PROBATA_ROLES: 'worker' } })
  await until('measured', async () => {
    const series = await scrape(other)
    return series.has('probata_job_last_success_timestamp_seconds{job_name="expire-upload-intents"}')
  })
  const series = await scrape(other)
  assert.equal(series.get('probata_job_interval_seconds{job_name="expire-upload-intents"}'), 300)
  assert.equal(series.get('probata_job_interval_seconds{job_name="recheck-sign-on-domains"}'), 86_400)
})

test('a run reports its duration and the expected one, and counts the missed runs that it replaces', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const slow: Job<Services> = job({
    name: 'slow',
    description: 'Ends when the test says.',
    schedule: '41 7 3 * * *',
    expected: minute,
    run: (_, { signal }) => {
      signal.addEventListener('abort', () => end())
      return ended.then(() => 1)
    },
  })
  await using other = await boot({ env: { PROBATA_ROLES: 'worker' }, jobs: [slow] })
  const series = async (name: string) => (await scrape(other)).get(`probata_job_${name}{job_name="slow"}`)
  assert.deepEqual([await series('running_seconds'), await series('expected_seconds')], [0, 60])
  assert.equal(await series('missed_runs_total'), 0)
  const [due] = await other.sql(`select next_run_at from job where name = 'slow'`)
  assert.ok(due?.next_run_at instanceof Date)
  other.clock.set(due.next_run_at.getTime() + 2 * day + minute)
  const isRunning = await until('it runs', async () => ((await series('running_seconds')) ?? 0) > 0 || undefined)
  assert.ok(isRunning)
  assert.equal(await series('missed_runs_total'), 2)
  other.clock.advance(200 * second)
  assert.ok(Number(await series('running_seconds')) >= 200)
  end()
  await until('the run has ended', async () => (await series('running_seconds')) === 0)
})

test('security events are counted by type', async () => {
  const [row] = await p.sql(`select id from organization where slug = 'acme'`)
  const event = { type: 'storageOperationsObjectMissing', context: {} } as const
  await recordSecurityEvent(p.system.services, String(row?.id), event)
  assert.equal((await scrape()).get('probata_security_events_total{type="storageOperationsObjectMissing"}'), 1)
})

test('without Redis its metric is absent', async () => {
  assert.equal((await scrape()).has('probata_redis_up'), false)
})
