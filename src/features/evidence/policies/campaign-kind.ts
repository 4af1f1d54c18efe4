import { campaignKind } from '#src/features/evidence/campaigns/kind.ts'

/** Asks people to acknowledge a version of a policy. The claim's source is their acknowledgements, as a document. */
export const policyCampaign = campaignKind({
  table: 'policy_campaign',
  word: 'campaign',
  maxPeople: 10_000,
  about: { table: 'policy', column: 'policy_id', current: 'currentVersionId' },
  responses: {
    table: 'policy_acknowledgement',
    column: 'campaign_id',
    timestampField: 'acknowledgedAt',
    where: 'true',
    participle: 'acknowledged',
  },
  source: { moduleKey: 'dms', resourceType: 'document', words: 'documents' },
})
