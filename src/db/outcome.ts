import { DatabaseSilent } from './watchdog.ts'

/** The commit was sent, but the connection ended or fell silent before the server confirmed it. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'

  constructor(cause: unknown) {
    super('whether the change was made is not known', { cause })
  }
}

const continued = new WeakSet<object>()

/**
 * Records that the server was ready for the next statement after this error. `severity` cannot tell an ERROR from a FATAL
 * or PANIC: pg exposes only the field that the server translates.
 */
export const recordContinued = (error: Error): void => void continued.add(error)

/** The server continued: after any other error it is unknown whether the commit happened. */
export const wasRolledBack = (error: unknown): boolean => error instanceof Error && continued.has(error)

const wasNeverSent = (error: unknown): boolean =>
  error instanceof DatabaseSilent ? !error.sent : error instanceof Error && /not queryable/i.test(error.message)

/** The error to report for a commit that failed with `error`. */
export const ofCommit = (error: unknown): unknown =>
  wasRolledBack(error) || wasNeverSent(error) ? error : new OutcomeUnknown(error)
