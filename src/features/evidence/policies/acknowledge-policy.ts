import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Rendered } from '#http/rendered.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { requireMayRespond } from '#src/features/evidence/campaigns/start.ts'
import { policyCampaign } from './campaign-kind.ts'
import { findAcknowledgement, insertAcknowledgement } from './campaign-queries.ts'
import { policyTag } from './policy.ts'
import { CampaignParams, PolicyAcknowledgement, PolicyCampaign, renderAcknowledgement } from './policy-campaign.ts'
import { readReceipt } from './receipt.ts'

/** Records the caller's own acknowledgement. A repeat returns the first one. */
export const acknowledgePolicy = changeEndpoint({
  name: 'acknowledgePolicy',
  summary: 'Acknowledge the version that a campaign is about',
  tag: policyTag,
  method: 'POST',
  workspace: { path: '/policy-campaigns/{campaignId}/acknowledge', roles: [...roles] },
  status: 201,
  action: 'policy.campaign.acknowledge',
  reason: false,
  params: CampaignParams,
  body: Type.Object({
    receipt: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'The receipt that the caller got when they opened the file.',
    }),
  }),
  response: PolicyAcknowledgement,
  also: { 200: PolicyAcknowledgement },
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { campaignId }, body: { receipt } }) {
    const { actor, now, tx } = change
    const { id: personId } = actor
    const row = firstOrNotFound(
      await tx.query(policyCampaign.queries.lockForResponse, { id: campaignId, reader: personId }),
      'policy campaign',
    )
    const { status, dueAt, versionId, versionDigest } = readRecord(PolicyCampaign, row.record)
    const resourceId = `${campaignId}/${personId}`
    const findEarlier = async (): Promise<Rendered | undefined> => {
      const [acknowledgement] = await tx.query(findAcknowledgement, { campaignId, personId })
      if (!acknowledgement) return undefined
      change.audit(resourceId, { detail: 'acknowledged before' })
      return new Rendered(acknowledgement.record, 200)
    }
    const earlier = await findEarlier()
    if (earlier) return earlier
    requireMayRespond(change, policyCampaign, { status, dueAt, isAsked: row.is_asked })
    const openedAt = readReceipt(change, versionId, receipt)
    if (openedAt === undefined)
      throw new Refusal('unprocessable', sentence`policy.not_read: Open the file of the version and read it first.`)
    const record = renderAcknowledgement({
      ...{ campaignId, personId, versionId, versionDigest },
      openedAt: iso(openedAt),
      acknowledgedAt: iso(now),
    })
    const [inserted] = await tx.query(insertAcknowledgement, { campaignId, personId, record })
    // Without an inserted row, the person has just acknowledged in another window.
    const concurrent = inserted ? undefined : await findEarlier()
    if (concurrent) return concurrent
    change.audit(resourceId, { after: record })
    return new Rendered(record)
  },
})
