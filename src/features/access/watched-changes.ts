import type { Change } from '#http/call.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { restoreCustodians } from './custodian-queries.ts'
import type { Person } from './person.ts'

export const isAdministrator = ({ role, status }: Pick<Person, 'role' | 'status'>): boolean =>
  role === 'admin' && status === 'active'

/**
 * Writes the security events for a change to a person, in the same transaction. `before` is undefined for a new person.
 */
export const watchPerson = (ctx: Change, before: Person | undefined, after: Person): void => {
  const context = { personId: after.id }
  if (isAdministrator(after) && !(before && isAdministrator(before)))
    writeSecurityEvent(ctx, { type: 'administratorAdded', context })
  // If the workspace requires a second factor, a session's rights depend on it.
  if (before && before.secondFactor !== after.secondFactor) ctx.tx.afterCommit(ctx.identities.forget)
  if (before && before.secondFactor !== 'none' && after.secondFactor === 'none') {
    ctx.tx.write(restoreCustodians, { personId: after.id })
    writeSecurityEvent(ctx, { type: 'secondFactorRemoved', context })
  }
}
