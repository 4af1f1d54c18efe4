import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { reading } from '#api/endpoint.ts'
import { notFound } from '#api/family.ts'
import { eventKinds, packageStatuses, transitionsOf } from './policy.ts'
import { findRequirement, lockRequirement, policyOf } from './queries.ts'
import { RequirementParams, requirementTag, showRequirement, WorkspaceRequirement } from './requirement.ts'

/** The requirement with its event policy and what its packages can go through. */
const RequirementDetail = Type.Object(
  {
    ...WorkspaceRequirement.properties,
    transitions: Type.Array(
      Type.Object({
        status: Type.Enum([...packageStatuses]),
        eventKind: Type.Enum([...eventKinds]),
        becomes: Type.Array(Type.Enum([...packageStatuses]), {
          description: 'More than one where it depends on the receipts so far.',
        }),
        idle: Type.Boolean({ description: 'Whether it is kept for the record and changes nothing.' }),
      }),
      { description: 'What each event does in each status under the policy; what is not named is refused.' },
    ),
  },
  { title: 'SubmissionRequirementDetail' },
)

export const getWorkspaceSubmissionRequirement = reading({
  name: 'getWorkspaceSubmissionRequirement',
  summary: 'Get one submission requirement with its event policy and what follows from it',
  tag: 'Submissions',
  workspace: { path: '/submission-requirements/{requirementId}', roles: [...roles] },
  params: RequirementParams,
  response: RequirementDetail,
  async version({ tx }, id) {
    const [row] = await tx.query(lockRequirement, { id })
    return row && { etag: requirementTag(row.record, policyOf(row)), resourceId: id }
  },
  errors: ['not_found'],
  async run(call, { params }) {
    const [row] = await call.read(findRequirement, { id: params.requirementId })
    if (!row) throw notFound('submission requirement')
    const policy = policyOf(row)
    return { ...showRequirement(row.record, policy), transitions: transitionsOf(policy) }
  },
})
