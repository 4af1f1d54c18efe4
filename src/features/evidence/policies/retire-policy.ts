import { Rendered } from '#api/answer.ts'
import { changing } from '#api/endpoint.ts'
import { oneOr404, Refusal } from '#api/errors.ts'
import { Policy, PolicyParams, policyRecords, policyTag, requireInUse } from './policy.ts'
import { countRunningCampaigns } from './policy-queries.ts'

export const retirePolicy = changing({
  name: 'retirePolicy',
  summary: 'Retire a policy that is not in force any more, for good',
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
    requireInUse(present.fields)
    const { campaigns } = oneOr404(await change.read(countRunningCampaigns, { policyId: id }), 'policy')
    if (campaigns > 0)
      throw new Refusal('unprocessable', 'A campaign of the policy is running; let it end, or cancel it.')
    const changed = policyRecords.update(change, present, { status: 'retired' })
    change.audit(id, { before: present.record, after: changed.record })
    return new Rendered(changed.record)
  },
})
