import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { iso } from '#lib/clock.ts'
import { requireRunning } from '#src/features/evidence/campaigns/start.ts'
import { policyCampaign } from './campaign-kind.ts'
import { policyTag } from './policy.ts'
import { CampaignParams, campaignRecords, PolicyCampaign } from './policy-campaign.ts'

export const cancelPolicyCampaign = changing({
  name: 'cancelPolicyCampaign',
  summary: 'Cancel a campaign, so that it proves nothing; its acknowledgements stay on record',
  tag: policyTag,
  method: 'POST',
  workspace: { path: '/policy-campaigns/{campaignId}/cancel', roles: ['admin'] },
  status: 200,
  action: 'policy.campaign.cancel',
  params: CampaignParams,
  response: PolicyCampaign,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { campaignId: id } }) {
    const present = await campaignRecords.lock(change, id)
    requireRunning(present.fields.status, policyCampaign, 'cancelled')
    const changed = campaignRecords.update(change, present, { status: 'cancelled', endedAt: iso(change.now) })
    change.audit(id, { before: present.record, after: changed.record, content: changed.beside })
    return new Rendered(changed.record)
  },
})
