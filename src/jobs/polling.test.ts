import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { openDatabase } from '#db/database.ts'
import { hour, second } from '#lib/clock.ts'
import { createGovernor } from '#lib/governor.ts'
import { createIds } from '#lib/ids.ts'
import { createLog } from '#lib/log.ts'
import { createMetrics } from '#lib/metrics.ts'
import { createTestDatabase, query } from '#test/postgres.ts'
import { type Job, job } from './job.ts'
import type { JobRunServices } from './run-once.ts'
import { createWorker } from './worker.ts'

const noon = Date.parse('2026-03-01T12:00:00.000Z')

let resources: AsyncDisposableStack
let connection: Awaited<ReturnType<typeof createTestDatabase>>['connection']
let now: number

beforeEach(async () => {
  resources = new AsyncDisposableStack()
  connection = resources.use(await createTestDatabase()).connection
  now = noon
})
afterEach(() => resources.disposeAsync())

const every20s = (run: () => number): Job<JobRunServices> =>
  job({ name: 'count', description: 'Counts.', schedule: '*/20 * * * * *', expected: 60_000, run: async () => run() })

describe('a worker that checks every second', { concurrency: false }, () => {
  /** Returns a function that lets seconds pass and returns how often the worker queried the database in that time. */
  const startTicking = async (declared: Job<JobRunServices>) => {
    const db = resources.use(openDatabase({ ...connection, max: 4 }, () => {}))
    let queries = 0
    const readInstall: typeof db.readInstall = (...args) => {
      queries++
      return db.readInstall(...args)
    }
    const services = {
      db: { ...db, readInstall },
      clock: { now: () => now },
      ids: createIds(),
      log: createLog({ level: 'silent', destination: new PassThrough() }),
      metrics: createMetrics(),
      governor: createGovernor({ maxSlices: 4 }),
      nodeId: 'nod_test',
    }
    const worker = resources.use(await createWorker({ services, jobs: [declared] }))
    return async (seconds: number) => {
      queries = 0
      for (let i = 0; i < seconds; i++) {
        now += second
        await worker.runDue()
      }
      return queries
    }
  }

  test('queries the database when a job may be due, and not before', async () => {
    let runs = 0
    const pass = await startTicking(every20s(() => ++runs))
    await pass(1)
    assert.deepEqual([await pass(18), runs], [0, 0])
    // One query finds that the job is due; another, after the run, finds the time when it is next due.
    assert.deepEqual([await pass(20), runs], [2, 1])
    assert.deepEqual([await pass(20), runs], [2, 2])
  })

  test('queries again when its clock is set back', async () => {
    let runs = 0
    const pass = await startTicking(every20s(() => ++runs))
    now += 24 * hour
    await pass(2)
    assert.equal(runs, 1)
    now = noon
    assert.equal(await pass(1), 1)
    assert.equal(runs, 2)
  })

  test('takes over a job that another node abandoned, once its lease has ended', async () => {
    let runs = 0
    const pass = await startTicking(every20s(() => ++runs))
    now += 20 * second
    const until = new Date(now + 25 * second)
    await query(connection, `update job set lease_owner = 'jrn_other', lease_until = $1`, [until])
    await pass(1)
    assert.deepEqual([await pass(23), runs], [0, 0])
    await pass(1)
    assert.equal(runs, 1)
  })

  describe('and checks a job for work between its scheduled times', { concurrency: false }, () => {
    /** A job at each full hour that takes all waiting work, and is checked every 5 seconds. */
    const checkedJob = (work: { waiting: number; checks: number; runs: number }) =>
      job<JobRunServices>({
        name: 'count',
        description: 'Counts.',
        schedule: '0 0 * * * *',
        expected: 60_000,
        check: {
          every: 5 * second,
          async find() {
            work.checks++
            return Array.from({ length: work.waiting })
          },
        },
        async run() {
          work.runs++
          const processed = work.waiting
          work.waiting = 0
          return processed
        },
      })

    test('writes nothing while no work waits, and runs the job at the next check once some does', async () => {
      const work = { waiting: 0, checks: 0, runs: 0 }
      const pass = await startTicking(checkedJob(work))
      await pass(60)
      assert.deepEqual(work, { waiting: 0, checks: 12, runs: 0 })
      assert.deepEqual(await query(connection, 'select from job_run'), [])
      work.waiting = 3
      await pass(5)
      assert.deepEqual(work, { waiting: 0, checks: 13, runs: 1 })
      assert.deepEqual(await query(connection, 'select processed, missed from job_run'), [{ processed: 3, missed: 0 }])
      await pass(60)
      assert.equal(work.runs, 1)
    })

    test('runs the job by its schedule as well, even if its check fails', async () => {
      const work = { waiting: 0, checks: 0, runs: 0 }
      const pass = await startTicking({
        ...checkedJob(work),
        check: { every: second, find: () => Promise.reject(new Error('the check failed')) },
      })
      await assert.rejects(pass(1), /the check failed/)
      now += hour
      await pass(1)
      assert.equal(work.runs, 1)
    })

    test('checks again after its clock was set back', async () => {
      const work = { waiting: 0, checks: 0, runs: 0 }
      const pass = await startTicking(checkedJob(work))
      await pass(1)
      now = noon - second
      await pass(1)
      assert.deepEqual(work, { waiting: 0, checks: 2, runs: 0 })
    })
  })
})
