import { Timestamp } from '#api/schema.ts'
import { controls } from '#src/features/governance/control.ts'
import { plain } from '#src/features/governance/plain.ts'

/** Where a control is not followed, until when, and who stands for it. */
export const exceptions = plain({
  name: 'Exception',
  prefix: 'gex',
  statuses: ['draft', 'active', 'closed'],
  references: { controlId: controls },
  fields: { expiresAt: Timestamp },
  scope: 'governance.exceptions:read',
})
