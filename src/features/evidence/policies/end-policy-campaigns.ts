import { readRecord } from '#http/record.ts'
import { endingJob } from '#src/features/evidence/campaigns/end-campaigns.ts'
import { policyCampaign } from './campaign-kind.ts'
import { streamAcknowledgements } from './campaign-list.ts'
import { campaignRecords, PolicyCampaign } from './policy-campaign.ts'

/** Ends campaigns within a minute after they are due or the last person asked has acknowledged. */
export const endPolicyCampaigns = endingJob<PolicyCampaign>({
  kind: policyCampaign,
  name: 'end-policy-campaigns',
  description: 'Ends policy campaigns that are due or complete, and makes one claim for each.',
  action: 'policy.campaign.end',
  read: record => readRecord(PolicyCampaign, record),
  subjectIdOf: ({ policyId }) => policyId,
  filename: 'acknowledgements.csv',
  list: (_, campaign, people) => streamAcknowledgements(campaign, people),
  titleOf: ({ title }, { responded, asked }) => `${responded} of ${asked} acknowledged: ${title}`,
  snapshotOf: ({ id, policyKey }, { responded, asked, removed }) => ({
    ...{ acknowledged: responded, asked, left: removed },
    ...{ campaignId: id, policyKey },
  }),
  involvedIn: ({ startedBy }) => [startedBy],
  async close(change, id, fields, { responded, asked }) {
    const current = await campaignRecords.lock(change, id)
    const changed = campaignRecords.update(change, current, { ...fields, acknowledged: responded, asked })
    change.audit(id, { before: current.record, after: changed.record, content: current.beside })
  },
})
