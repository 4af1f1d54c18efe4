import { Type } from 'typebox'
import { changing } from '#api/endpoint.ts'
import { iso } from '#lib/clock.ts'
import { defaultPolicy } from './policy.ts'
import { insertRequirement } from './queries.ts'
import {
  digested,
  PolicyInput,
  renderRequirement,
  SubmissionRequirement,
  showRequirement,
  WorkspaceRequirement,
} from './requirement.ts'

const fields = SubmissionRequirement.properties

export const createSubmissionRequirement = changing({
  name: 'createSubmissionRequirement',
  summary: 'Create a submission requirement, as a draft or active at once',
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
    policy: Type.Optional(PolicyInput),
  }),
  response: WorkspaceRequirement,
  errors: ['conflict'],
  conflicts: { submission_requirement_key: 'A requirement with this requirementKey exists in the workspace.' },
  async run({ ids, now, tx, audit }, { body }) {
    const { policy: given, status = 'draft', ...named } = body
    const policy = { ...defaultPolicy, ...given }
    const requirement = {
      ...named,
      id: ids.next('subreq', now),
      status,
      createdAt: iso(now),
      updatedAt: iso(now),
    }
    const record = renderRequirement(requirement)
    const { id, requirementKey, submissionKind } = requirement
    tx.write(insertRequirement, { id, requirementKey, status, submissionKind, ...policy, record })
    audit(id, { after: digested(record, policy) })
    return showRequirement(record, policy)
  },
})
