import { Type } from 'typebox'
import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { sentence } from '#lib/sentence.ts'
import { requireOwner } from '#src/features/evidence/campaigns/require-owner.ts'
import { policyCampaign } from './campaign-kind.ts'
import { Policy, policyRecords, policyTag } from './policy.ts'

const { policyKey, title, description, ownerId } = Policy.properties

export const createPolicy = changing({
  name: 'createPolicy',
  summary: 'Create a policy; announce its first version next',
  tag: policyTag,
  method: 'POST',
  workspace: { path: '/policies', roles: ['admin', 'contributor'] },
  status: 201,
  action: 'policy.create',
  body: Type.Object({
    policyKey,
    title,
    description: Type.Optional(description),
    ownerId: Type.Optional(ownerId),
  }),
  response: Policy,
  errors: ['conflict', 'unprocessable'],
  conflicts: { policy_key: sentence`policy.key_taken: A policy with this policyKey exists in the workspace.` },
  async run(change, { body }) {
    await requireOwner(change, policyCampaign, body.ownerId)
    const begun = { description: '', ownerId: null, status: 'draft', currentVersionId: null } as const
    const made = policyRecords.insert(change, { ...begun, ...body }, {})
    change.audit(made.id, { after: made.record })
    return new Rendered(made.record)
  },
})
