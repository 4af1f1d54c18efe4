import { minute } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

/** Failed runs in a row that are told of: once, when it is this many. */
export const tellingFailures = 5

/**
 * How late a run that makes up for others must be to be told of. A restart takes less; health calls a job overdue after
 * the same time.
 */
export const tellingLateness = 5 * minute

/** What is wrong with a job of the install. */
export interface Trouble {
  readonly kind: 'stuck' | 'missed' | 'failing'
  readonly job: string
  /** The run that it was noticed at, prefix `jrn_`. */
  readonly runId: string
  /** Runs that were missed, or failed in a row. */
  readonly count?: number
  /** What the last one failed with. */
  readonly code?: string
  /** When the stuck run began, or the first missed one was due: ISO 8601. */
  readonly since?: string
}

/** Is told of each trouble once. */
export type Tell = (trouble: Trouble) => Promise<unknown>

/** Tells of the trouble of one run; false where that failed, which holds up neither the run nor its record. */
export type Teller = (trouble: Omit<Trouble, 'job' | 'runId'>) => Promise<boolean>

export const createTeller =
  (tell: Tell, log: Log) =>
  (job: string, runId: string): Teller =>
  async trouble => {
    try {
      await tell({ job, runId, ...trouble })
      return true
    } catch (error) {
      log.error({ event: 'job_trouble_not_recorded', job, kind: trouble.kind, record: runId, error })
      return false
    }
  }
