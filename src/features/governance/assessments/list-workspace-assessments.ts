import { Type } from 'typebox'
import { text } from '#db/statement.ts'
import { search } from '#family/search.ts'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { pageQuery } from '#http/page.ts'
import { Pagination, Reference } from '#http/schema.ts'
import { Assessment, assessments } from './assessment.ts'
import { type AssessmentRow, listedAssessmentColumns } from './assessment-queries.ts'
import { showAssessment, WorkspaceAssessment } from './show-assessment.ts'

const endpoint = 'listWorkspaceAssessments'

const find = search<AssessmentRow>({
  table: 'assessment',
  parameters: { person: text },
  columns: listedAssessmentColumns,
  filters: { frameworkId: 'framework_id', status: 'status', assessorId: 'assessor_id' },
  family: assessments,
  indexes: [{ by: ['frameworkId', 'status'] }, { by: ['frameworkId'] }, { by: ['status'] }, { by: [] }],
})

export const listWorkspaceAssessments = readEndpoint({
  name: endpoint,
  summary: 'List assessments with their progress, newest first',
  tag: 'Assessments',
  workspace: { path: '/assessments', roles: [...roles] },
  query: Type.Object({
    status: Type.Optional(Assessment.properties.status),
    frameworkId: Type.Optional(Reference('gfw')),
    assessorId: Type.Optional(Reference('prs')),
    ...find.query,
    ...pageQuery,
  }),
  response: Type.Object({ assessments: Type.Array(WorkspaceAssessment), pagination: Pagination }),
  errors: ['invalid_cursor'],
  needs: ['listSearch'],
  run(call, { query }) {
    return find(call, {
      endpoint,
      plural: 'assessments',
      query,
      values: { person: call.actor.id },
      render: row => JSON.stringify(showAssessment(row, call.actor)),
    })
  },
})
