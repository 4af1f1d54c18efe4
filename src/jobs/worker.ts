import { setTimeout as delay } from 'node:timers/promises'
import { install } from '#db/database.ts'
import { iso, second } from '#lib/clock.ts'
import { createFailureReport } from '#lib/failure-report.ts'
import type { JobRunner } from '#lib/job-runner.ts'
import type { Job } from './job.ts'
import { leaseTimes, tolerance } from './lease.ts'
import { type EndedRun, type Needs, runOnce } from './run-once.ts'
import { findNextRuns, findSuccesses, readStates, registerJobs } from './runs.ts'
import { nextRun } from './schedule.ts'

const pollEvery = second
// How long an unscheduled run waits for a running one.
const patience = 10 * second
const askEvery = 100

/** Runs declared jobs, each once across all nodes. */
export interface Worker extends JobRunner, AsyncDisposable {
  /** Checks every second for due jobs, until disposed; queries the database only when one may be due. */
  start(): void
  /** Runs what is due now and waits for it; returns the runs of this process. */
  runDue(): Promise<EndedRun[]>
  runNow(name: string): Promise<EndedRun | undefined>
}

interface Options<Services extends Needs> {
  readonly services: Services
  readonly jobs: readonly Job<Services>[]
}

/** Registers the jobs in the database. Disposing asks running jobs to end after their batch, and waits for them. */
export const createWorker = async <Services extends Needs>(options: Options<Services>): Promise<Worker> => {
  const { services, jobs } = options
  const { db, clock, log, metrics } = services
  const byName = new Map(jobs.map(job => [job.name, job]))
  const names = [...byName.keys()]
  const stopping = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> | undefined
  /** Between these times no job falls due, whatever other nodes do. */
  let nothing = { from: 0, before: 0 }
  let ended = 0
  const polls = createFailureReport({ fails: 'jobs_not_polled', works: 'jobs_polled' }, line => log.warn(line))

  const nextRuns = (after: number) => jobs.map(({ schedule }) => iso(nextRun(schedule, after)))
  await db.transaction(install, tx => tx.write(registerJobs, { names, nextRuns: nextRuns(clock.now()) }))

  const track = <T>(work: Promise<T>): Promise<T> => {
    underWay.add(work)
    const done = () => {
      underWay.delete(work)
      nothing = { from: 0, before: 0 }
      ended++
    }
    work.then(done, done)
    return work
  }

  const startDue = async (): Promise<Promise<EndedRun | undefined>[]> => {
    const now = clock.now()
    if (now >= nothing.from && now < nothing.before) return []
    const latest = now + tolerance
    const endedBefore = ended
    const found = await db.readInstall(findNextRuns, { ...leaseTimes(now), names, latestRuns: nextRuns(latest) })
    const due = found.filter(one => one.due)
    // A run may have ended here after its lease was read.
    if (due.length === 0 && underWay.size === 0 && ended === endedBefore)
      nothing = { from: now, before: Math.min(...found.map(({ next }) => next.getTime())) }
    return due.flatMap(({ name }) => {
      const job = byName.get(name)
      const latestNextRun = job && nextRun(job.schedule, latest)
      return job ? [track(runOnce(services, job, { stopping: stopping.signal, latestNextRun }))] : []
    })
  }

  const poll = async (): Promise<void> => {
    try {
      for (const started of await startDue()) started.catch(error => log.error({ event: 'job_not_recorded', error }))
      polls.worked()
    } catch (error) {
      polls.failed(error)
    }
    if (!stopping.signal.aborted) timer = setTimeout(startPoll, pollEvery).unref()
  }

  const startPoll = (): void => {
    polling = poll()
  }

  // Including runs before this process, so that a job which fails from the start is noticed.
  const measure = async (): Promise<void> => {
    const now = clock.now()
    for (const { name, schedule } of jobs) {
      const next = nextRun(schedule, now)
      metrics.jobInterval.set({ job_name: name }, (nextRun(schedule, next) - next) / second)
    }
    const successes = await db.readInstall(findSuccesses, { names })
    for (const { name, at } of successes) metrics.jobSuccess.set({ job_name: name }, at.getTime() / second)
  }

  const outOfTurn = async (job: Job<Services>): Promise<EndedRun | undefined> => {
    for (let waited = 0; waited < patience; waited += askEvery) {
      const ended = await runOnce(services, job, { stopping: stopping.signal })
      if (ended) return ended
      await delay(askEvery)
    }
    return undefined
  }

  return {
    start() {
      void measure().catch(error => log.warn({ event: 'jobs_not_measured', error }))
      startPoll()
    },
    async runDue() {
      const ended = await Promise.all(await startDue())
      return ended.filter(run => run !== undefined)
    },
    async runNow(name) {
      const job = byName.get(name)
      if (!job) throw new Error(`there is no job ${name}`)
      return track(outOfTurn(job))
    },
    async list() {
      const states = await readStates(db, clock.now())
      return jobs.flatMap(({ name, description, schedule }) => {
        const state = states.get(name)
        return state ? [{ name, description, schedule, ...state }] : []
      })
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await polling
      clearTimeout(timer)
      await Promise.allSettled(underWay)
    },
  }
}
