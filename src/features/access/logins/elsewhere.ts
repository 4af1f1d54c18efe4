import { beginCall, type Change, change } from '#api/call.ts'
import { readRecord } from '#api/record.ts'
import { iso } from '#lib/clock.ts'
import { Person, renderPerson } from '#src/features/access/person.ts'
import { deleteSessionsOf, lockPerson, updatePerson } from '#src/features/access/queries.ts'
import { membershipsOf } from './queries.ts'

/** The people of a login in other organizations than that of the transaction. */
const othersOf = async ({ tx, organizationId }: Change, loginId: string) =>
  (await tx.query(membershipsOf, { loginId })).filter(({ organization_id }) => organization_id !== organizationId)

export const isSharedLogin = async (ctx: Change, loginId: string): Promise<boolean> =>
  (await othersOf(ctx, loginId)).length > 0

/**
 * Does in each other workspace of a login what concerns the login: bound to that organization, and in its trail under
 * the name that somebody has there. Nothing there says where it came from.
 */
export const inOthers = async (
  ctx: Change,
  loginId: string,
  action: string,
  act: (there: Change, personId: string) => Promise<void>,
): Promise<void> => {
  const { tx, organizationId, requestId } = ctx
  const others = await othersOf(ctx, loginId)
  for (const { organization_id: there, subject_id: id } of others) {
    const actor = { kind: 'person', id, credentialId: id, organizationId: there, scopes: [] } as const
    tx.rebind(there)
    await act(change(beginCall(ctx, actor, requestId), tx, action, null), id)
  }
  if (others.length > 0) tx.rebind(organizationId)
}

/** Ends the sessions that a login has in other workspaces. */
export const endSessionsElsewhere = (ctx: Change, loginId: string, action: string, detail?: string) =>
  inOthers(ctx, loginId, action, async ({ tx, audit }, personId) => {
    tx.write(deleteSessionsOf, { personId })
    audit(personId, { ...(detail !== undefined && { detail }) })
  })

/** Tells the other workspaces of a login what has changed of it. */
export const changeElsewhere = (
  ctx: Change,
  loginId: string,
  { action, over, detail }: { readonly action: string; readonly over: Partial<Person>; readonly detail: string },
) =>
  inOthers(ctx, loginId, action, async ({ tx, now, audit }, personId) => {
    const [row] = await tx.query(lockPerson, { id: personId })
    if (!row) return
    const person = { ...readRecord(Person, row.record), ...over, updatedAt: iso(now) }
    const record = renderPerson(person)
    tx.write(updatePerson, { id: personId, role: person.role, disabled: person.status === 'disabled', record })
    audit(personId, { before: row.record, after: record, detail })
  })
