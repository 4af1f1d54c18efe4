import { acknowledgePolicy } from './acknowledge-policy.ts'
import { announcePolicyVersion } from './announce-policy-version.ts'
import { endPolicyCampaigns } from './end-policy-campaigns.ts'
import { getPolicyCampaign } from './get-policy-campaign.ts'
import { listPolicyVersions } from './list-policy-versions.ts'
import { openPolicyFile } from './open-policy-file.ts'
import { policies, policy } from './policy.ts'
import { boundAcknowledgements, policyCampaigns } from './policy-campaign.ts'
import { policyVersions } from './policy-version.ts'
import { startPolicyCampaign } from './start-policy-campaign.ts'
import { uploadPolicyFile } from './upload-policy-file.ts'
import { policyCampaignVerbs, policyVersionVerbs } from './verbs.ts'
import { policiesToAcknowledge } from './work.ts'

/** Policies, and proof that people have read them. Part of evidence, because a campaign ends in a claim. */
export const policyFeatures = {
  families: [policies, policyVersions, policyCampaigns],
  bounds: [boundAcknowledgements],
  endpoints: [
    ...policy.endpoints,
    ...policyVersionVerbs,
    ...policyCampaignVerbs,
    listPolicyVersions,
    announcePolicyVersion,
    uploadPolicyFile,
    openPolicyFile,
    startPolicyCampaign,
    getPolicyCampaign,
    acknowledgePolicy,
  ],
  jobs: [endPolicyCampaigns],
  workSources: [policiesToAcknowledge],
}
