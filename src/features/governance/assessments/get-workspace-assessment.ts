import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Id, Nullable } from '#http/schema.ts'
import { recordVersion } from '#http/version.ts'
import { AssessmentParams } from './assessment.ts'
import { findAssessment } from './assessment-queries.ts'
import { showAssessment, WorkspaceAssessment } from './show-assessment.ts'

export const getWorkspaceAssessment = readEndpoint({
  name: 'getWorkspaceAssessment',
  summary: 'Get one assessment with its progress and the moves that the caller may make',
  tag: 'Assessments',
  workspace: { path: '/assessments/{assessmentId}', roles: [...roles] },
  params: AssessmentParams,
  response: Type.Object(
    {
      ...WorkspaceAssessment.properties,
      completedByName: Nullable(Type.String()),
      assignees: Type.Array(Type.Object({ id: Id('prs'), name: Type.String() })),
    },
    { title: 'AssessmentDetail' },
  ),
  version: recordVersion('assessment'),
  errors: ['not_found'],
  async run(call, { params: { assessmentId: id } }) {
    const row = firstOrNotFound(await call.read(findAssessment, { id }), 'assessment')
    return { ...showAssessment(row, call.actor), completedByName: row.completed_by_name, assignees: row.assignees }
  },
})
