import { minute } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

/** The number of failed runs in a row after which a job is reported, once. */
export const reportedFailures = 5

/**
 * A run that follows missed runs is reported if it is at least this many milliseconds late; restarts take less. The
 * health check considers a job overdue after the same time.
 */
export const reportedLatenessMs = 5 * minute

/** A problem with a job of the install. */
export interface Trouble {
  readonly kind: 'stuck' | 'missed' | 'failing'
  readonly job: string
  /** The run that detected it, prefix `jrn_`. */
  readonly runId: string
  /** The number of runs that were missed, or that failed in a row. */
  readonly count?: number
  /** The error code of the last failure. */
  readonly code?: string
  /** The time when the stuck run began, or when the first missed run was due; ISO 8601. */
  readonly since?: string
}

/** Receives each problem once. */
export type NotifyTrouble = (trouble: Trouble) => Promise<unknown>

/** Reports a problem of a run. Returns false if that failed, which delays neither the run nor its record. */
export type ReportTrouble = (trouble: Omit<Trouble, 'job' | 'runId'>) => Promise<boolean>

export const createReporter =
  (notify: NotifyTrouble, log: Log) =>
  (job: string, runId: string): ReportTrouble =>
  async trouble => {
    try {
      await notify({ job, runId, ...trouble })
      return true
    } catch (error) {
      log.error({ event: 'job_trouble_not_recorded', job, kind: trouble.kind, record: runId, error })
      return false
    }
  }
