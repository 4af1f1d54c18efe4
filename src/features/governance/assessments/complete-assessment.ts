import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Change } from '#http/call.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import type { Assessment } from './assessment.ts'
import { findUnanswered, selectAssessmentAnswers, shareFramework } from './assessment-queries.ts'
import { moveAssessment } from './move-assessment.ts'

/** The number of answers in memory at a time. They take 4 MB if each has 50 claims and the longest note. */
const batchSize = 500

/**
 * Returns the SHA-256 of the RFC 8785 JSON of `{answers, assessment}`, hexadecimal. RFC 8785 puts `answers` first, so
 * they are hashed while they are read. Throws a 422 if the assessment has no answers.
 */
const digestOf = async ({ tx }: Change, { digest: _, ...assessment }: Assessment): Promise<string> => {
  const hash = createHash('sha256').update('{"answers":[')
  let position = ''
  for (let isFirst = true; ; isFirst = false) {
    const answers = await tx.query(selectAssessmentAnswers, { assessmentId: assessment.id, position, limit: batchSize })
    if (isFirst && answers.length === 0)
      throw new Refusal(
        'unprocessable',
        sentence`assessment.no_answers: The assessment has no answers; answer its clauses first.`,
      )
    const texts = answers.map(({ record }) => canonicalize(JSON.parse(record)))
    if (texts.length > 0) hash.update(`${isFirst ? '' : ','}${texts.join()}`)
    const last = answers.at(-1)
    if (!last || answers.length < batchSize) break
    position = last.id
  }
  return hash.update(`],"assessment":${canonicalize(assessment)}}`).digest('hex')
}

const listKeys = ({ clauses, keys }: { readonly clauses: number; readonly keys: readonly string[] | null }): string => {
  const firstKeys = keys ?? []
  return `${firstKeys.join(', ')}${clauses > firstKeys.length ? ` and ${clauses - firstKeys.length} more` : ''}`
}

export const completeAssessment = moveAssessment({
  move: 'complete',
  summary: 'Complete an assessment permanently, as a person who did not contribute to it (four eyes)',
  async effect(change, { id, fields }) {
    const framework = firstOrNotFound(await change.tx.query(shareFramework, { id: fields.frameworkId }), 'framework')
    const [open] = await change.tx.query(findUnanswered, { id })
    if (open && open.clauses > 0)
      throw new Refusal(
        'unprocessable',
        sentence`assessment.unanswered: Answer these clauses first: ${{ clauses: listKeys(open) }}.`,
      )
    const completedAt = iso(change.now)
    const changes = {
      status: 'completed',
      frameworkVersion: JSON.parse(framework.record).version,
      completedAt,
      completedBy: change.actor.id,
    } as const
    const digest = await digestOf(change, { ...fields, ...changes, updatedAt: completedAt })
    return { changes: { ...changes, digest }, completes: true }
  },
})
