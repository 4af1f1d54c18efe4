import pg from 'pg'
import { notFound } from './errors.ts'

/** Policies that hide what is placed in other units; their names are in the message, whatever language it is in. */
const ofUnits = /\bbound_(unit|claim)\b/

/**
 * The 404 for a write that the policies of units reject: its record moved to another unit after the call had seen it.
 * A missing grant has the same SQLSTATE, but comes from another routine of the server, and stays a fault.
 */
export const movedAway = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  error.code === '42501' &&
  error.routine === 'ExecWithCheckOptions' &&
  ofUnits.test(error.message)
    ? notFound('record')
    : undefined
