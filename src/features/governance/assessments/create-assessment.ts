import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { sentence } from '#lib/sentence.ts'
import { frameworkView } from '#src/features/governance/frameworks/framework.ts'
import { Assessment, assessmentRecords } from './assessment.ts'
import { normalizeTimestamps, requireAnswererRoles, requirePeriod } from './assigned-people.ts'
import { recordAssessmentContributors } from './contributors.ts'

const { assessmentKey, title, description, frameworkId, periodFrom, periodUntil } = Assessment.properties
const { assessorId, assigneeIds, dueAt, external } = Assessment.properties

const initialFields = {
  description: '',
  status: 'planned',
  frameworkVersion: null,
  assessorId: null,
  dueAt: null,
  completedAt: null,
  completedBy: null,
  digest: null,
} as const

export const createAssessment = changeEndpoint({
  name: 'createAssessment',
  summary: 'Plan an assessment of a framework',
  tag: 'Assessments',
  method: 'POST',
  workspace: { path: '/assessments', roles: ['admin'] },
  status: 201,
  action: 'assessment.create',
  body: Type.Object({
    ...{ assessmentKey, title, frameworkId, periodFrom, periodUntil },
    ...Type.Partial(Type.Object({ description, assessorId, assigneeIds, dueAt, external })).properties,
  }),
  response: Assessment,
  errors: ['not_found', 'conflict', 'unprocessable'],
  conflicts: {
    assessment_key: sentence`assessment.key_taken: An assessment with this assessmentKey already exists in the workspace; choose another one.`,
  },
  async run(change, { body }) {
    await frameworkView.find(change, body.frameworkId)
    await requireAnswererRoles(change, body)
    const input = normalizeTimestamps(body)
    requirePeriod(input)
    const assessment = assessmentRecords.insert(change, { ...initialFields, assigneeIds: [], ...input }, {})
    const { content } = await recordAssessmentContributors(change, assessment.id, [])
    change.audit(assessment.id, { after: assessment.record, content })
    return new Rendered(assessment.record)
  },
})
