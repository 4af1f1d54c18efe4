import { Type } from 'typebox'
import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { moveDue, startFields } from '#src/features/evidence/campaigns/start.ts'
import { policyCampaign } from './campaign-kind.ts'
import { policyTag } from './policy.ts'
import { CampaignParams, campaignRecords, PolicyCampaign } from './policy-campaign.ts'

export const updatePolicyCampaign = changing({
  name: 'updatePolicyCampaign',
  summary: 'Move the due date of a campaign; if it could not end, it is tried again then',
  tag: policyTag,
  method: 'PATCH',
  workspace: { path: '/policy-campaigns/{campaignId}', roles: ['admin'] },
  status: 200,
  action: 'policy.campaign.update',
  params: CampaignParams,
  body: Type.Object({ dueAt: startFields.dueAt }),
  response: PolicyCampaign,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { campaignId: id }, body }) {
    const present = await campaignRecords.lock(change, id)
    const dueAt = moveDue(change, policyCampaign, present.fields, body)
    const changed = campaignRecords.update(change, present, { dueAt })
    change.audit(id, { before: present.record, after: changed.record, content: changed.beside })
    return new Rendered(changed.record)
  },
})
