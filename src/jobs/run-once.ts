import { iso, second } from '#lib/clock.ts'
import type { Governor, Slice } from '#lib/governor.ts'
import type { Ids } from '#lib/ids.ts'
import type { JobRun } from '#lib/job-runner.ts'
import type { Metrics } from '#lib/metrics.ts'
import { PartlyFailed } from './batches.ts'
import { codes, errorCodeOf } from './error-code.ts'
import { type Job, type Running, stuckAfter } from './job.ts'
import { type Lease, type LeaseServices, takeLease } from './lease.ts'
import { recordRun } from './runs.ts'
import type { Timetable } from './timetable.ts'
import { type ReportTrouble, reportedFailures, reportedLatenessMs } from './trouble.ts'

export interface JobRunServices extends LeaseServices {
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

type RunOutcome = Pick<EndedRun, 'outcome' | 'processed' | 'errorCode' | 'error'> & { readonly more: boolean }

/** Runs a job and returns its outcome. */
export const attemptRun = async <Services extends Pick<JobRunServices, 'governor'>>(
  job: Job<Services>,
  services: Services,
  running: Omit<Running, 'slice'>,
): Promise<RunOutcome> => {
  const slice: Slice = (work, options) => services.governor.slice(job.name, work, options)
  try {
    const result = await job.run(services, { ...running, slice })
    const { processed, more } = typeof result === 'number' ? { processed: result, more: false } : result
    return { outcome: 'succeeded', processed, more, errorCode: null }
  } catch (error) {
    const processed = error instanceof PartlyFailed ? error.processed : 0
    return { outcome: 'failed', processed, more: false, errorCode: errorCodeOf(error), error }
  }
}

/** Counts, logs and reports missed runs, and a run that never ended. */
const reportEarlierRuns = async (
  { clock, log, metrics }: JobRunServices,
  { name: job, missed }: { name: string; missed: number },
  { planned, interrupted, failures }: Lease,
  reportTrouble: ReportTrouble,
): Promise<void> => {
  if (interrupted !== undefined) {
    metrics.jobs.inc({ job, outcome: 'failed' })
    log.error({ event: 'job_interrupted', job, record: interrupted })
    if (failures === reportedFailures)
      await reportTrouble({ kind: 'failing', count: failures, code: codes.interrupted })
  }
  if (missed === 0) return
  metrics.jobMissed.inc({ job_name: job }, missed)
  log.warn({ event: 'job_late', job, count: missed })
  if (clock.now() - planned >= reportedLatenessMs)
    await reportTrouble({ kind: 'missed', count: missed, since: iso(planned) })
}

interface Options {
  readonly timetable: Timetable
  /** Creates the function that reports problems of a run. */
  readonly reporterOf: (job: string, runId: string) => ReportTrouble
  /** The start times of the runs in this process, by job. */
  readonly runningJobs: Map<string, number>
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal
  /**
   * Set for scheduled runs, which take place only if the job is still due. A job whose stored next run is later than
   * this counts as due: the clock that computed it was wrong.
   */
  readonly latestNextRun?: number | undefined
  /** Whether someone requested the run and is waiting for it. */
  readonly isRequested?: boolean
}

/**
 * Runs a job under its lease, records and counts the run, logs a failure and reports problems. Returns undefined if
 * another run holds the lease or the job is not due. Throws only database errors.
 */
export const runOnce = async <Services extends JobRunServices>(
  services: Services,
  job: Job<Services>,
  { timetable, reporterOf, runningJobs, stopping, isRequested = false, ...due }: Options,
): Promise<EndedRun | undefined> => {
  const { db, clock, ids, log, metrics, nodeId } = services
  const id = ids.next('jrn', clock.now())
  const reportTrouble = reporterOf(job.name, id)
  const startedAt = clock.now()
  let isStuck = false
  const renewed = async (): Promise<void> => {
    if (isStuck || clock.now() - startedAt <= stuckAfter(job)) return
    isStuck = true
    // A failed report is retried after the next renewal.
    isStuck = await reportTrouble({ kind: 'stuck', since: iso(startedAt) })
  }
  using lease = await takeLease(services, { job: job.name, owner: id, node: nodeId, renewed, ...due })
  if (!lease) return undefined
  runningJobs.set(job.name, startedAt)
  using _ = { [Symbol.dispose]: () => runningJobs.delete(job.name) }
  const missed = timetable.missed(job, lease.planned, startedAt)
  await reportEarlierRuns(services, { name: job.name, missed }, lease, reportTrouble)
  const signal = AbortSignal.any([stopping, lease.lost])
  const { error, more, ...outcome } = await attemptRun(job, services, { id, signal, isRequested })
  const finishedAt = clock.now()
  const times = { startedAt: iso(startedAt), finishedAt: iso(finishedAt) }
  const ended = { id, job: job.name, ...times, ...outcome, nodeId, missed }
  const { run, failures } = await recordRun(db, ended, more ? finishedAt : timetable.next(job, finishedAt))
  metrics.jobs.inc({ job: job.name, outcome: run.outcome })
  if (run.outcome === 'succeeded') metrics.jobSuccess.set({ job_name: job.name }, finishedAt / second)
  if (run.outcome === 'failed')
    log.error({ event: 'job_failed', job: job.name, record: id, error: error ?? new Error('its lease was lost') })
  if (failures === reportedFailures && run.errorCode !== null)
    await reportTrouble({ kind: 'failing', count: failures, code: run.errorCode })
  return error === undefined ? run : { ...run, error }
}
