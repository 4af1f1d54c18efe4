import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { sentence } from '#lib/sentence.ts'
import { Assessment, AssessmentParams, assessmentRecords } from './assessment.ts'
import { normalizeTimestamps, requireAnswererRoles, requirePeriod } from './assigned-people.ts'
import { lockInStatus, recordAssessmentContributors } from './contributors.ts'

const { title, description, periodFrom, periodUntil } = Assessment.properties
const { assessorId, assigneeIds, dueAt, external } = Assessment.properties

export const updateAssessment = changeEndpoint({
  name: 'updateAssessment',
  summary: 'Change an assessment, or its assessor, while it is planned or in progress',
  tag: 'Assessments',
  method: 'PATCH',
  workspace: { path: '/assessments/{assessmentId}', roles: ['admin'] },
  status: 200,
  action: 'assessment.update',
  params: AssessmentParams,
  body: Type.Partial(
    Type.Object({ title, description, periodFrom, periodUntil, assessorId, assigneeIds, dueAt, external }),
  ),
  response: Assessment,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { assessmentId: id }, body }) {
    const problem = 'it can only be changed while it is planned or in progress.'
    const current = await lockInStatus(change, id, ['planned', 'in_progress'], problem)
    await requireAnswererRoles(change, body)
    const input = normalizeTimestamps(body)
    const fields = { ...current.fields, ...input }
    requirePeriod(fields)
    const isUnderWay = fields.status === 'in_progress'
    if (isUnderWay && fields.assessorId === null)
      throw new Refusal(
        'unprocessable',
        sentence`assessment.assessor_required: An assessment in progress must have an assessor; name another one.`,
      )
    const changed = assessmentRecords.update(change, current, input)
    const { content } = await recordAssessmentContributors(change, id, isUnderWay ? [fields.assessorId] : [])
    change.audit(id, { before: current.record, after: changed.record, content })
    return new Rendered(changed.record)
  },
})
