import { refersTo } from '#family/reference.ts'
import { Timestamp } from '#http/schema.ts'
import { partyEngagements } from './party-engagement.ts'
import { register } from './register.ts'

/** A review of a party, before and while the organization relies on it. */
export const dueDiligenceReviews = register({
  name: 'DueDiligenceReview',
  prefix: 'gdd',
  statuses: ['open', 'active', 'closed'],
  fields: { partyEngagementId: refersTo(partyEngagements), reviewDueAt: Timestamp },
  scope: 'governance.due-diligence-reviews:read',
})
