/** The SQLSTATE of a PostgreSQL error, or the system code of another error; undefined if it has neither. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

const tooLarge = '54000'

/**
 * The name of the violated constraint, if PostgreSQL reports one. The error for a value too long for an index also
 * names that index, but violates no constraint.
 */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof Error &&
  'constraint' in error &&
  typeof error.constraint === 'string' &&
  sqlState(error) !== tooLarge
    ? error.constraint
    : undefined
