import pg from 'pg'
import { notFound } from './errors.ts'

/**
 * Matches the names of the policies that hide records of other units. PostgreSQL's message contains these names in
 * every language.
 */
const unitPolicies = /\bbound_(unit|claim)\b/

/**
 * Returns the 404 for a write that a unit policy rejects, because its record moved to another unit after the call had
 * read it. A missing grant has the same SQLSTATE but comes from another routine of PostgreSQL, and remains a fault.
 */
export const movedAway = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  error.code === '42501' &&
  error.routine === 'ExecWithCheckOptions' &&
  unitPolicies.test(error.message)
    ? notFound('record')
    : undefined
