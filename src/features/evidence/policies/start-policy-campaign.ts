import { Type } from 'typebox'
import type { Change } from '#http/call.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { notFound, Refusal } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { sentence } from '#lib/sentence.ts'
import { lockCampaignRequirement } from '#src/features/evidence/campaigns/lock-requirement.ts'
import { readDueDate, requireBelowLimit, selectAudience, startFields } from '#src/features/evidence/campaigns/start.ts'
import { policyCampaign } from './campaign-kind.ts'
import { type Policy, policies, policyTag } from './policy.ts'
import { campaignRecords, PolicyCampaign } from './policy-campaign.ts'
import { policyVersionRecords } from './policy-version.ts'

const { policyId, versionId } = PolicyCampaign.properties

/** Locks the version to ask about. Throws a 422 unless it is in force. */
const lockCurrentVersion = async (change: Change, policy: Policy, versionId: string) => {
  const { fields } = await policyVersionRecords.lock(change, versionId)
  if (fields.policyId !== policy.id) throw notFound('policy version')
  if (policy.status !== 'active' || policy.currentVersionId !== versionId)
    throw new Refusal(
      'unprocessable',
      sentence`policy.campaign_needs_current_version: A campaign needs the current version of an active policy.`,
    )
  return fields
}

export const startPolicyCampaign = changeEndpoint({
  name: 'startPolicyCampaign',
  summary: 'Ask people to acknowledge the current version of a policy by a due date',
  tag: policyTag,
  method: 'POST',
  workspace: { path: '/policy-campaigns', roles: ['admin'] },
  status: 201,
  action: 'policy.campaign.start',
  body: Type.Object({ policyId, versionId, ...startFields }),
  response: PolicyCampaign,
  errors: ['not_found', 'unprocessable'],
  async run(change, { body }) {
    const { policyId, versionId, requirementId } = body
    const { fields: policy } = await policies.records.lock(change, policyId)
    const dueAt = readDueDate(body, change.now)
    const version = await lockCurrentVersion(change, policy, versionId)
    await requireBelowLimit(change, policyCampaign, policyId)
    await lockCampaignRequirement(change, policyCampaign, { requirementId, aboutId: policyId })
    const { policyKey, title } = policy
    const people = await selectAudience(change, policyCampaign, policyId, body)
    const row = campaignRecords.insert(
      change,
      {
        ...{ policyId, policyKey, title, versionId, requirementId, dueAt },
        versionNumber: version.number,
        versionDigest: version.checksumSha256,
        status: 'running',
        startedBy: change.actor.id,
        ...{ endedAt: null, claimId: null, acknowledged: null, asked: null },
      },
      people,
    )
    change.audit(row.id, { after: row.record, content: people })
    return new Rendered(row.record)
  },
})
