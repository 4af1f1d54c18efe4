import type { Change } from '#api/call.ts'
import { Refusal } from '#api/errors.ts'
import { lockStaged } from '#api/stage-blob.ts'
import type { StagedBlob } from '#lib/blob-store.ts'
import { day, iso } from '#lib/clock.ts'
import { attachFile } from '#src/features/evidence/attach-file.ts'
import type { Claim } from '#src/features/evidence/claim.ts'
import { makeClaim } from '#src/features/evidence/make-claim.ts'
import type { CampaignList } from './campaign-list.ts'
import { campaignRecords, type PolicyCampaign } from './policy-campaign.ts'
import { holdRequirementOf, provenAs } from './proven-requirement.ts'

interface Ended {
  readonly campaign: Awaited<ReturnType<typeof campaignRecords.lock>>
  readonly list: CampaignList
  /** Of the list. */
  readonly blob: StagedBlob
  readonly kept: () => void
}

// Its key has the claim's own id in it: nobody can take it before.
const claimOf = (id: string, campaign: PolicyCampaign, list: CampaignList, until: number, now: number): Claim => ({
  id,
  evidenceRequirementId: campaign.requirementId,
  claimKey: `${campaign.id}/${id}`,
  title: `${list.acknowledged} of ${list.asked} acknowledged: ${campaign.title}`.slice(0, 500),
  status: 'submitted',
  subjectModuleKey: provenAs.moduleKey,
  subjectResourceType: provenAs.resourceType,
  subjectResourceId: campaign.policyId,
  subjectVersionId: campaign.versionId,
  sourceModuleKey: provenAs.moduleKey,
  sourceResourceType: provenAs.resourceType,
  sourceResourceId: campaign.id,
  sourceVersionId: campaign.versionId,
  validFrom: iso(now),
  validUntil: iso(until),
  observedFrom: campaign.createdAt,
  observedUntil: iso(now),
  createdAt: iso(now),
  updatedAt: iso(now),
})

/** Ends a locked campaign: one claim with the list, in the transaction in which it becomes ended. */
export const endCampaign = async (change: Change, { campaign, list, blob, kept }: Ended): Promise<void> => {
  const { ids, now } = change
  const { fields, beside } = campaign
  const requirement = await holdRequirementOf(change, fields)
  if (!(await lockStaged(change, blob))) throw new Refusal('unavailable', 'The list took too long to be stored.')
  const { acknowledged, asked, left } = list
  const claimId = ids.next('gec', now)
  await makeClaim(change, {
    claim: claimOf(claimId, fields, list, now + requirement.validity_days * day, now),
    ownerId: requirement.owner_id,
    involved: [fields.startedBy],
    claimSnapshot: {
      ...{ acknowledged, asked, left },
      ...{ campaignId: fields.id, policyKey: fields.policyKey, dueAt: fields.dueAt },
      ...{ versionNumber: fields.versionNumber, versionDigest: fields.versionDigest },
    },
  })
  const staged = { blob, file: list.file, inlinePreviewAllowed: false }
  attachFile(change, staged, { claimId, reason: null, kept })
  const ended = { status: 'ended', endedAt: iso(now), claimId, acknowledged, asked } as const
  const changed = campaignRecords.update(change, campaign, ended)
  change.audit(fields.id, { before: campaign.record, after: changed.record, content: beside })
}
