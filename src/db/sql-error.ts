/** Returns the SQLSTATE of a PostgreSQL error, or the system code of another error; undefined without either. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

const tooLarge = '54000'

/**
 * Returns the name of the violated constraint, if any. Excludes the error for a value that is too long for an index,
 * which also has the name of that index.
 */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof Error &&
  'constraint' in error &&
  typeof error.constraint === 'string' &&
  sqlState(error) !== tooLarge
    ? error.constraint
    : undefined
