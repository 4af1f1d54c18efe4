import { DatabaseSilent } from './watchdog.ts'

/** The commit was sent, but the connection ended or fell silent before the server confirmed it. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'

  constructor(cause: unknown) {
    super('whether the change was made is not known', { cause })
  }
}

const continuedAfter = new WeakSet<object>()

/**
 * Records that the server was ready for another statement after this error. `severity` cannot distinguish an ERROR from
 * a FATAL or PANIC, because pg exposes only the translated field.
 */
export const recordContinued = (error: Error): void => void continuedAfter.add(error)

/** Whether the transaction was certainly rolled back: the server continued after the error. */
export const wasRolledBack = (error: unknown): boolean => error instanceof Error && continuedAfter.has(error)

const wasNeverSent = (error: unknown): boolean =>
  error instanceof DatabaseSilent ? !error.sent : error instanceof Error && /not queryable/i.test(error.message)

/** Returns the error to report for a commit that failed with `error`. */
export const commitError = (error: unknown): unknown =>
  wasRolledBack(error) || wasNeverSent(error) ? error : new OutcomeUnknown(error)
