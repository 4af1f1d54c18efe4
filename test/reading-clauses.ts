import assert from 'node:assert/strict'
import { readClauseFile, type Wanted } from '#client/import/read.ts'
import { type Reason, UnreadableFile } from '#client/import/unreadable-file.ts'

export const readClauses = (name: string, content: string | object, wanted?: Wanted) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const bytes = content instanceof Uint8Array ? new Uint8Array(content) : new TextEncoder().encode(text)
  return readClauseFile({ name, bytes }, wanted)
}

type Row = readonly [key: string, parent: string | null, title: string, text: string, isAssessable: boolean]

export const clauseRows = async (...args: Parameters<typeof readClauses>): Promise<Row[]> =>
  (await readClauses(...args)).clauses.map(one => [one.clauseKey, one.parentKey, one.title, one.text, one.isAssessable])

export const assertUnreadable = (reason: Reason, words: RegExp, ...args: Parameters<typeof readClauses>) =>
  assert.rejects(
    readClauses(...args),
    error => error instanceof UnreadableFile && error.reason === reason && words.test(error.message),
  )
