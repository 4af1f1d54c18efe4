import { day, iso } from '#lib/clock.ts'
import type { PrepareRequest } from './arrangement.ts'

const forNewPolicy: PrepareRequest = async organization => ({ params: { policyId: await organization.policy() } })

const forNewDraft: PrepareRequest = async organization => {
  const { policyId, versionId } = await organization.policyVersion('draft')
  return { params: { policyId, versionId } }
}

/** Request data for policies, their versions and campaigns. Each request uses a new policy. */
export const policyArrangements: Readonly<Record<string, PrepareRequest>> = {
  updatePolicy: forNewPolicy,
  retirePolicy: forNewPolicy,
  announcePolicyVersion: forNewPolicy,
  uploadPolicyFile: async organization => {
    const { versionId, file } = await organization.policyVersion('awaiting_file')
    return { params: { versionId }, body: file }
  },
  openPolicyFile: async organization => ({
    params: { versionId: (await organization.policyVersion('draft')).versionId },
  }),
  publishPolicyVersion: forNewDraft,
  withdrawPolicyVersion: forNewDraft,
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
