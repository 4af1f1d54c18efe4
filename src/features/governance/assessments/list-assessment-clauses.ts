import { type Static, Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { pageQuery, respondWithPage } from '#http/page.ts'
import { readRecord } from '#http/record.ts'
import { Pagination } from '#http/schema.ts'
import { Clause } from '#src/features/governance/clauses/clause.ts'
import { AssessmentAnswer, clauseDigest } from './answer.ts'
import { Assessment, AssessmentParams } from './assessment.ts'
import { findAssessmentRecord, selectAssessedClauses } from './assessment-queries.ts'

const { clauseKey, title, text, parentKey } = Clause.properties

const AssessedClause = Type.Object(
  {
    clauseId: AssessmentAnswer.properties.clauseId,
    ...{ clauseKey, title, text, parentKey },
    answer: Type.Union([AssessmentAnswer, Type.Null()]),
    isChanged: Type.Boolean({ description: 'Whether the wording of the clause has changed since it was answered.' }),
  },
  { title: 'AssessedClause' },
)

const show = (row: { record: string; answer: string | null }): Static<typeof AssessedClause> => {
  const clause = readRecord(Clause, row.record)
  const answer = row.answer === null ? null : readRecord(AssessmentAnswer, row.answer)
  const { id: clauseId, clauseKey, title, text, parentKey } = clause
  const isChanged = answer !== null && answer.clauseDigest !== clauseDigest(clause)
  return { clauseId, clauseKey, title, text, parentKey, answer, isChanged }
}

const endpoint = 'listAssessmentClauses'

export const listAssessmentClauses = readEndpoint({
  name: endpoint,
  summary: 'List the clauses of an assessment with their answers, in the order of the framework',
  tag: 'Assessments',
  workspace: { path: '/assessments/{assessmentId}/clauses', roles: [...roles] },
  params: AssessmentParams,
  query: Type.Object({
    only: Type.Optional(Type.Enum(['answered', 'unanswered'])),
    ...pageQuery,
  }),
  response: Type.Object({ clauses: Type.Array(AssessedClause), pagination: Pagination }),
  errors: ['invalid_cursor', 'not_found'],
  async run(call, { params: { assessmentId: id }, query: { only, ...query } }) {
    const { record } = firstOrNotFound(await call.read(findAssessmentRecord, { id }), 'assessment')
    const { frameworkId, status } = readRecord(Assessment, record)
    const parameters = {
      assessmentId: id,
      frameworkId,
      isOpen: status !== 'completed' && status !== 'cancelled',
      answered: only ? only === 'answered' : null,
    }
    return respondWithPage(call, {
      endpoint,
      plural: 'clauses',
      read: page => call.read(selectAssessedClauses, { ...page, ...parameters }),
      filters: { assessmentId: id, ...(only && { only }) },
      query,
      order: 'oldest',
      render: row => JSON.stringify(show(row)),
    })
  },
})
