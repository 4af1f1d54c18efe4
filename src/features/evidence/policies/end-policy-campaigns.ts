import { readRecord } from '#http/record.ts'
import { endingJob } from '#src/features/evidence/campaigns/end-campaigns.ts'
import { policyCampaign } from './campaign-kind.ts'
import { listOf } from './campaign-list.ts'
import { campaignRecords, PolicyCampaign } from './policy-campaign.ts'

/** A campaign ends within a minute after it is due or the last person it asks has acknowledged. */
export const endPolicyCampaigns = endingJob<PolicyCampaign>({
  kind: policyCampaign,
  name: 'end-policy-campaigns',
  description: 'Ends policy campaigns that are due or complete, each in one claim.',
  action: 'policy.campaign.end',
  read: record => readRecord(PolicyCampaign, record),
  aboutOf: ({ policyId }) => policyId,
  filename: 'acknowledgements.csv',
  list: (_, campaign, people) => listOf(campaign, people),
  titleOf: ({ title }, { given, asked }) => `${given} of ${asked} acknowledged: ${title}`,
  snapshotOf: ({ id, policyKey }, { given, asked, left }) => ({
    ...{ acknowledged: given, asked, left },
    ...{ campaignId: id, policyKey },
  }),
  involvedIn: ({ startedBy }) => [startedBy],
  async close(change, id, ended, { given, asked }) {
    const present = await campaignRecords.lock(change, id)
    const changed = campaignRecords.update(change, present, { ...ended, acknowledged: given, asked })
    change.audit(id, { before: present.record, after: changed.record, content: present.beside })
  },
})
