import { minute } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

/** The number of failed runs in a row that is reported, once. */
export const tellingFailures = 5

/**
 * The delay at which a run that makes up for others is reported. A restart takes less; health considers a job overdue
 * after the same time.
 */
export const tellingLateness = 5 * minute

/** A problem with a job of the install. */
export interface Trouble {
  readonly kind: 'stuck' | 'missed' | 'failing'
  readonly job: string
  /** The run that detected it, prefix `jrn_`. */
  readonly runId: string
  /** Runs that were missed, or failed in a row. */
  readonly count?: number
  /** The error code of the last failure. */
  readonly code?: string
  /** When the stuck run began, or the first missed one was due: ISO 8601. */
  readonly since?: string
}

/** Is notified of each trouble once. */
export type NotifyTrouble = (trouble: Trouble) => Promise<unknown>

/** Reports the trouble of one run; false if that failed, which delays neither the run nor its record. */
export type ReportTrouble = (trouble: Omit<Trouble, 'job' | 'runId'>) => Promise<boolean>

export const createTeller =
  (tell: NotifyTrouble, log: Log) =>
  (job: string, runId: string): ReportTrouble =>
  async trouble => {
    try {
      await tell({ job, runId, ...trouble })
      return true
    } catch (error) {
      log.error({ event: 'job_trouble_not_recorded', job, kind: trouble.kind, record: runId, error })
      return false
    }
  }
