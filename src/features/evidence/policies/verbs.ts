import { notFound } from '#http/errors.ts'
import { campaignVerbs } from '#src/features/evidence/campaigns/campaign-verbs.ts'
import { versionVerbs } from '#src/features/evidence/campaigns/version-verbs.ts'
import { policyCampaign } from './campaign-kind.ts'
import { policyFourEyes } from './four-eyes.ts'
import { PolicyStanding, renderPolicyStanding } from './participant.ts'
import { policies, policyTag, requirePolicyInUse } from './policy.ts'
import { campaignRecords, policyCampaigns } from './policy-campaign.ts'
import { findPolicyContributors } from './policy-queries.ts'
import {
  PolicyVersion,
  PolicyVersionParams,
  policyVersionFlow,
  policyVersionRecords,
  policyVersions,
} from './policy-version.ts'

export const policyVersionVerbs = versionVerbs({
  name: 'PolicyVersion',
  tag: policyTag,
  bound: policyVersions.bound,
  schema: PolicyVersion,
  records: policyVersionRecords,
  flow: policyVersionFlow,
  document: { records: policies.records, requireInUse: requirePolicyInUse },
  action: 'policy.version',
  path: '/policies/{policyId}/versions/{versionId}',
  params: PolicyVersionParams,
  lockDocument: (change, { policyId }) => policies.records.lock(change, String(policyId)),
  requireMatchingDocument({ policyId }, version) {
    if (version.policyId !== policyId) throw notFound('policy version')
  },
  async contributorsOf(call, { fields }) {
    const [row] = await call.read(findPolicyContributors, { checksum: String(fields.checksumSha256) })
    return row?.hands ?? []
  },
  ownVersion: policyFourEyes,
  effect: 'puts its file in force',
})

export const policyCampaignVerbs = campaignVerbs({
  kind: policyCampaign,
  family: policyCampaigns,
  records: campaignRecords,
  participant: PolicyStanding,
  showParticipant: renderPolicyStanding,
})
