import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, test } from 'node:test'
import pg from 'pg'
import { openDatabase } from '#db/database.ts'
import { hour, second } from '#lib/clock.ts'
import { createGovernor } from '#lib/governor.ts'
import { createIds } from '#lib/ids.ts'
import { createLog } from '#lib/log.ts'
import { createMetrics } from '#lib/metrics.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { until } from '#test/until.ts'
import { PartlyFailed } from './batches.ts'
import { type Job, job, type Running } from './job.ts'
import type { JobRunServices } from './run-once.ts'
import { createWorker } from './worker.ts'

const noon = Date.parse('2026-03-01T12:00:00.000Z')

let resources: AsyncDisposableStack
let now: number
let sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
/** The services of one node; each call is another node on the same database. */
let node: (logged?: PassThrough) => JobRunServices

beforeEach(async () => {
  resources = new AsyncDisposableStack()
  const { connection } = resources.use(await createTestDatabase())
  const client = new pg.Client(connection)
  await client.connect()
  resources.defer(() => client.end())
  now = noon
  sql = async (text, values) => (await client.query(text, values)).rows
  node = logged => ({
    db: resources.use(openDatabase({ ...connection, max: 4 }, () => {})),
    clock: { now: () => now },
    ids: createIds(),
    log: createLog({ level: logged ? 'info' : 'silent', destination: logged ?? new PassThrough() }),
    metrics: createMetrics(),
    governor: createGovernor({ maxSlices: 4 }),
    nodeId: 'nod_test',
  })
})

afterEach(() => resources.disposeAsync())

const every20s = (run: (running: Running) => Promise<number> | number): Job<JobRunServices> =>
  job({
    name: 'count',
    description: 'Counts.',
    schedule: '*/20 * * * * *',
    expected: 60_000,
    run: async (_, running) => run(running),
  })

const workerOf = async (declared: Job<JobRunServices>, services = node()) =>
  resources.use(await createWorker({ services, jobs: [declared] }))

/** A job whose runs end only when the test ends them. */
const controlledJob = () => {
  const contexts: Running[] = []
  const ends: (() => void)[] = []
  let arrived = Promise.withResolvers<void>()
  const declared = every20s(async running => {
    contexts.push(running)
    const end = Promise.withResolvers<void>()
    ends.push(end.resolve)
    arrived.resolve()
    arrived = Promise.withResolvers()
    await end.promise
    return contexts.length
  })
  return { declared, contexts, end: (run: number) => ends[run]?.(), next: () => arrived.promise }
}

describe('schedule', { concurrency: false }, () => {
  test('a job runs at the times of its schedule and not before', async () => {
    const worker = await workerOf(every20s(() => 3))
    const ran = async (at: number) => {
      now = noon + at
      return (await worker.runDue()).length
    }
    const offsets = [0, 19_999, 20_000, 20_001, 39_999, 40_000, 95_000, 99_999, 100_000]
    const counts: number[] = []
    for (const at of offsets) counts.push(await ran(at))
    assert.deepEqual(counts, [0, 0, 1, 0, 0, 1, 1, 0, 1])
    const rows = await sql('select started_at, finished_at, outcome, processed from job_run order by id limit 1')
    const due = new Date(noon + 20_000)
    assert.deepEqual(rows, [{ started_at: due, finished_at: due, outcome: 'succeeded', processed: 3 }])
  })

  test('nodes that check at the same time run a due job once', async () => {
    let runs = 0
    const declared = every20s(() => ++runs)
    const workers = await Promise.all([1, 2, 3].map(() => workerOf(declared)))
    for (let round = 1; round <= 20; round++) {
      now = noon + round * 20 * second
      const ended = await Promise.all(workers.map(worker => worker.runDue()))
      assert.equal(ended.flat().length, 1, `round ${round}`)
    }
    assert.equal(runs, 20)
  })

  test('a clock that was a day ahead does not delay a job for a day', async () => {
    const worker = await workerOf(every20s(() => 1))
    now = noon + 24 * hour
    assert.equal((await worker.runDue()).length, 1)
    now = noon
    assert.equal((await worker.runDue()).length, 1)
    assert.equal((await worker.runDue()).length, 0)
  })

  test('an invalid schedule is rejected at its declaration', () => {
    assert.throws(() => job({ name: 'bad', description: '', schedule: '* * * * *', expected: 1, run: async () => 0 }))
    assert.throws(() =>
      job({ name: 'bad', description: '', schedule: '61 * * * * *', expected: 1, run: async () => 0 }),
    )
  })

  test('a started worker checks by itself, repeatedly', async () => {
    const { declared, next, end } = controlledJob()
    const worker = await workerOf(declared)
    now += 20 * second
    const first = next()
    worker.start()
    await first
    const again = next()
    end(0)
    await until('the first run on record', async () => (await sql('select from job_run')).length === 1)
    now += 20 * second
    await again
    end(1)
  })
})

describe('leases', { concurrency: false }, () => {
  test('a run whose lease ran out is taken over, and its late end changes nothing', async () => {
    const { declared, contexts, end, next } = controlledJob()
    const [stalled, other] = [await workerOf(declared), await workerOf(declared)]
    now += 20 * second
    const started = next()
    const late = stalled.runDue()
    await started
    now += 29 * second
    assert.equal((await other.runDue()).length, 0, 'the lease holds for 30 seconds')
    now += second
    const again = next()
    const takenOver = other.runDue()
    await again
    end(0)
    assert.deepEqual([(await late)[0]?.outcome, contexts.length], ['failed', 2])
    const [row] = await sql('select lease_owner, next_run_at from job')
    assert.equal(row?.lease_owner, contexts[1]?.id, 'the lease is still that of the other run')
    end(1)
    assert.equal((await takenOver)[0]?.outcome, 'succeeded')
    const [after] = await sql('select lease_owner, lease_until, next_run_at from job')
    assert.deepEqual(after, { lease_owner: null, lease_until: null, next_run_at: new Date(noon + 60 * second) })
  })

  test('a lease is renewed while its run lasts, and a run that lost it is aborted', async t => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const { declared, contexts, end, next } = controlledJob()
    const [first, other] = [await workerOf(declared), await workerOf(declared)]
    now += 20 * second
    const started = next()
    const run = first.runDue()
    await started
    now += 25 * second
    t.mock.timers.tick(10 * second)
    const renewed = new Date(now + 30 * second)
    const leaseEnds = async (at: Date) => (await sql('select from job where lease_until = $1', [at])).length === 1
    await until('renewal', () => leaseEnds(renewed))
    now += 25 * second
    assert.equal((await other.runDue()).length, 0)
    assert.equal(contexts[0]?.signal.aborted, false)
    await sql(`update job set lease_owner = 'jrn_other'`)
    const aborted = new Promise(resolve => contexts[0]?.signal.addEventListener('abort', resolve))
    t.mock.timers.tick(10 * second)
    await aborted
    end(0)
    assert.equal((await run)[0]?.outcome, 'failed')
  })

  test('an unscheduled run waits for the current one', async () => {
    const { declared, contexts, end, next } = controlledJob()
    const [first, other] = [await workerOf(declared), await workerOf(declared)]
    const started = next()
    const one = first.runNow('count')
    await started
    const after = next()
    const two = other.runNow('count')
    end(0)
    await after
    end(1)
    assert.deepEqual([(await one)?.outcome, (await two)?.outcome, contexts.length], ['succeeded', 'succeeded', 2])
    await assert.rejects(first.runNow('unknown'), /no job unknown/)
  })

  test('stopping aborts running jobs, and waits for them', async () => {
    const { declared, contexts, end, next } = controlledJob()
    const worker = await createWorker({ services: node(), jobs: [declared] })
    now += 20 * second
    const started = next()
    const run = worker.runDue()
    await started
    let stopped = false
    const stop = worker[Symbol.asyncDispose]().then(() => {
      stopped = true
    })
    assert.equal(contexts[0]?.signal.aborted, true)
    await sql('select 1')
    assert.equal(stopped, false)
    end(0)
    await stop
    assert.equal((await run)[0]?.outcome, 'succeeded')
    assert.deepEqual(await sql('select lease_owner from job'), [{ lease_owner: null }])
  })
})

describe('outcomes', { concurrency: false }, () => {
  test('a failed run is recorded, counted, logged without its secrets, and retried at its next time', async () => {
    const logged = new PassThrough()
    const services = node(logged)
    let fail = true
    const declared = every20s(() => {
      if (fail) throw new PartlyFailed([new SyntaxError('"hunter2" is not valid JSON')], 7)
      return 1
    })
    const worker = await workerOf(declared, services)
    now += 20 * second
    const [failed] = await worker.runDue()
    assert.deepEqual([failed?.outcome, failed?.processed], ['failed', 7])
    assert.equal((await worker.runDue()).length, 0)
    fail = false
    now += 20 * second
    assert.equal((await worker.runDue())[0]?.outcome, 'succeeded')
    const counted = await services.metrics.jobs.get()
    assert.deepEqual(
      counted.values.map(({ labels, value }) => [labels.outcome, value]),
      [
        ['failed', 1],
        ['succeeded', 1],
      ],
    )
    const lines = String(logged.read())
    assert.match(lines, /"event":"job_failed","job":"count"/)
    assert.doesNotMatch(lines, /hunter2/)
  })

  test('a worker that cannot query the database reports when that begins and when it is over', async () => {
    const logged = new PassThrough()
    const services = node(logged)
    const { db } = services
    let isDatabaseAway = false
    let failures = 0
    const readInstall: typeof db.readInstall = async (...args) => {
      if (!isDatabaseAway) return db.readInstall(...args)
      failures++
      throw new Error('the database does not answer')
    }
    const worker = await workerOf(
      every20s(() => 1),
      { ...services, db: { ...db, readInstall } },
    )
    isDatabaseAway = true
    worker.start()
    // The first two failures happen when the worker starts.
    await until('another query has failed', () => failures > 2)
    isDatabaseAway = false
    const lines: string[] = []
    await until('the outage is reported as over', () => {
      lines.push(...(String(logged.read() ?? '').match(/"event":"jobs_(not_)?polled","count":\d+/g) ?? []))
      return lines.length > 1
    })
    assert.deepEqual(lines, ['"event":"jobs_not_polled","count":1', `"event":"jobs_polled","count":${failures - 1}`])
  })

  test('the last 100 runs of each job are kept', async () => {
    const other: Job<JobRunServices> = { ...every20s(() => 1), name: 'other' }
    const services = node()
    const worker = resources.use(await createWorker({ services, jobs: [every20s(() => 1), other] }))
    await worker.runNow('other')
    for (let run = 0; run < 103; run++) {
      now += 1
      await worker.runNow('count')
    }
    const rows = await sql(
      'select job, count(*)::int as runs, min(started_at) as first from job_run group by job order by job',
    )
    assert.deepEqual(rows, [
      { job: 'count', runs: 100, first: new Date(noon + 4) },
      { job: 'other', runs: 1, first: new Date(noon) },
    ])
    const [counted, once] = await worker.list()
    assert.equal(counted?.lastRun?.startedAt, new Date(noon + 103).toISOString())
    assert.equal(once?.lastRun?.startedAt, new Date(noon).toISOString())
  })
})
