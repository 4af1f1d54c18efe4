import { day, iso } from '#lib/clock.ts'
import type { PrepareRequest } from './arrangement.ts'

const ofNewPolicy: PrepareRequest = async organization => ({ params: { policyId: await organization.policy() } })

const ofNewDraft: PrepareRequest = async organization => {
  const { policyId, versionId } = await organization.policyVersion('draft')
  return { params: { policyId, versionId } }
}

/** Request data for policies, their versions and campaigns. Each uses a new policy. */
export const policyArrangements: Readonly<Record<string, PrepareRequest>> = {
  updatePolicy: ofNewPolicy,
  retirePolicy: ofNewPolicy,
  announcePolicyVersion: ofNewPolicy,
  uploadPolicyFile: async organization => {
    const { versionId, file } = await organization.policyVersion('awaiting_file')
    return { params: { versionId }, body: file }
  },
  openPolicyFile: async organization => ({
    params: { versionId: (await organization.policyVersion('draft')).versionId },
  }),
  publishPolicyVersion: ofNewDraft,
  withdrawPolicyVersion: ofNewDraft,
  startPolicyCampaign: async organization => {
    const { policyId, versionId } = await organization.policyVersion('published')
    return { body: { policyId, versionId, dueAt: iso(organization.now() + day) } }
  },
  acknowledgePolicy: async organization => {
    const { campaignId, versionId } = await organization.policyCampaign()
    return { params: { campaignId }, body: { receipt: await organization.policyReceipt(versionId) } }
  },
  updatePolicyCampaign: async organization => ({
    params: { campaignId: (await organization.policyCampaign()).campaignId },
    body: { dueAt: iso(organization.now() + 2 * day) },
  }),
  cancelPolicyCampaign: async organization => ({
    params: { campaignId: (await organization.policyCampaign()).campaignId },
  }),
}
