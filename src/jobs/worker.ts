import { setTimeout as delay } from 'node:timers/promises'
import { install } from '#db/database.ts'
import { iso, second } from '#lib/clock.ts'
import { createFailureReport } from '#lib/failure-report.ts'
import type { JobRunner } from '#lib/job-runner.ts'
import { createChecks } from './checks.ts'
import { type Job, stuckAfter } from './job.ts'
import { leaseTimes, tolerance } from './lease.ts'
import { measureJobs } from './measure.ts'
import { readOwnRuns, readOwnStates } from './own-runs.ts'
import { createOwnRuns } from './own-worker.ts'
import { type EndedRun, type JobRunServices, runOnce } from './run-once.ts'
import { countFailedJobs, findNextRuns, readRuns, readStates, registerJobs } from './states.ts'
import { createTimetable } from './timetable.ts'
import { createReporter, type NotifyTrouble } from './trouble.ts'

const pollMs = second
// How long an unscheduled run waits for one in progress.
const unscheduledWaitMs = 10 * second
const retryMs = 100
const upcomingRuns = 5

/** Runs declared jobs, each once across all nodes. */
export interface Worker extends JobRunner, AsyncDisposable {
  /** Starts due jobs every second, until disposed. Queries the database only if a job, or its check, may be due. */
  start(): void
  /** Runs the jobs that are due now and waits for them. Returns the runs in this process. */
  runDue(): Promise<EndedRun[]>
  runNow(name: string, organizationId?: string): Promise<EndedRun | undefined>
}

interface Options<Services extends JobRunServices> {
  readonly services: Services
  readonly jobs: readonly Job<Services>[]
  /** A string that only the nodes of this install share; it determines how much of its jitter delays each job. */
  readonly install?: string
  /** Receives problems with jobs, in addition to the log and the metrics. */
  readonly notify?: NotifyTrouble
}

const ignoreTrouble: NotifyTrouble = async () => {}

/** Creates a worker and registers the jobs in the database. Disposing waits until running jobs have stopped. */
export const createWorker = async <Services extends JobRunServices>(options: Options<Services>): Promise<Worker> => {
  const { services, jobs } = options
  const { db, clock, log } = services
  const timetable = createTimetable(options.install ?? '')
  const reporterOf = createReporter(options.notify ?? ignoreTrouble, log)
  const checks = createChecks(services, jobs)
  const byName = new Map(jobs.map(job => [job.name, job]))
  const names = [...byName.keys()]
  const jobOf = (name: string, organizationId: string | undefined) => {
    const job = byName.get(name)
    return organizationId === undefined || job?.ofWorkspaces ? job : undefined
  }
  const stopping = new AbortController()
  const pending = new Set<Promise<unknown>>()
  const runningJobs = new Map<string, number>()
  const runOptions = { timetable, reporterOf, runningJobs, stopping: stopping.signal }
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> | undefined
  /** Between these times no job becomes due, regardless of other nodes. */
  let idle = { from: 0, before: 0 }
  let endedRuns = 0
  const polls = createFailureReport({ fails: 'jobs_not_polled', works: 'jobs_polled' }, line => log.warn(line))

  const nextRuns = (after: number) => jobs.map(job => iso(timetable.next(job, after)))
  await db.transaction(install, tx => tx.write(registerJobs, { names, nextRuns: nextRuns(clock.now()) }))

  const track = <T>(work: Promise<T>): Promise<T> => {
    pending.add(work)
    const done = () => {
      pending.delete(work)
      idle = { from: 0, before: 0 }
      endedRuns++
    }
    work.then(done, done)
    return work
  }

  const startScheduled = async (): Promise<Promise<EndedRun | undefined>[]> => {
    const now = clock.now()
    if (now >= idle.from && now < idle.before) return []
    const latest = now + tolerance
    const endedBefore = endedRuns
    const rows = await db.readInstall(findNextRuns, { ...leaseTimes(now), names, latestRuns: nextRuns(latest) })
    const due = rows.filter(row => row.due)
    // A run in this process may have ended after its lease was read.
    if (due.length === 0 && pending.size === 0 && endedRuns === endedBefore)
      idle = { from: now, before: Math.min(...rows.map(({ next }) => next.getTime())) }
    return due.flatMap(({ name }) => {
      const job = byName.get(name)
      if (!job) return []
      checks.skip(name)
      return [track(runOnce(services, job, { ...runOptions, latestNextRun: timetable.next(job, latest) }))]
    })
  }

  const startChecked = async (): Promise<Promise<EndedRun | undefined>[]> => {
    const jobNames = await checks.findWork(runningJobs)
    return jobNames.flatMap(name => {
      const job = byName.get(name)
      return job ? [track(runOnce(services, job, runOptions))] : []
    })
  }

  // Scheduled runs come first, so that they begin even if a check fails.
  const starts = [startScheduled, startChecked]

  const poll = async (): Promise<void> => {
    try {
      for (const start of starts)
        for (const run of await start()) run.catch(error => log.error({ event: 'job_not_recorded', error }))
      polls.worked()
    } catch (error) {
      polls.failed(error)
    }
    if (!stopping.signal.aborted) timer = setTimeout(startPoll, pollMs).unref()
  }

  const startPoll = (): void => {
    polling = poll()
  }

  const ownRuns = createOwnRuns(services, stopping.signal)

  const runUnscheduled = async (run: () => Promise<EndedRun | undefined>): Promise<EndedRun | undefined> => {
    for (let waited = 0; waited < unscheduledWaitMs; waited += retryMs) {
      const result = await run()
      if (result) return result
      await delay(retryMs)
    }
    return undefined
  }

  /** Lists the jobs that the caller may see, with their states. */
  const statesAt = async (now: number, organizationId: string | undefined) => {
    const states = await readStates(db, now)
    const own = organizationId === undefined ? undefined : await readOwnStates(db, organizationId, names, now)
    return jobs.flatMap(job => {
      const state = jobOf(job.name, organizationId) && states.get(job.name)
      return state ? [{ job, state: { ...state, ...own?.get(job.name) } }] : []
    })
  }

  return {
    start() {
      void measureJobs(services, { jobs, runningJobs }).catch(error => log.warn({ event: 'jobs_not_measured', error }))
      startPoll()
    },
    async runDue() {
      const scheduled = Promise.all(await startScheduled())
      const [scheduledRuns, checkedRuns] = await Promise.all([
        scheduled,
        startChecked().then(runs => Promise.all(runs)),
      ])
      return [...scheduledRuns, ...checkedRuns].filter(run => run !== undefined)
    },
    async runNow(name, organizationId) {
      const job = jobOf(name, organizationId)
      if (!job) throw new Error(`there is no job ${name}`)
      if (organizationId === undefined)
        return track(runUnscheduled(() => runOnce(services, job, { ...runOptions, isRequested: true })))
      return track(runUnscheduled(() => ownRuns.run(job, organizationId)))
    },
    has: (name, organizationId) => jobOf(name, organizationId) !== undefined,
    runs: (name, page, organizationId) =>
      organizationId === undefined ? readRuns(db, name, page) : readOwnRuns(db, organizationId, name, page),
    async failing(organizationId) {
      if (organizationId === undefined) return countFailedJobs(db, names)
      const states = await statesAt(clock.now(), organizationId)
      return states.filter(({ state: { failures } }) => failures > 0).length
    },
    async list(organizationId) {
      const now = clock.now()
      return (await statesAt(now, organizationId)).map(({ job, state }) => {
        const { name, description, schedule, expected, check } = job
        const current = state.current && {
          ...state.current,
          stuck: now - Date.parse(state.current.startedAt) > stuckAfter(job),
        }
        const nextRunsAt = timetable.upcoming(job, now, upcomingRuns).map(iso)
        const times = {
          expectedSeconds: expected / second,
          movedBySeconds: timetable.offset(job) / second,
          checkedEverySeconds: check ? check.every / second : null,
        }
        return { name, description, schedule, ...state, nextRunsAt, current, ...times }
      })
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await polling
      clearTimeout(timer)
      await Promise.allSettled(pending)
    },
  }
}

/** Runs a job immediately and returns the number of processed records; throws the job's error. */
export const runJobNow = async (worker: Worker, name: string): Promise<number> => {
  const run = await worker.runNow(name)
  if (run?.outcome === 'succeeded') return run.processed
  throw run?.error ?? new Error(`the job ${name} ${run ? 'lost its lease' : 'is running elsewhere'}`)
}
