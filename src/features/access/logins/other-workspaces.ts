import { asActor } from '#http/access.ts'
import { beginCall, type Change, change } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { revokeKept } from '#shared/kept-links.ts'
import { Person, renderPerson } from '#src/features/access/person.ts'
import { deleteSessionsOf, lockPerson, updatePersonRow } from '#src/features/access/queries.ts'
import { watchPerson } from '#src/features/access/watched-changes.ts'
import { membershipsOf } from './queries.ts'

/** The detail of a new password in the audit trail. */
export const passwordChanged = 'password changed'

/** The people of a login in organizations other than the one of the transaction. */
const othersOf = async ({ tx, organizationId }: Change, loginId: string) =>
  (await tx.query(membershipsOf, { loginId })).filter(({ organization_id }) => organization_id !== organizationId)

export const isSharedLogin = async (ctx: Change, loginId: string): Promise<boolean> =>
  (await othersOf(ctx, loginId)).length > 0

/**
 * Applies a change of a login in each of its other workspaces: bound to that organization, and in its audit trail under
 * the person there. Nothing there reveals where the change was made.
 */
export const inOtherWorkspaces = async (
  ctx: Change,
  loginId: string,
  action: string,
  act: (there: Change, personId: string) => Promise<void>,
): Promise<void> => {
  const { tx, organizationId, requestId } = ctx
  const others = await othersOf(ctx, loginId)
  for (const { organization_id: there, subject_id: id } of others) {
    const actor = asActor({ kind: 'person', id, organizationId: there })
    tx.rebind(there)
    await act(change(beginCall(ctx, actor, requestId), tx, action, null), id)
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
 * Ends everything that a person who knew an earlier password may have opened or made in the other workspaces of a
 * login.
 */
export const revokeInOtherWorkspaces = (ctx: Change, loginId: string, action: string) =>
  inOtherWorkspaces(ctx, loginId, action, async (there, personId) => {
    there.tx.write(deleteSessionsOf, { personId })
    await revokeKept(there, 'password', personId)
    there.audit(personId, { detail: passwordChanged })
  })

/** Records a change of a login in its other workspaces. */
export const changeInOtherWorkspaces = (
  ctx: Change,
  loginId: string,
  { action, over, detail }: { readonly action: string; readonly over: Partial<Person>; readonly detail: string },
) =>
  inOtherWorkspaces(ctx, loginId, action, async (there, personId) => {
    const { tx, now, audit } = there
    const [row] = await tx.query(lockPerson, { id: personId })
    if (!row) return
    const before = readRecord(Person, row.record)
    const person = { ...before, ...over, updatedAt: iso(now) }
    const record = renderPerson(person)
    tx.write(updatePersonRow, { id: personId, role: person.role, disabled: person.status === 'disabled', record })
    audit(personId, { before: row.record, after: record, detail })
    watchPerson(there, before, person)
  })
