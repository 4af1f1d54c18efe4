import { Timestamp } from '#http/schema.ts'
import { controls } from '#src/features/governance/controls/control.ts'
import { plain } from '#src/features/governance/plain.ts'

/** An exception takes effect when it moves from draft to active. */
export const exceptionStatuses = ['draft', 'active', 'closed'] as const

/** A deviation from a control, with its end and the person who answers for it. */
export const exceptions = plain({
  name: 'Exception',
  prefix: 'gex',
  statuses: exceptionStatuses,
  secondPerson: 'active',
  references: { controlId: controls },
  fields: { expiresAt: Timestamp },
  scope: 'governance.exceptions:read',
})
