import { iso, second } from '#lib/clock.ts'
import type { Governor, Slice } from '#lib/governor.ts'
import type { Ids } from '#lib/ids.ts'
import type { JobRun } from '#lib/job-runner.ts'
import type { Metrics } from '#lib/metrics.ts'
import { PartlyFailed } from './batches.ts'
import { codes, errorCodeOf } from './error-code.ts'
import { type Job, type Running, stuckAfter } from './job.ts'
import { type Lease, type LeaseServices as LeaseNeeds, takeLease } from './lease.ts'
import { recordRun } from './runs.ts'
import type { Timetable } from './timetable.ts'
import { type ReportTrouble, tellingFailures, tellingLateness } from './trouble.ts'

export interface JobRunServices extends LeaseNeeds {
  readonly ids: Ids
  readonly governor: Pick<Governor, 'slice'>
  readonly metrics: Pick<Metrics, 'jobs' | 'jobSuccess' | 'jobInterval' | 'jobExpected' | 'jobMissed' | 'watchJobs'>
  /** Identifies this process among the nodes of the install. */
  readonly nodeId: string
}

/** A run that ended in this process; `error` is the error of a failed run. */
export interface EndedRun extends JobRun {
  readonly processed: number
  readonly error?: unknown
}

type Attempted = Pick<EndedRun, 'outcome' | 'processed' | 'errorCode' | 'error'> & { readonly more: boolean }

/** Runs a job and returns its outcome. */
export const attemptRun = async <Services extends Pick<JobRunServices, 'governor'>>(
  job: Job<Services>,
  services: Services,
  running: Omit<Running, 'slice'>,
): Promise<Attempted> => {
  const slice: Slice = (work, options) => services.governor.slice(job.name, work, options)
  try {
    const done = await job.run(services, { ...running, slice })
    const { processed, more } = typeof done === 'number' ? { processed: done, more: false } : done
    return { outcome: 'succeeded', processed, more, errorCode: null }
  } catch (error) {
    const processed = error instanceof PartlyFailed ? error.processed : 0
    return { outcome: 'failed', processed, more: false, errorCode: errorCodeOf(error), error }
  }
}

/** Counts, logs and reports runs that were missed, and a run that never ended. */
const lookBack = async (
  { clock, log, metrics }: JobRunServices,
  { name: job, missed }: { name: string; missed: number },
  { planned, interrupted, failures }: Lease,
  tell: ReportTrouble,
): Promise<void> => {
  if (interrupted !== undefined) {
    metrics.jobs.inc({ job, outcome: 'failed' })
    log.error({ event: 'job_interrupted', job, record: interrupted })
    if (failures === tellingFailures) await tell({ kind: 'failing', count: failures, code: codes.interrupted })
  }
  if (missed === 0) return
  metrics.jobMissed.inc({ job_name: job }, missed)
  log.warn({ event: 'job_late', job, count: missed })
  if (clock.now() - planned >= tellingLateness) await tell({ kind: 'missed', count: missed, since: iso(planned) })
}

interface Options {
  readonly timetable: Timetable
  /** Creates the function that reports the trouble of a run. */
  readonly teller: (job: string, runId: string) => ReportTrouble
  /** The start times of the runs in this process, by job. */
  readonly underWay: Map<string, number>
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal
  /** For a scheduled run, which happens only if the job is still due. */
  readonly latestNextRun?: number | undefined
  /** Someone requested it, and is waiting for it. */
  readonly asked?: boolean
}

/**
 * Runs a job under its lease, records the run, counts it, logs a failure and reports trouble. Undefined if another run
 * holds the lease or the job is not due; throws only errors of the database.
 */
export const runOnce = async <Services extends JobRunServices>(
  services: Services,
  job: Job<Services>,
  { timetable, teller, underWay, stopping, asked = false, ...due }: Options,
): Promise<EndedRun | undefined> => {
  const { db, clock, ids, log, metrics, nodeId } = services
  const id = ids.next('jrn', clock.now())
  const tell = teller(job.name, id)
  const began = clock.now()
  let isStuck = false
  const renewed = async (): Promise<void> => {
    if (isStuck || clock.now() - began <= stuckAfter(job)) return
    isStuck = true
    // Retried after the next renewal.
    isStuck = await tell({ kind: 'stuck', since: iso(began) })
  }
  using lease = await takeLease(services, { job: job.name, owner: id, node: nodeId, renewed, ...due })
  if (!lease) return undefined
  underWay.set(job.name, began)
  using _ = { [Symbol.dispose]: () => underWay.delete(job.name) }
  const missed = timetable.missed(job, lease.planned, began)
  await lookBack(services, { name: job.name, missed }, lease, tell)
  const signal = AbortSignal.any([stopping, lease.lost])
  const { error, more, ...attempted } = await attemptRun(job, services, { id, signal, asked })
  const finished = clock.now()
  const times = { startedAt: iso(began), finishedAt: iso(finished) }
  const ended = { id, job: job.name, ...times, ...attempted, nodeId, missed }
  const { run, failures } = await recordRun(db, ended, more ? finished : timetable.next(job, finished))
  metrics.jobs.inc({ job: job.name, outcome: run.outcome })
  if (run.outcome === 'succeeded') metrics.jobSuccess.set({ job_name: job.name }, finished / second)
  if (run.outcome === 'failed')
    log.error({ event: 'job_failed', job: job.name, record: id, error: error ?? new Error('its lease was lost') })
  if (failures === tellingFailures && run.errorCode !== null)
    await tell({ kind: 'failing', count: failures, code: run.errorCode })
  return error === undefined ? run : { ...run, error }
}
