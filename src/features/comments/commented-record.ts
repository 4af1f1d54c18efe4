import type { Call, Provided } from '#http/call.ts'
import { notFound } from '#http/errors.ts'
import { findAnswerClause } from './queries.ts'

declare module '#http/call.ts' {
  interface Capabilities {
    /** The prefixes of the records that people comment on. */
    readonly commentedKinds: readonly string[]
  }
}

/** Returns the id of the record with the page: for an answer of an assessment, the assessment. */
export const pageIdOf = (recordId: string): string => recordId.split('/', 1)[0] ?? ''

/** Throws a 404 unless people comment on records of this kind, and the caller can see the record. */
export const requireCommented = async (
  { read, findTitles, commentedKinds }: Pick<Call, 'read'> & Provided<'findTitles' | 'commentedKinds'>,
  recordId: string,
): Promise<void> => {
  const [assessmentId = '', clauseId, ...rest] = recordId.split('/')
  const [prefix = ''] = assessmentId.split('_', 1)
  const isAnswer = clauseId !== undefined
  if (!commentedKinds.includes(prefix) || rest.length > 0 || (isAnswer && prefix !== 'gas')) throw notFound('record')
  const titles = await findTitles(read, [assessmentId])
  const isVisible = titles.has(assessmentId)
  const found = isVisible && (!isAnswer || (await read(findAnswerClause, { assessmentId, clauseId })).length > 0)
  if (!found) throw notFound('record')
}
