import type { AuditDetail } from '#http/audit.ts'
import type { Change } from '#http/call.ts'
import { revokeLinks } from '#shared/revocable-links.ts'
import { type Person, renderPerson } from './person.ts'
import { deleteSessionsOf, updatePersonRow } from './queries.ts'
import { isAdministrator, watchPerson } from './watched-changes.ts'

interface PersonBeforeChange {
  readonly person: Person
  /** The stored record, which is locked. */
  readonly record: string
}

/**
 * Writes a person's changed role, units or status. Disabling a person ends their sessions. A person who is no longer an
 * administrator loses the links that they created. Returns the new record.
 */
export const changeAccess = async (
  ctx: Change,
  current: PersonBeforeChange,
  person: Person,
  detail: AuditDetail = {},
): Promise<string> => {
  const { tx, audit, identities } = ctx
  const { id, role } = person
  const disabled = person.status === 'disabled'
  const record = renderPerson(person)
  tx.write(updatePersonRow, { id, role, disabled, record })
  if (disabled) tx.write(deleteSessionsOf, { personId: id })
  if (!isAdministrator(person)) await revokeLinks(ctx, 'admin_role', id)
  tx.afterCommit(identities.forget)
  audit(id, { ...detail, before: current.record, after: record })
  watchPerson(ctx, current.person, person)
  return record
}
