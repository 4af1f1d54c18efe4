import { refersTo } from '#family/reference.ts'
import { partyEngagements } from './party-engagement.ts'
import { register } from './register.ts'

/** The audit rights in an engagement, and the result of using them. */
export const rightToAuditRecords = register({
  name: 'RightToAuditRecord',
  prefix: 'gra',
  statuses: ['draft', 'active', 'closed'],
  fields: { partyEngagementId: refersTo(partyEngagements) },
  scope: 'governance.right-to-audit-records:read',
})
