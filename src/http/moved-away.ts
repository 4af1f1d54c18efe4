import pg from 'pg'
import { notFound } from './errors.ts'

/** Policies that hide records of other units; the message contains their names in every language. */
const ofUnits = /\bbound_(unit|claim)\b/

/**
 * The 404 for a write that the policies of units reject: its record moved to another unit after the call had read it. A
 * missing grant has the same SQLSTATE but comes from another routine of the server, and stays a fault.
 */
export const movedAway = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  error.code === '42501' &&
  error.routine === 'ExecWithCheckOptions' &&
  ofUnits.test(error.message)
    ? notFound('record')
    : undefined
