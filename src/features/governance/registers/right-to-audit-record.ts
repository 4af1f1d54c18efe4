import { plain } from '#src/features/governance/plain.ts'
import { partyEngagements } from './party-engagement.ts'

/** The audit rights in an engagement, and the result of using them. */
export const rightToAuditRecords = plain({
  name: 'RightToAuditRecord',
  prefix: 'gra',
  statuses: ['draft', 'active', 'closed'],
  references: { partyEngagementId: partyEngagements },
  scope: 'governance.right-to-audit-records:read',
})
