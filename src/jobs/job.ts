import { parseSchedule } from './schedule.ts'

/** What a run gets besides the services. */
export interface Running {
  /** Identifier of the run, prefix `jrn_`: what the run writes carries it as its request id. */
  readonly id: string
  /** Aborted when the process stops or the lease is lost: a run ends after its current batch. */
  readonly signal: AbortSignal
}

/** A scheduled job, as data. */
export interface Job<Services> {
  /** Unique: `expire-claims`. */
  readonly name: string
  readonly description: string
  /** Six fields of croner in UTC, seconds first: `0 17 * * * *` is 17 minutes past each hour. */
  readonly schedule: string
  /** Returns how many records it processed. Safe to run twice at once: its lease can expire meanwhile. */
  run(services: Services, running: Running): Promise<number>
}

/** Declares a job. Throws on a schedule that cannot be read. */
export const job = <Services>(declared: Job<Services>): Job<Services> => {
  parseSchedule(declared.schedule)
  return declared
}
