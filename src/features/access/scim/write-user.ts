import { isDeepStrictEqual } from 'node:util'
import type { Change, Provided } from '#http/call.ts'
import { notFound, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { mailNewAddress } from '#src/features/access/addresses/letter.ts'
import { findPersonAt } from '#src/features/access/logins/queries.ts'
import { Person, renderPerson } from '#src/features/access/person.ts'
import { updatePersonRow } from '#src/features/access/queries.ts'
import { watchPerson } from '#src/features/access/watched-changes.ts'
import { endAccess, requireDispensable } from './deactivate.ts'
import { leaveGroups } from './group-queries.ts'
import { groupsChanged } from './groups-of.ts'
import { findScimUser, lockScimUser, type UserRow, writeScimUser } from './queries.ts'
import { userOf } from './resource.ts'
import { recordTokenHolders } from './token-holders.ts'
import { personOf, type ScimUser } from './user.ts'

const attributes = ['userName', 'externalId', 'displayName', 'name', 'emails', 'active'] as const

const changedAttributes = (before: ScimUser, after: ScimUser): string[] =>
  attributes.filter(name => !isDeepStrictEqual(before[name], after[name]))

/** The conflicts of users by the unique keys that find them. */
export const userConflicts = {
  scim_user_name: sentence`scim.user_name_taken: Another user has this userName.`,
  scim_user_external_id: sentence`scim.user_external_id_taken: Another user has this externalId.`,
  login_name_person_key: sentence`scim.address_taken: Another user has this e-mail address.`,
} as const

interface Written {
  readonly changed: readonly string[]
  /** Why a sent value was not applied. */
  readonly kept?: string
}

const keptBlocked = 'An administrator of the workspace disabled this person; only an administrator can enable them.'
const keptAddress = 'The new e-mail address waits until the person confirms it.'

const storedAttributes = ({ active: _, ...user }: ScimUser): string => JSON.stringify(user)

const requireFree = async ({ tx }: Change, personId: string, address: string): Promise<void> => {
  const [at] = await tx.query(findPersonAt, { address })
  if (at && at.subject_id !== personId) throw new Refusal('conflict', userConflicts.login_name_person_key)
}

export const storeUser = (
  { tx, now }: Change,
  personId: string,
  user: ScimUser,
  state: { readonly deactivated: boolean; readonly deleted?: boolean; readonly pendingAddress?: string | null },
): void => {
  const { userName, externalId = null } = user
  const { deactivated, deleted = false, pendingAddress = null } = state
  const written = { personId, userName, externalId, attributes: storedAttributes(user), deactivated, deleted }
  tx.write(writeScimUser, { ...written, pendingAddress, now: iso(now) })
}

/**
 * A person without access by groups stays out until a group gives some; one disabled by hand until an administrator
 * enables them.
 */
const statusOf = (row: UserRow, { suspended = false }: Person, wanted: boolean): Person['status'] => {
  if (!wanted) return 'disabled'
  return row.disabled && (suspended || !row.deactivated) ? 'disabled' : 'active'
}

interface Replacement {
  readonly user: ScimUser
  readonly deleted?: boolean
}

const apply = async (
  ctx: Change & Provided<'scimLog'>,
  row: UserRow,
  { user, deleted = false }: Replacement,
): Promise<Written> => {
  const { tx, now, audit } = ctx
  const present = userOf(row)
  const before = readRecord(Person, row.record)
  const { email, name } = deleted ? before : personOf(user)
  const isWanted = user.active && !deleted
  const isBlocked = row.disabled && !row.deactivated && !before.suspended
  const status = statusOf(row, before, isWanted)
  // A later group does not let in a deactivated person.
  const suspended = before.suspended === true && isWanted
  const pendingAddress = email === before.email ? null : email
  if (pendingAddress) await requireFree(ctx, row.id, pendingAddress)
  if (present.userName.toLowerCase() !== user.userName.toLowerCase())
    await requireFree(ctx, row.id, user.userName.toLowerCase())
  const changed = changedAttributes(present, { ...user, active: isWanted && !isBlocked })
  const isNew = row.attributes === null || row.deleted !== deleted
  const deactivated = !isBlocked && !isWanted
  const isStored = deactivated === (row.deactivated ?? false) && pendingAddress === row.pending_address
  if (changed.length > 0 || isNew || !isStored) storeUser(ctx, row.id, user, { deactivated, deleted, pendingAddress })
  const detail = `SCIM: ${deleted ? 'deleted' : changed.join(', ') || 'unchanged'}`
  const isOtherwise = name !== before.name || status !== before.status || suspended !== (before.suspended ?? false)
  if (isOtherwise) {
    const after = { ...before, name, status, ...(before.suspended && { suspended }), updatedAt: iso(now) }
    const record = renderPerson(after)
    tx.write(updatePersonRow, { id: row.id, role: before.role, disabled: status === 'disabled', record })
    audit(row.id, { before: row.record, after: record, detail })
    watchPerson(ctx, before, after)
    tx.afterCommit(ctx.identities.forget)
  } else if (changed.length > 0 || isNew) audit(row.id, { detail })
  if (pendingAddress && pendingAddress !== row.pending_address) {
    await recordTokenHolders(ctx, row.id, 'address')
    await mailNewAddress(ctx, before, pendingAddress)
  }
  if (status === 'disabled' && before.status === 'active') await endAccess(ctx, row.id)
  if (deleted) tx.write(leaveGroups, { personId: row.id })
  if (deleted || status !== before.status) await groupsChanged(ctx, [row.id])
  const kept = [isBlocked && user.active && keptBlocked, pendingAddress && keptAddress].filter(Boolean).join(' ')
  return { changed, ...(kept && { kept }) }
}

/**
 * Changes a user under the lock of their row. `make` gets the present user, and whether their provider deactivated
 * them. `revive`: whether a deleted user comes back. Throws 404, 409 and 403 for an administrator who must stay.
 */
export const changeUser = async (
  ctx: Change & Provided<'scimLog'>,
  id: string,
  make: (present: ScimUser, isDeactivated: boolean) => Replacement,
  revive = false,
): Promise<Written & { readonly row: UserRow }> => {
  const { tx } = ctx
  const find = (row: UserRow | undefined): UserRow => {
    if (row?.deleted === revive) return row
    throw row && revive ? new Refusal('conflict', userConflicts.scim_user_name) : notFound('user')
  }
  const seen = find((await tx.query(findScimUser, { id }))[0])
  const made = (row: UserRow) => make(userOf(row), row.deactivated ?? false)
  const first = made(seen)
  // Administrators are locked before the person, as in all changes of people.
  if (!first.user.active || first.deleted) await requireDispensable(ctx, readRecord(Person, seen.record))
  const row = find((await tx.query(lockScimUser, { id }))[0])
  const written = await apply(ctx, row, made(row))
  const [after = row] = await tx.query(findScimUser, { id })
  return { ...written, row: after }
}
