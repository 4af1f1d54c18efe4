import assert from 'node:assert/strict'
import { type ClauseFileOptions, readClauseFile } from '#client/import/read.ts'
import { type Reason, UnreadableFile } from '#client/import/unreadable-file.ts'

export const readClauses = (name: string, content: string | object, options?: ClauseFileOptions) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const bytes = content instanceof Uint8Array ? new Uint8Array(content) : new TextEncoder().encode(text)
  return readClauseFile({ name, bytes }, options)
}

type Row = readonly [key: string, parent: string | null, title: string, text: string, isAssessable: boolean]

export const clauseRows = async (...args: Parameters<typeof readClauses>): Promise<Row[]> =>
  (await readClauses(...args)).clauses.map(clause => [
    clause.clauseKey,
    clause.parentKey,
    clause.title,
    clause.text,
    clause.isAssessable,
  ])

export const assertUnreadable = (reason: Reason, pattern: RegExp, ...args: Parameters<typeof readClauses>) =>
  assert.rejects(
    readClauses(...args),
    error => error instanceof UnreadableFile && error.reason === reason && pattern.test(error.message),
  )
