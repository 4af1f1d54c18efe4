import { Type } from 'typebox'
import { nextStatus } from '#family/next-status.ts'
import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
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
export const updateSubmissionRequirement = changing({
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
  async run(change, { params: { requirementId }, body: { policy, ...given } }) {
    const present = await submissionRequirementRecords.lock(change, requirementId)
    const from = present.fields.status
    const status =
      given.status === from ? from : nextStatus('requirement', submissionRequirementFlow, from, given.status)
    const changed = submissionRequirementRecords.update(change, present, { ...given, status }, policy)
    change.audit(changed.id, { before: present.record, after: changed.record, content: changed.beside })
    return new Rendered(submissionRequirementView.render({ ...changed, names: {} }))
  },
})
