import { Timestamp } from '#http/schema.ts'
import { plain } from '#src/features/governance/plain.ts'
import { partyEngagements } from './party-engagement.ts'

/** A review of a party, before and while the organization relies on it. */
export const dueDiligenceReviews = plain({
  name: 'DueDiligenceReview',
  prefix: 'gdd',
  statuses: ['open', 'active', 'closed'],
  references: { partyEngagementId: partyEngagements },
  fields: { reviewDueAt: Timestamp },
  scope: 'governance.due-diligence-reviews:read',
})
