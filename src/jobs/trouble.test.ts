import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { openDatabase } from '#db/database.ts'
import { hour, minute, second } from '#lib/clock.ts'
import { createGovernor } from '#lib/governor.ts'
import { createIds } from '#lib/ids.ts'
import { createLog } from '#lib/log.ts'
import { createMetrics } from '#lib/metrics.ts'
import { createTestDatabase, query } from '#test/postgres.ts'
import { until } from '#test/until.ts'
import { type Job, job } from './job.ts'
import type { JobRunServices } from './run-once.ts'
import type { Trouble } from './trouble.ts'
import { createWorker } from './worker.ts'

test('a failed report does not delay a run, and a stuck run is reported once reports succeed', async t => {
  await using resources = new AsyncDisposableStack()
  const { connection } = resources.use(await createTestDatabase())
  let logged = ''
  const destination = new PassThrough().on('data', text => {
    logged += text
  })
  let now = Date.parse('2026-03-01T12:00:00.000Z')
  const services: JobRunServices = {
    db: resources.use(openDatabase({ ...connection, max: 4 }, () => {})),
    clock: { now: () => now },
    ids: createIds(),
    log: createLog({ level: 'info', destination }),
    metrics: createMetrics(),
    governor: createGovernor({ maxSlices: 4 }),
    nodeId: 'nod_test',
  }
  const reported: Trouble['kind'][] = []
  let isDatabaseAway = true
  const notify = async ({ kind }: Trouble) => {
    reported.push(kind)
    if (isDatabaseAway) throw new Error('the database does not answer')
  }
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const declared: Job<JobRunServices> = job({
    name: 'count',
    description: 'Counts.',
    schedule: '0 0 * * * *',
    expected: second,
    run: (_, { signal }) => {
      signal.addEventListener('abort', () => end())
      return ended.then(() => 1)
    },
  })
  const worker = resources.use(await createWorker({ services, jobs: [declared], notify }))
  t.mock.timers.enable({ apis: ['setInterval'] })
  now += 2 * hour + 10 * minute
  const run = worker.runDue()
  await until('missed', () => reported.length === 1)
  const renew = async (times: number) => {
    now += 10 * second
    t.mock.timers.tick(10 * second)
    await until(`reported ${times} times`, () => reported.length === times)
  }
  await renew(2)
  isDatabaseAway = false
  await renew(3)
  now += 10 * second
  t.mock.timers.tick(10 * second)
  const leaseEnds = new Date(now + 30 * second)
  await until(
    'renewed',
    async () => (await query(connection, 'select from job where lease_until = $1', [leaseEnds])).length > 0,
  )
  end()
  assert.deepEqual([(await run)[0]?.outcome, reported], ['succeeded', ['missed', 'stuck', 'stuck']])
  assert.deepEqual(await query(connection, 'select outcome, missed from job_run'), [
    { outcome: 'succeeded', missed: 1 },
  ])
  const lines = logged.match(/"event":"job_trouble_not_recorded","job":"count","kind":"\w+"/g)
  assert.equal(lines?.length, 2)
})
