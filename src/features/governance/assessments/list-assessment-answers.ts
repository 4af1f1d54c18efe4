import { paged } from '#family/paged.ts'
import { roles } from '#http/access.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { AssessmentAnswer } from './answer.ts'
import { AssessmentParams } from './assessment.ts'
import { findAssessmentRecord, selectAssessmentAnswers } from './assessment-queries.ts'

export const listAssessmentAnswers = paged({
  name: 'listAssessmentAnswers',
  summary: 'List the answers of an assessment, in the order that its digest uses',
  tag: 'Assessments',
  v1: { path: '/governance/assessments/{assessmentId}/answers', scope: 'governance.assessments:read' },
  workspace: { path: '/assessments/{assessmentId}/answers', roles: [...roles] },
  params: AssessmentParams,
  plural: 'answers',
  of: AssessmentAnswer,
  order: 'oldest',
  find: async (call, { assessmentId }) =>
    firstOrNotFound(await call.read(findAssessmentRecord, { id: assessmentId }), 'assessment'),
  read: (call, page) => call.read(selectAssessmentAnswers, page),
})
