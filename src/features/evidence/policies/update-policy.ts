import { Type } from 'typebox'
import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { requireOwner } from '#src/features/evidence/campaigns/require-owner.ts'
import { policyCampaign } from './campaign-kind.ts'
import { Policy, PolicyParams, policyRecords, policyTag, requirePolicyInUse } from './policy.ts'

const { title, description, ownerId } = Policy.properties

export const updatePolicy = changing({
  name: 'updatePolicy',
  summary: 'Change the title, description or owner of a policy; its text changes with a new version',
  tag: policyTag,
  method: 'PATCH',
  workspace: { path: '/policies/{policyId}', roles: ['admin', 'contributor'] },
  status: 200,
  action: 'policy.update',
  params: PolicyParams,
  body: Type.Partial(Type.Object({ title, description, ownerId })),
  response: Policy,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { policyId: id }, body }) {
    const present = await policyRecords.lock(change, id)
    requirePolicyInUse(present.fields)
    if (body.ownerId !== present.fields.ownerId) await requireOwner(change, policyCampaign, body.ownerId)
    const changed = policyRecords.update(change, present, body)
    change.audit(id, { before: present.record, after: changed.record })
    return new Rendered(changed.record)
  },
})
