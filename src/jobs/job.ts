import type { Slice } from '#lib/governor.ts'
import { parseSchedule } from './schedule.ts'

/** The context of a run, passed to it in addition to the services. */
export interface Running {
  /** The id of the run, prefix `jrn_`: the request id of everything that the run writes. */
  readonly id: string
  /** Aborted when the process stops or the lease is lost; the run should then end after its current batch. */
  readonly signal: AbortSignal
  /** Runs bulk work one bounded piece at a time, so that it leaves room for requests and other jobs. */
  readonly slice: Slice
  /** Whether someone requested this run ahead of schedule and is waiting for it. */
  readonly isRequested?: boolean
  /** The organization whose administrator requested the run; by default all organizations. */
  readonly organizationId?: string
}

/** Filters a list of organizations with work to those that the run may process. */
export const among = <Row extends { readonly id: string }>(
  { organizationId }: Pick<Running, 'organizationId'>,
  organizations: readonly Row[],
): Row[] => organizations.filter(({ id }) => organizationId === undefined || id === organizationId)

/** The schedule of a job. */
export interface Planned {
  /** A unique name, such as `expire-claims`. */
  readonly name: string
  /** A croner expression of six fields in UTC, seconds first: `0 17 * * * *` is 17 minutes past each hour. */
  readonly schedule: string
  /**
   * The maximum delay of the start, in milliseconds. Each install delays its runs by a fixed part of this, so that
   * installs do not query the same store or name server in the same second.
   */
  readonly jitter?: number
}

/** A check for work between the scheduled times of a job, which then runs at once. */
export interface WorkCheck<Services> {
  /** The interval in milliseconds; whole seconds. */
  readonly every: number
  /** Returns rows if work is waiting. Every worker node calls this without a lease, so it may only read. */
  find(services: Services): Promise<readonly unknown[]>
}

/** A scheduled job. */
export interface Job<Services> extends Planned {
  readonly description: string
  /**
   * How long a run should take at most, in milliseconds; a run that takes three times as long is stuck.
   * docs/operating.md has the reason for each limit.
   */
  readonly expected: number
  /**
   * Whether a run can work for a single organization (`Running.organizationId`), whose administrators then see the job
   * and can run it. Any other job belongs to the install, and only its operator sees it.
   */
  readonly ofWorkspaces?: true
  /**
   * A check between scheduled times, for work that should not wait for the schedule. Unlike a run, a check that finds
   * no work writes nothing.
   */
  readonly check?: WorkCheck<Services>
  /** Returns the number of processed records. Must be safe to run twice at once: the lease can expire during a run. */
  run(services: Services, running: Running): Promise<number | Unfinished>
}

/** The result of a run that may have stopped before its work was finished. */
export interface Unfinished {
  readonly processed: number
  /** Whether more work remains, so that the next run begins immediately instead of at its next scheduled time. */
  readonly more: boolean
}

/** A run counts as stuck after this multiple of its expected time. */
const stuckFactor = 3

/** The milliseconds after which a run is stuck. */
export const stuckAfter = ({ expected }: Pick<Job<never>, 'expected'>): number => stuckFactor * expected

/** Declares a job. Throws on an invalid schedule. */
export const job = <Services>(declaration: Job<Services>): Job<Services> => {
  parseSchedule(declaration.schedule)
  return declaration
}
