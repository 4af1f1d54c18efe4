import { Type } from 'typebox'
import { reading } from '#http/endpoint.ts'
import { oneOr404 } from '#http/errors.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { policyCampaign } from './campaign-kind.ts'
import { policyTag } from './policy.ts'
import { CampaignParams } from './policy-campaign.ts'
import { PolicyStanding, showPolicyStanding } from './standing.ts'

const endpoint = 'listPolicyCampaignPeople'

export const listPolicyCampaignPeople = reading({
  name: endpoint,
  summary: 'List the people of a campaign and whether they have acknowledged, oldest first',
  tag: policyTag,
  workspace: { path: '/policy-campaigns/{campaignId}/people', roles: ['admin', 'reviewer', 'auditor'] },
  params: CampaignParams,
  query: Type.Object(pageQuery),
  response: Type.Object({ people: Type.Array(PolicyStanding), pagination: Pagination }),
  errors: ['invalid_cursor', 'not_found'],
  async run(call, { params: { campaignId: id }, query }) {
    oneOr404(await call.read(policyCampaign.queries.findStored, { id }), 'policy campaign')
    return answerPage(call, {
      endpoint,
      plural: 'people',
      read: async at => {
        const rows = await call.read(policyCampaign.queries.listStandings, { ...at, id })
        return rows.map(row => ({ ...row, record: JSON.stringify(showPolicyStanding(row)) }))
      },
      filters: { campaignId: id },
      query,
      order: 'oldest',
    })
  },
})
