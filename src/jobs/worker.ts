import { setTimeout as delay } from 'node:timers/promises'
import { install } from '#db/database.ts'
import { iso, second } from '#lib/clock.ts'
import type { Ids } from '#lib/ids.ts'
import type { Metrics } from '#lib/metrics.ts'
import { PartlyFailed } from './batches.ts'
import type { Job } from './job.ts'
import { type Needs as LeaseNeeds, leaseTimes, takeLease, tolerance } from './lease.ts'
import { findDueJobs, type JobRun, readStates, recordRun, registerJobs } from './runs.ts'
import { nextRun } from './schedule.ts'

const pollEvery = second
// How long a run out of turn waits for one that is under way.
const patience = 10 * second
const askEvery = 100

export interface Needs extends LeaseNeeds {
  readonly ids: Ids
  readonly metrics: Pick<Metrics, 'jobs'>
}

/** A run that ended here; `error` is what a failed one threw. */
export interface EndedRun extends JobRun {
  readonly error?: unknown
}

export interface JobState {
  readonly name: string
  readonly description: string
  readonly schedule: string
  readonly nextRunAt: string
  readonly lastRun: JobRun | null
}

/** Runs declared jobs, each once across all nodes. */
export interface Worker extends AsyncDisposable {
  /** Looks every second for jobs that are due, from now on until disposed. */
  start(): void
  /** Runs what is due now and waits for it; answers the runs of this process. */
  runDue(): Promise<EndedRun[]>
  /** Runs a job out of turn; undefined when it has been running elsewhere for 10 seconds. Throws on an unknown name. */
  runNow(name: string): Promise<EndedRun | undefined>
  list(): Promise<JobState[]>
}

interface Options<Services extends Needs> {
  readonly services: Services
  readonly jobs: readonly Job<Services>[]
}

/** Makes the jobs known to the database. Disposing asks what runs to end after its batch, and waits for it. */
export const createWorker = async <Services extends Needs>(options: Options<Services>): Promise<Worker> => {
  const { services, jobs } = options
  const { db, clock, ids, log, metrics } = services
  const byName = new Map(jobs.map(job => [job.name, job]))
  const names = [...byName.keys()]
  const stopping = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> | undefined

  const nextRuns = (after: number) => jobs.map(({ schedule }) => iso(nextRun(schedule, after)))
  await db.transaction(install, tx => tx.write(registerJobs, [names, nextRuns(clock.now())]))

  const attempt = async (job: Job<Services>, id: string, signal: AbortSignal): Promise<Attempted> => {
    try {
      return { outcome: 'succeeded', processed: await job.run(services, { id, signal }) }
    } catch (error) {
      return { outcome: 'failed', processed: error instanceof PartlyFailed ? error.processed : 0, error }
    }
  }

  const report = ({ job, outcome, error }: EndedRun): void => {
    metrics.jobs.inc({ job, outcome })
    if (outcome === 'failed') log.error({ event: 'job_failed', job, error: error ?? new Error('its lease was lost') })
  }

  const run = async (job: Job<Services>, latestNextRun?: number): Promise<EndedRun | undefined> => {
    const id = ids.next('jrn', clock.now())
    using lease = await takeLease(services, {
      job: job.name,
      owner: id,
      ...(latestNextRun !== undefined && { latestNextRun }),
    })
    if (!lease) return undefined
    const startedAt = iso(clock.now())
    const signal = AbortSignal.any([stopping.signal, lease.lost])
    const { error, ...attempted } = await attempt(job, id, signal)
    const finished = clock.now()
    const ended = { id, job: job.name, startedAt, finishedAt: iso(finished), ...attempted }
    const recorded = {
      ...(await recordRun(db, ended, nextRun(job.schedule, finished))),
      ...(error !== undefined && { error }),
    }
    report(recorded)
    return recorded
  }

  const track = <T>(work: Promise<T>): Promise<T> => {
    underWay.add(work)
    const done = () => underWay.delete(work)
    work.then(done, done)
    return work
  }

  const startDue = async (): Promise<Promise<EndedRun | undefined>[]> => {
    const now = clock.now()
    const due = await db.readInstall(findDueJobs, [...leaseTimes(now), names, nextRuns(now + tolerance)])
    return due.flatMap(({ name }) => {
      const job = byName.get(name)
      return job ? [track(run(job, nextRun(job.schedule, now + tolerance)))] : []
    })
  }

  const poll = async (): Promise<void> => {
    try {
      for (const started of await startDue()) started.catch(error => log.error({ event: 'job_not_recorded', error }))
    } catch (error) {
      log.warn({ event: 'jobs_not_polled', error })
    }
    if (!stopping.signal.aborted) timer = setTimeout(startPoll, pollEvery).unref()
  }

  const startPoll = (): void => {
    polling = poll()
  }

  const outOfTurn = async (job: Job<Services>): Promise<EndedRun | undefined> => {
    for (let waited = 0; waited < patience; waited += askEvery) {
      const ended = await run(job)
      if (ended) return ended
      await delay(askEvery)
    }
    return undefined
  }

  return {
    start: startPoll,
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
      const states = await readStates(db)
      return jobs.flatMap(({ name, description, schedule }) => {
        const state = states.get(name)
        return state ? [{ name, description, schedule, ...state }] : []
      })
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      clearTimeout(timer)
      await polling
      clearTimeout(timer)
      await Promise.allSettled(underWay)
    },
  }
}

interface Attempted {
  readonly outcome: JobRun['outcome']
  readonly processed: number
  readonly error?: unknown
}
