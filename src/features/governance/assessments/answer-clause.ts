import { Type } from 'typebox'
import { currentRow } from '#family/bound.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, notFound, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { sentence } from '#lib/sentence.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import { Clause } from '#src/features/governance/clauses/clause.ts'
import { AssessmentAnswer, clauseDigest, maxClaims, needsNote } from './answer.ts'
import { assessments } from './assessment.ts'
import { findClaims, findClause, lockAssessmentAnswer, writeAnswer } from './assessment-queries.ts'
import { answererRoles, isAssigned, lockInStatus, recordAssessmentContributors } from './contributors.ts'

const { result, note } = AssessmentAnswer.properties

export const answerClause = changeEndpoint({
  name: 'answerClause',
  summary: 'Answer a clause of an assessment in progress, or change the answer, as its assessor or an assigned person',
  tag: 'Assessments',
  method: 'POST',
  workspace: { path: '/assessments/{assessmentId}/answers', roles: answererRoles },
  status: 200,
  action: 'assessment.answer',
  params: Type.Object({ assessmentId: Reference('gas') }),
  body: Type.Object({
    clauseId: Reference('gfc'),
    result,
    note: Type.Optional(note),
    claimIds: Type.Optional(Type.Array(Reference('gec'), { maxItems: maxClaims, uniqueItems: true })),
  }),
  response: AssessmentAnswer,
  errors: ['not_found', 'forbidden_resource', 'unprocessable'],
  async run(change, { params: { assessmentId }, body: { clauseId, result, note = null, claimIds = [] } }) {
    const { tx, actor, now } = change
    const { fields } = await lockInStatus(
      change,
      assessmentId,
      ['in_progress'],
      'clauses can only be answered while it is in progress.',
    )
    if (!isAssigned(actor, fields))
      throw new Refusal(
        'forbidden_resource',
        sentence`assessment.not_assigned: Only the assessor and assigned people can answer clauses; ask the assessor to assign you.`,
      )
    const { frameworkId } = fields
    const clause = readRecord(
      Clause,
      firstOrNotFound(await tx.query(findClause, { id: clauseId, frameworkId }), 'clause').record,
    )
    if (clause.status !== 'active' || !clause.isAssessable)
      throw new Refusal(
        'unprocessable',
        sentence`clause.not_answerable: The clause was withdrawn or is a heading, so it cannot be answered.`,
      )
    if (note === null && needsNote[result])
      throw new Refusal(
        'unprocessable',
        sentence`assessment.note_required: The result ${{ result }} needs an explanatory note.`,
      )
    const recordsById = new Map((await tx.query(findClaims, { ids: claimIds })).map(({ id, record }) => [id, record]))
    const claims = claimIds.map(claimId => {
      const claim = recordsById.get(claimId)
      if (claim === undefined) throw notFound('evidence claim')
      return { claimId, claimDigest: sha256Hex(claim) }
    })
    const answer = {
      ...{ clauseId, clauseKey: clause.clauseKey, clauseTitle: clause.title, clauseDigest: clauseDigest(clause) },
      ...{ result, note, claims },
      ...{ answeredAt: iso(now), answeredBy: actor.id },
    }
    const [current] = await tx.query(lockAssessmentAnswer, { assessmentId, clauseId })
    const record = JSON.stringify(answer)
    tx.write(writeAnswer, { assessmentId, clauseId, result, record })
    change.audit(`${assessmentId}/${clauseId}`, { ...(current && { before: current.record }), after: record })
    const before = await currentRow(tx, assessments.bound, assessmentId)
    const after = await recordAssessmentContributors(change, assessmentId, principalsOf(actor))
    if (JSON.stringify(before.content) !== JSON.stringify(after.content))
      change.audit(assessmentId, {
        action: 'assessment.involve',
        detail: actor.id,
        before: before.record,
        after: after.record,
        content: after.content,
      })
    return answer
  },
})
