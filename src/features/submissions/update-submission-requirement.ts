import { Type } from 'typebox'
import { nextStatus } from '#family/next-status.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import {
  ReceiptPolicyInput,
  RequirementParams,
  SubmissionRequirement,
  submissionRequirementContent,
  submissionRequirementFlow,
  submissionRequirementRecords,
  submissionRequirementView,
} from './requirement.ts'
import { ScheduleMistake } from './schedules/check-schedule.ts'
import { NullableScheduleInput } from './schedules/schedule.ts'
import { planPackages, scheduleDetail, storedSchedule } from './schedules/set-schedule.ts'

const fields = SubmissionRequirement.properties

/** A changed policy applies to later events. */
export const updateSubmissionRequirement = changeEndpoint({
  name: 'updateSubmissionRequirement',
  summary: 'Change a submission requirement, its status, its event policy or its schedule',
  tag: 'Submissions',
  method: 'PATCH',
  workspace: { path: '/submission-requirements/{requirementId}', roles: ['admin'] },
  status: 200,
  action: 'submission.requirement.update',
  params: RequirementParams,
  body: Type.Partial(
    Type.Object({
      title: fields.title,
      submissionKind: fields.submissionKind,
      status: fields.status,
      policy: ReceiptPolicyInput,
      schedule: NullableScheduleInput,
    }),
  ),
  response: submissionRequirementView.schema,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { requirementId }, body: { policy, schedule: scheduleInput, ...input } }) {
    const existing = await submissionRequirementRecords.lock(change, requirementId)
    const newSchedule =
      scheduleInput === undefined
        ? undefined
        : await storedSchedule(change, scheduleInput).catch(ScheduleMistake.refuse('schedule'))
    const currentStatus = existing.fields.status
    const status =
      input.status === currentStatus
        ? currentStatus
        : nextStatus('requirement', submissionRequirementFlow, currentStatus, input.status)
    const { schedule: before } = existing.beside
    const schedule = newSchedule === undefined ? before : newSchedule
    const updated = submissionRequirementRecords.update(change, existing, { ...input, status }, { ...policy, schedule })
    await planPackages(change, { status: currentStatus, schedule: before }, { id: updated.id, status, schedule })
    const detail = scheduleDetail(before, schedule)
    const digests = {
      before: existing.record,
      after: updated.record,
      content: submissionRequirementContent(updated.beside),
    }
    change.audit(updated.id, { ...digests, ...(detail !== undefined && { detail }) })
    return new Rendered(submissionRequirementView.render({ ...updated, names: {} }))
  },
})
