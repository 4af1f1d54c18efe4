import type { Slice } from '#lib/governor.ts'
import { parseSchedule } from './schedule.ts'

/** What a run gets besides the services. */
export interface Running {
  /** Identifier of the run, prefix `jrn_`: what the run writes carries it as its request id. */
  readonly id: string
  /** Aborted when the process stops or the lease is lost: a run ends after its current batch. */
  readonly signal: AbortSignal
  /** Runs bulk work, one bounded piece at a time: it leaves room for requests and for other jobs. */
  readonly slice: Slice
  /** Somebody asked for this run ahead of the schedule, and waits for it. */
  readonly asked?: boolean
  /** The only organization that the run works for: one of its administrators asked for it. All when left out. */
  readonly organizationId?: string
}

/** The organizations that a run works for, of those with work. */
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
   * Milliseconds: each install moves the starts by a fixed part of this, so that many of them do not ask one store or
   * name server in the same second.
   */
  readonly jitter?: number
}

/** A scheduled job, as data. */
export interface Job<Services> extends Planned {
  readonly description: string
  /**
   * Milliseconds that a run normally lasts at most; one that lasts three times as long is stuck. docs/operating.md has
   * the reason for each.
   */
  readonly expected: number
  /**
   * Whether a run can work for one organization alone (`Running.organizationId`): its administrators see and run the job
   * for theirs. Any other is of the install, and of nobody's but its operator.
   */
  readonly ofWorkspaces?: true
  /** Returns how many records it processed. Safe to run twice at once: its lease can expire meanwhile. */
  run(services: Services, running: Running): Promise<number | Unfinished>
}

/** What a run has done that did not go on for as long as there was something to do. */
export interface Unfinished {
  readonly processed: number
  /** Where there is more to do: the next run begins at once, and not at the next moment of the schedule. */
  readonly more: boolean
}

/** How often the expected time a run may last before it counts as stuck. */
const patience = 3

/** After how many milliseconds a run is stuck. */
export const stuckAfter = ({ expected }: Pick<Job<never>, 'expected'>): number => patience * expected

/** Declares a job. Throws on a schedule that cannot be read. */
export const job = <Services>(declared: Job<Services>): Job<Services> => {
  parseSchedule(declared.schedule)
  return declared
}
