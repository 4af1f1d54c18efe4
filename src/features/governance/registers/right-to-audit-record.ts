import { plain } from '#src/features/governance/plain.ts'
import { partyEngagements } from './party-engagement.ts'

/** What an engagement says about looking at the party's books, and what came of it. */
export const rightToAuditRecords = plain({
  name: 'RightToAuditRecord',
  prefix: 'gra',
  statuses: ['draft', 'active', 'closed'],
  references: { partyEngagementId: partyEngagements },
  scope: 'governance.right-to-audit-records:read',
})
