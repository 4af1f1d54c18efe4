import { Timestamp } from '#api/schema.ts'
import { controls } from '#src/features/governance/control.ts'
import { plain } from '#src/features/governance/plain.ts'

/** From draft, it takes effect when it is active. */
export const exceptionStatuses = ['draft', 'active', 'closed'] as const

/** Where a control is not followed, until when, and who stands for it. */
export const exceptions = plain({
  name: 'Exception',
  prefix: 'gex',
  statuses: exceptionStatuses,
  secondPerson: 'active',
  references: { controlId: controls },
  fields: { expiresAt: Timestamp },
  scope: 'governance.exceptions:read',
})
