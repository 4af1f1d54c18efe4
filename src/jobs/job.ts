import type { Slice } from '#lib/governor.ts'
import { parseSchedule } from './schedule.ts'

/** The input of a run besides the services. */
export interface Running {
  /** Identifier of the run, prefix `jrn_`, which serves as the request id of everything the run writes. */
  readonly id: string
  /** Aborted when the process stops or the lease is lost: a run should end after its current batch. */
  readonly signal: AbortSignal
  /** Runs bulk work, one bounded piece at a time: it leaves room for requests and for other jobs. */
  readonly slice: Slice
  /** Someone requested this run ahead of schedule and is waiting for it. */
  readonly asked?: boolean
  /**
   * The only organization that the run works for, because one of its administrators requested it. All when left out.
   */
  readonly organizationId?: string
}

/** The organizations, among those with work, that a run works for. */
export const among = <Row extends { readonly id: string }>(
  { organizationId }: Pick<Running, 'organizationId'>,
  organizations: readonly Row[],
): Row[] => organizations.filter(({ id }) => organizationId === undefined || id === organizationId)

/** When a job runs, as data. */
export interface Planned {
  /** Unique: `expire-claims`. */
  readonly name: string
  /** Six fields of croner in UTC, seconds first: `0 17 * * * *` is 17 minutes past each hour. */
  readonly schedule: string
  /**
   * In milliseconds. Each install shifts the starts by a fixed part of this, so that installs do not query the same
   * store or name server in the same second.
   */
  readonly jitter?: number
}

/** How a job is checked for work between its scheduled times, so that it then runs at once. */
export interface WorkCheck<Services> {
  /** In milliseconds, whole seconds. */
  readonly every: number
  /** Returns any rows while work waits. Every worker node calls it, without a lease, so it may only read. */
  find(services: Services): Promise<readonly unknown[]>
}

/** A scheduled job, as data. */
export interface Job<Services> extends Planned {
  readonly description: string
  /**
   * The normal limit of a run in milliseconds; one that lasts three times as long is stuck. docs/operating.md has the
   * reason for each.
   */
  readonly expected: number
  /**
   * Whether a run can work for one organization alone (`Running.organizationId`): its administrators then see the job
   * and run it for their organization. Any other job belongs to the install, and only its operator sees it.
   */
  readonly ofWorkspaces?: true
  /** For work that should not wait for the schedule: unlike a run, a check that finds nothing writes nothing. */
  readonly check?: WorkCheck<Services>
  /** Returns the number of processed records. Safe to run twice at once, since its lease can expire during a run. */
  run(services: Services, running: Running): Promise<number | Unfinished>
}

/** The result of a run that may have stopped before its work was finished. */
export interface Unfinished {
  readonly processed: number
  /** Whether more work remains: the next run then begins immediately, and not at the next moment of the schedule. */
  readonly more: boolean
}

/** The multiple of the expected time after which a run counts as stuck. */
const patience = 3

/** The number of milliseconds after which a run is stuck. */
export const stuckAfter = ({ expected }: Pick<Job<never>, 'expected'>): number => patience * expected

/** Declares a job. Throws on an invalid schedule. */
export const job = <Services>(declared: Job<Services>): Job<Services> => {
  parseSchedule(declared.schedule)
  return declared
}
