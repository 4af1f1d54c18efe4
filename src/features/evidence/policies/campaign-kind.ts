import { campaignKind } from '#src/features/evidence/campaigns/kind.ts'

/** People are asked to acknowledge a version of a policy. Their acknowledgements form a document of the workspace. */
export const policyCampaign = campaignKind({
  table: 'policy_campaign',
  word: 'campaign',
  mostPeople: 10_000,
  about: { table: 'policy', column: 'policy_id', current: 'currentVersionId' },
  given: {
    table: 'policy_acknowledgement',
    column: 'campaign_id',
    at: 'acknowledgedAt',
    where: 'true',
    did: 'acknowledged',
  },
  source: { moduleKey: 'dms', resourceType: 'document', words: 'documents' },
})
