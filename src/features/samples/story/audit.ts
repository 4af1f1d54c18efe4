import { day, iso } from '#lib/clock.ts'
import type { Act } from '#src/features/samples/act.ts'
import type { Cast } from './cast.ts'
import type { StoryWords } from './words.ts'

interface AuditInput {
  readonly accepted: readonly string[]
  readonly frameworkId: string
  readonly now: number
  readonly words: StoryWords['audit']
}

/** Creates an audit by an external auditor, with answers for some clauses and an open room without guests. */
export const tellAudit = async (
  act: Act,
  { adam }: Cast,
  { accepted, frameworkId, now, words }: AuditInput,
): Promise<void> => {
  const period = { periodFrom: iso(now - 365 * day), periodUntil: iso(now) }
  const fields = { assessmentKey: 'AUDIT-1', title: words.title, frameworkId, assessorId: adam.id, external: true }
  const { id: assessmentId } = await act(adam, 'createAssessment', { body: { ...fields, ...period } })
  await act(adam, 'startAssessment', { params: { assessmentId } })
  const { clauses } = await act(adam, 'listWorkspaceClauses', { params: { frameworkId }, query: { limit: 50 } })
  const assessable = clauses.filter(({ isAssessable }: { isAssessable: boolean }) => isAssessable)
  for (const [i, { id: clauseId }] of assessable.slice(0, 4).entries()) {
    const answer = i === 3 ? { result: 'minor', note: words.note } : { result: 'conforms' }
    const claimIds = accepted.slice(i, i + 1)
    await act(adam, 'answerClause', { params: { assessmentId }, body: { clauseId, ...answer, claimIds } })
  }
  await act(adam, 'openAssessmentRoom', { params: { assessmentId } })
}
