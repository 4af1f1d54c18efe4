import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { reading } from '#http/endpoint.ts'
import { oneOr404 } from '#http/errors.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { AssessmentAnswer } from './answer.ts'
import { AssessmentParams } from './assessment.ts'
import { findAssessmentRecord, selectAssessmentAnswers } from './assessment-queries.ts'

const endpoint = 'listAssessmentAnswers'

export const listAssessmentAnswers = reading({
  name: endpoint,
  summary: 'List the answers of an assessment, in the order that its digest uses',
  tag: 'Assessments',
  v1: { path: '/governance/assessments/{assessmentId}/answers', scope: 'governance.assessments:read' },
  workspace: { path: '/assessments/{assessmentId}/answers', roles: [...roles] },
  params: AssessmentParams,
  query: Type.Object(pageQuery),
  response: Type.Object({ answers: Type.Array(AssessmentAnswer), pagination: Pagination }),
  errors: ['invalid_cursor', 'not_found'],
  async run(call, { params: { assessmentId }, query }) {
    oneOr404(await call.read(findAssessmentRecord, { id: assessmentId }), 'assessment')
    return answerPage(call, {
      endpoint,
      plural: 'answers',
      read: at => call.read(selectAssessmentAnswers, { ...at, assessmentId }),
      filters: { assessmentId },
      query,
      order: 'oldest',
    })
  },
})
