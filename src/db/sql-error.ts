/** SQLSTATE of an error raised by PostgreSQL, else undefined. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

const tooLarge = '54000'

/**
 * The name of the violated constraint, if PostgreSQL reports one. A value too long for an index also names that index,
 * but violates no constraint.
 */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof Error &&
  'constraint' in error &&
  typeof error.constraint === 'string' &&
  sqlState(error) !== tooLarge
    ? error.constraint
    : undefined
