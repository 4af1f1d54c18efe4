import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { oneOr404, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { requireAsks } from '#src/features/evidence/campaigns/start.ts'
import { policyCampaign } from './campaign-kind.ts'
import { findAcknowledgement, insertAcknowledgement } from './campaign-queries.ts'
import { openedAt } from './opened.ts'
import { policyTag } from './policy.ts'
import { CampaignParams, PolicyAcknowledgement, PolicyCampaign, renderAcknowledgement } from './policy-campaign.ts'

/** Only one's own acknowledgement. A repeat returns the first one. */
export const acknowledgePolicy = changing({
  name: 'acknowledgePolicy',
  summary: 'Acknowledge having read the version that a campaign is about',
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
      description: 'The receipt that came with the file when the caller opened it.',
    }),
  }),
  response: PolicyAcknowledgement,
  also: { 200: PolicyAcknowledgement },
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { campaignId }, body: { receipt } }) {
    const { actor, now, tx } = change
    const { id: personId } = actor
    const row = oneOr404(
      await tx.query(policyCampaign.queries.hold, { id: campaignId, reader: personId }),
      'policy campaign',
    )
    const { status, dueAt, versionId, versionDigest } = readRecord(PolicyCampaign, row.record)
    const resourceId = `${campaignId}/${personId}`
    const saidBefore = async (): Promise<Rendered | undefined> => {
      const [said] = await tx.query(findAcknowledgement, { campaignId, personId })
      if (!said) return undefined
      change.audit(resourceId, { detail: 'acknowledged before' })
      return new Rendered(said.record, 200)
    }
    const before = await saidBefore()
    if (before) return before
    requireAsks(change, policyCampaign, { status, dueAt, isAsked: row.is_asked })
    const opened = openedAt(change, versionId, receipt)
    if (opened === undefined)
      throw new Refusal('unprocessable', sentence`policy.not_read: Open the file of the version and read it first.`)
    const record = renderAcknowledgement({
      ...{ campaignId, personId, versionId, versionDigest },
      openedAt: iso(opened),
      acknowledgedAt: iso(now),
    })
    const [made] = await tx.query(insertAcknowledgement, { campaignId, personId, record })
    // Acknowledged in another window meanwhile.
    const meanwhile = made ? undefined : await saidBefore()
    if (meanwhile) return meanwhile
    change.audit(resourceId, { after: record })
    return new Rendered(record)
  },
})
