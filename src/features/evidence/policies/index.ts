import { acknowledgePolicy } from './acknowledge-policy.ts'
import { announcePolicyVersion } from './announce-policy-version.ts'
import { cancelPolicyCampaign } from './cancel-policy-campaign.ts'
import { createPolicy } from './create-policy.ts'
import { endPolicyCampaigns } from './end-policy-campaigns.ts'
import { getPolicy } from './get-policy.ts'
import { getPolicyCampaign } from './get-policy-campaign.ts'
import { listPolicies } from './list-policies.ts'
import { listPolicyCampaignPeople } from './list-policy-campaign-people.ts'
import { listPolicyVersions } from './list-policy-versions.ts'
import { openPolicyFile } from './open-policy-file.ts'
import { policies } from './policy.ts'
import { boundAcknowledgements, policyCampaigns } from './policy-campaign.ts'
import { policyVersions } from './policy-version.ts'
import { publishPolicyVersion } from './publish-policy-version.ts'
import { retirePolicy } from './retire-policy.ts'
import { startPolicyCampaign } from './start-policy-campaign.ts'
import { updatePolicy } from './update-policy.ts'
import { updatePolicyCampaign } from './update-policy-campaign.ts'
import { uploadPolicyFile } from './upload-policy-file.ts'
import { withdrawPolicyVersion } from './withdraw-policy-version.ts'
import { policiesToAcknowledge } from './work.ts'

/** Policies and the proof that people know them. Part of evidence, because a campaign ends in a claim. */
export const ofPolicies = {
  families: [policies, policyVersions, policyCampaigns],
  bounds: [boundAcknowledgements],
  endpoints: [
    listPolicies,
    createPolicy,
    getPolicy,
    updatePolicy,
    retirePolicy,
    listPolicyVersions,
    announcePolicyVersion,
    uploadPolicyFile,
    openPolicyFile,
    publishPolicyVersion,
    withdrawPolicyVersion,
    startPolicyCampaign,
    getPolicyCampaign,
    listPolicyCampaignPeople,
    acknowledgePolicy,
    updatePolicyCampaign,
    cancelPolicyCampaign,
  ],
  jobs: [endPolicyCampaigns],
  workSources: [policiesToAcknowledge],
}
