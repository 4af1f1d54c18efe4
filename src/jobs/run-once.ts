import { iso, second } from '#lib/clock.ts'
import type { Ids } from '#lib/ids.ts'
import type { JobRun } from '#lib/job-runner.ts'
import type { Metrics } from '#lib/metrics.ts'
import { PartlyFailed } from './batches.ts'
import type { Job, Running } from './job.ts'
import { type Needs as LeaseNeeds, takeLease } from './lease.ts'
import { recordRun } from './runs.ts'
import { nextRun } from './schedule.ts'

export interface Needs extends LeaseNeeds {
  readonly ids: Ids
  readonly metrics: Pick<Metrics, 'jobs' | 'jobSuccess' | 'jobInterval'>
}

/** A run that ended in this process; `error` is what a failed one threw. */
export interface EndedRun extends JobRun {
  readonly error?: unknown
}

type Attempted = Pick<EndedRun, 'outcome' | 'processed' | 'error'>

const attempt = async <Services>(job: Job<Services>, services: Services, running: Running): Promise<Attempted> => {
  try {
    return { outcome: 'succeeded', processed: await job.run(services, running) }
  } catch (error) {
    return { outcome: 'failed', processed: error instanceof PartlyFailed ? error.processed : 0, error }
  }
}

interface Options {
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal
  /** For a scheduled run, which happens only if the job is still due. */
  readonly latestNextRun?: number | undefined
}

/**
 * Runs a job under its lease, records the run, counts it and logs a failure. Undefined when another run holds the lease
 * or the job is not due; throws only what the database throws.
 */
export const runOnce = async <Services extends Needs>(
  services: Services,
  job: Job<Services>,
  { stopping, ...due }: Options,
): Promise<EndedRun | undefined> => {
  const { db, clock, ids, log, metrics } = services
  const id = ids.next('jrn', clock.now())
  using lease = await takeLease(services, { job: job.name, owner: id, ...due })
  if (!lease) return undefined
  const startedAt = iso(clock.now())
  const signal = AbortSignal.any([stopping, lease.lost])
  const { error, ...attempted } = await attempt(job, services, { id, signal })
  const finished = clock.now()
  const ended = { id, job: job.name, startedAt, finishedAt: iso(finished), ...attempted }
  const recorded = await recordRun(db, ended, nextRun(job.schedule, finished))
  metrics.jobs.inc({ job: job.name, outcome: recorded.outcome })
  if (recorded.outcome === 'succeeded') metrics.jobSuccess.set({ job_name: job.name }, finished / second)
  if (recorded.outcome === 'failed')
    log.error({ event: 'job_failed', job: job.name, record: id, error: error ?? new Error('its lease was lost') })
  return error === undefined ? recorded : { ...recorded, error }
}
