import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { requireNone } from '#src/features/evidence/campaigns/start.ts'
import { policyCampaign } from './campaign-kind.ts'
import { Policy, PolicyParams, policyRecords, policyTag, requirePolicyInUse } from './policy.ts'

export const retirePolicy = changing({
  name: 'retirePolicy',
  summary: 'Permanently retire a policy that is no longer in force',
  tag: policyTag,
  method: 'POST',
  workspace: { path: '/policies/{policyId}/retire', roles: ['admin'] },
  status: 200,
  action: 'policy.retire',
  params: PolicyParams,
  response: Policy,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { policyId: id } }) {
    const present = await policyRecords.lock(change, id)
    requirePolicyInUse(present.fields)
    await requireNone(change, policyCampaign, id)
    const changed = policyRecords.update(change, present, { status: 'retired' })
    change.audit(id, { before: present.record, after: changed.record })
    return new Rendered(changed.record)
  },
})
