import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { requirementKeyTaken } from '#http/sentences.ts'
import { defaultPolicy } from './policy.ts'
import {
  ReceiptPolicyInput,
  SubmissionRequirement,
  submissionRequirementRecords,
  submissionRequirementView,
} from './requirement.ts'

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
  }),
  response: submissionRequirementView.schema,
  errors: ['conflict'],
  conflicts: {
    submission_requirement_key: requirementKeyTaken,
  },
  async run(change, { body: { policy, ...fieldValues } }) {
    const inserted = submissionRequirementRecords.insert(
      change,
      { status: 'draft', ...fieldValues },
      { ...defaultPolicy, ...policy },
    )
    change.audit(inserted.id, { after: inserted.record, content: inserted.beside })
    return new Rendered(submissionRequirementView.render({ ...inserted, names: {} }))
  },
})
