import { asActor } from '#http/access.ts'
import { beginCall, type Change, change } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { revokeLinks } from '#shared/revocable-links.ts'
import { Person, renderPerson } from '#src/features/access/person.ts'
import { deleteSessionsOf, lockPerson, updatePersonRow } from '#src/features/access/queries.ts'
import { watchPerson } from '#src/features/access/watched-changes.ts'
import { listMemberships } from './queries.ts'

/** The audit trail's detail for a new password. */
export const passwordChanged = 'password changed'

/** The people of a login in organizations other than the transaction's. */
const findOtherMemberships = async ({ tx, organizationId }: Change, loginId: string) =>
  (await tx.query(listMemberships, { loginId })).filter(({ organization_id }) => organization_id !== organizationId)

export const isSharedLogin = async (ctx: Change, loginId: string): Promise<boolean> =>
  (await findOtherMemberships(ctx, loginId)).length > 0

/**
 * Applies a change to a login in each of its other workspaces, bound to that organization and recorded in its audit
 * trail for the person there. Nothing there reveals in which workspace the change was made.
 */
export const inOtherWorkspaces = async (
  ctx: Change,
  loginId: string,
  action: string,
  apply: (ctx: Change, personId: string) => Promise<void>,
): Promise<void> => {
  const { tx, organizationId, requestId } = ctx
  const others = await findOtherMemberships(ctx, loginId)
  for (const { organization_id: otherOrganization, subject_id: id } of others) {
    const actor = asActor({ kind: 'person', id, organizationId: otherOrganization })
    tx.rebind(otherOrganization)
    await apply(change(beginCall(ctx, actor, requestId), tx, action, null), id)
  }
  if (others.length > 0) tx.rebind(organizationId)
}

/** Ends the sessions that a login has in other workspaces. */
export const endSessionsInOtherWorkspaces = (ctx: Change, loginId: string, action: string) =>
  inOtherWorkspaces(ctx, loginId, action, async ({ tx, audit }, personId) => {
    tx.write(deleteSessionsOf, { personId })
    audit(personId)
  })

/**
 * Revokes everything that a person who knew the earlier password may have opened or created in the other workspaces of
 * a login.
 */
export const revokeInOtherWorkspaces = (ctx: Change, loginId: string, action: string) =>
  inOtherWorkspaces(ctx, loginId, action, async (change, personId) => {
    change.tx.write(deleteSessionsOf, { personId })
    await revokeLinks(change, 'password', personId)
    change.audit(personId, { detail: passwordChanged })
  })

/** Writes and records a change of a login's person in its other workspaces. */
export const changeInOtherWorkspaces = (
  ctx: Change,
  loginId: string,
  { action, changes, detail }: { readonly action: string; readonly changes: Partial<Person>; readonly detail: string },
) =>
  inOtherWorkspaces(ctx, loginId, action, async (change, personId) => {
    const { tx, now, audit } = change
    const [row] = await lockPerson(tx, personId)
    if (!row) return
    const before = readRecord(Person, row.record)
    const person = { ...before, ...changes, updatedAt: iso(now) }
    const record = renderPerson(person)
    tx.write(updatePersonRow, { id: personId, role: person.role, disabled: person.status === 'disabled', record })
    audit(personId, { before: row.record, after: record, detail })
    watchPerson(change, before, person)
  })
