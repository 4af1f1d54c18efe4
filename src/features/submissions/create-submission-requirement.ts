import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { requirementKeyTaken } from '#http/sentences.ts'
import { defaultPolicy } from './policy.ts'
import {
  ReceiptPolicyInput,
  SubmissionRequirement,
  submissionRequirementContent,
  submissionRequirementRecords,
  submissionRequirementView,
} from './requirement.ts'
import { ScheduleMistake } from './schedules/check-schedule.ts'
import { NullableScheduleInput } from './schedules/schedule.ts'
import { planPackages, storedSchedule } from './schedules/set-schedule.ts'

const fields = SubmissionRequirement.properties

export const createSubmissionRequirement = changeEndpoint({
  name: 'createSubmissionRequirement',
  summary: 'Create a submission requirement as a draft or already active',
  tag: 'Submissions',
  method: 'POST',
  workspace: { path: '/submission-requirements', roles: ['admin'] },
  status: 201,
  action: 'submission.requirement.create',
  body: Type.Object({
    requirementKey: fields.requirementKey,
    title: fields.title,
    submissionKind: fields.submissionKind,
    status: Type.Optional(Type.Enum(['draft', 'active'])),
    policy: Type.Optional(ReceiptPolicyInput),
    schedule: Type.Optional(NullableScheduleInput),
  }),
  response: submissionRequirementView.schema,
  errors: ['conflict'],
  conflicts: {
    submission_requirement_key: requirementKeyTaken,
  },
  async run(change, { body: { policy, schedule: input = null, ...fieldValues } }) {
    const schedule = await storedSchedule(change, input).catch(ScheduleMistake.refuse('schedule'))
    const inserted = submissionRequirementRecords.insert(
      change,
      { status: 'draft', ...fieldValues },
      { ...defaultPolicy, ...policy, schedule },
    )
    await planPackages(
      change,
      { status: 'draft', schedule: null },
      { id: inserted.id, status: inserted.fields.status, schedule },
    )
    change.audit(inserted.id, { after: inserted.record, content: submissionRequirementContent(inserted.beside) })
    return new Rendered(submissionRequirementView.render({ ...inserted, names: {} }))
  },
})
