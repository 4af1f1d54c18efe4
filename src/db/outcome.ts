import { DatabaseSilent } from './watchdog.ts'

/** The commit was sent, but the connection ended or fell silent before the server confirmed it. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'

  constructor(cause: unknown) {
    super('whether the change was made is not known', { cause })
  }
}

/** The SQLSTATEs of a server that continues: after any other error it is unknown whether the commit happened. */
export const wasRolledBack = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && error.severity === 'ERROR'

const wasNeverSent = (error: unknown): boolean =>
  error instanceof DatabaseSilent ? !error.sent : error instanceof Error && /not queryable/i.test(error.message)

/** The error to report for a commit that failed with `error`. */
export const ofCommit = (error: unknown): unknown =>
  wasRolledBack(error) || wasNeverSent(error) ? error : new OutcomeUnknown(error)
