import pg from 'pg'
import { sentenceOf } from '#lib/error-digest.ts'
import { sqlState } from './sql-error.ts'

/** The line at which the server stopped; its `position` counts characters from 1. */
const lineOf = (sql: string, error: unknown): string => {
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN
  return position > 0 ? ` at line ${sql.slice(0, position - 1).split('\n').length}` : ''
}

/** The message for the operator if the SQL of a file fails: the file, its line, and the error of PostgreSQL. */
export const failedFile = (what: string, sql: string, error: unknown): Error => {
  const state = sqlState(error)
  const where = `${lineOf(sql, error)}${state ? ` (SQLSTATE ${state})` : ''}`
  return new Error(`${what} failed${where}: ${sentenceOf(error)}`, { cause: error })
}
