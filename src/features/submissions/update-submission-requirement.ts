import { Type } from 'typebox'
import { nextStatus } from '#family/next-status.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import {
  ReceiptPolicyInput,
  RequirementParams,
  SubmissionRequirement,
  submissionRequirementFlow,
  submissionRequirementRecords,
  submissionRequirementView,
} from './requirement.ts'

const fields = SubmissionRequirement.properties

/** A changed policy applies to later events. */
export const updateSubmissionRequirement = changeEndpoint({
  name: 'updateSubmissionRequirement',
  summary: 'Change a submission requirement, its status or its event policy',
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
    }),
  ),
  response: submissionRequirementView.schema,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { requirementId }, body: { policy, ...input } }) {
    const existing = await submissionRequirementRecords.lock(change, requirementId)
    const currentStatus = existing.fields.status
    const status =
      input.status === currentStatus
        ? currentStatus
        : nextStatus('requirement', submissionRequirementFlow, currentStatus, input.status)
    const updated = submissionRequirementRecords.update(change, existing, { ...input, status }, policy)
    change.audit(updated.id, { before: existing.record, after: updated.record, content: updated.beside })
    return new Rendered(submissionRequirementView.render({ ...updated, names: {} }))
  },
})
