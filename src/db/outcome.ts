import { DatabaseSilent } from './watchdog.ts'

/** The commit was sent, and the connection ended or fell silent before the server said how it went. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'

  constructor(cause: unknown) {
    super('whether the change was made is not known', { cause })
  }
}

/** Only a server that goes on says so: after anything else it is not known whether a commit came about. */
export const wasRolledBack = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && error.severity === 'ERROR'

const wasNeverSent = (error: unknown): boolean =>
  error instanceof DatabaseSilent ? !error.sent : error instanceof Error && /not queryable/i.test(error.message)

/** What a commit that failed with `error` is to be told as. */
export const ofCommit = (error: unknown): unknown =>
  wasRolledBack(error) || wasNeverSent(error) ? error : new OutcomeUnknown(error)
