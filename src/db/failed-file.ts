import pg from 'pg'
import { sentenceOf } from '#lib/error-digest.ts'
import { sqlState } from './sql-error.ts'

/** Returns the line of an error, whose `position` counts characters from 1. */
const lineOf = (sql: string, error: unknown): string => {
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN
  return position > 0 ? ` at line ${sql.slice(0, position - 1).split('\n').length}` : ''
}

/** Describes a failure of an SQL file to the operator: the file, the line, and PostgreSQL's error. */
export const failedFile = (name: string, sql: string, error: unknown): Error => {
  const state = sqlState(error)
  const position = `${lineOf(sql, error)}${state ? ` (SQLSTATE ${state})` : ''}`
  return new Error(`${name} failed${position}: ${sentenceOf(error)}`, { cause: error })
}
