import { isDeepStrictEqual } from 'node:util'
import type { Change, Provided } from '#http/call.ts'
import { notFound, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { readLocked } from '#shared/read-locked.ts'
import { mailNewAddress } from '#src/features/access/addresses/letter.ts'
import { findPersonAt } from '#src/features/access/logins/queries.ts'
import { Person, renderPerson } from '#src/features/access/person.ts'
import { updatePersonRow } from '#src/features/access/queries.ts'
import { watchPerson } from '#src/features/access/watched-changes.ts'
import { endAccess, requireDeactivatable } from './deactivate.ts'
import { leaveGroups } from './group-queries.ts'
import { findScimUser, lockScimUser, type UserRow, writeScimUser } from './queries.ts'
import { readStoredUser } from './resource.ts'
import { applyScimGroups } from './scim-groups.ts'
import { recordTokenHolders } from './token-holders.ts'
import { type ScimUser, toPersonFields } from './user.ts'

const attributes = ['userName', 'externalId', 'displayName', 'name', 'emails', 'active'] as const

const changedAttributes = (before: ScimUser, after: ScimUser): string[] =>
  attributes.filter(name => !isDeepStrictEqual(before[name], after[name]))

/** The refusals for duplicate users, by unique key. */
export const userConflicts = {
  scim_user_name: sentence`scim.user_name_taken: Another user has this userName.`,
  scim_user_external_id: sentence`scim.user_external_id_taken: Another user has this externalId.`,
  login_name_person_key: sentence`scim.address_taken: Another user has this e-mail address.`,
} as const

interface UserChange {
  readonly changed: readonly string[]
  /** Why a sent value was not applied. */
  readonly notApplied?: Sentence | string
}

const blockedDetail = sentence`scim.disabled_by_administrator: An administrator of the workspace disabled this person; only an administrator can enable them.`
const addressDetail = sentence`scim.address_unconfirmed: The new e-mail address takes effect when the person confirms it.`

const storedAttributes = ({ active: _, ...user }: ScimUser): string => JSON.stringify(user)

const requireFreeAddress = async ({ tx }: Change, personId: string, address: string): Promise<void> => {
  const [existing] = await tx.query(findPersonAt, { address })
  if (existing && existing.subject_id !== personId) throw new Refusal('conflict', userConflicts.login_name_person_key)
}

export const storeUser = (
  { tx, now }: Change,
  personId: string,
  user: ScimUser,
  state: { readonly deactivated: boolean; readonly deleted?: boolean; readonly pendingAddress?: string | null },
): void => {
  const { userName, externalId = null } = user
  const { deactivated, deleted = false, pendingAddress = null } = state
  const columns = { personId, userName, externalId, attributes: storedAttributes(user), deactivated, deleted }
  tx.write(writeScimUser, { ...columns, pendingAddress, now: iso(now) })
}

/**
 * A person without access by groups stays disabled until a group gives access. A person disabled by hand stays disabled
 * until an administrator enables them.
 */
const statusOf = (row: UserRow, { suspended = false }: Person, isActivated: boolean): Person['status'] => {
  if (!isActivated) return 'disabled'
  return row.disabled && (suspended || !row.deactivated) ? 'disabled' : 'active'
}

interface Replacement {
  readonly user: ScimUser
  readonly deleted?: boolean
}

const applyReplacement = async (
  ctx: Change & Provided<'scimLog'>,
  row: UserRow,
  { user, deleted = false }: Replacement,
): Promise<UserChange> => {
  const { tx, now, audit } = ctx
  const current = readStoredUser(row)
  const before = readRecord(Person, row.record)
  const { email, name } = deleted ? before : toPersonFields(user)
  const isActivated = user.active && !deleted
  const isBlocked = row.disabled && !row.deactivated && !before.suspended
  const status = statusOf(row, before, isActivated)
  // A later group does not enable a deactivated person.
  const suspended = before.suspended === true && isActivated
  const pendingAddress = email === before.email ? null : email
  if (pendingAddress) await requireFreeAddress(ctx, row.id, pendingAddress)
  if (current.userName.toLowerCase() !== user.userName.toLowerCase())
    await requireFreeAddress(ctx, row.id, user.userName.toLowerCase())
  const changed = changedAttributes(current, { ...user, active: isActivated && !isBlocked })
  const isNewUser = row.attributes === null || row.deleted !== deleted
  const deactivated = !isBlocked && !isActivated
  const isStored = deactivated === (row.deactivated ?? false) && pendingAddress === row.pending_address
  if (changed.length > 0 || isNewUser || !isStored)
    storeUser(ctx, row.id, user, { deactivated, deleted, pendingAddress })
  const detail = `SCIM: ${deleted ? 'deleted' : changed.join(', ') || 'unchanged'}`
  const personChanges = name !== before.name || status !== before.status || suspended !== (before.suspended ?? false)
  if (personChanges) {
    const after = { ...before, name, status, ...(before.suspended && { suspended }), updatedAt: iso(now) }
    const record = renderPerson(after)
    tx.write(updatePersonRow, { id: row.id, role: before.role, disabled: status === 'disabled', record })
    audit(row.id, { before: row.record, after: record, detail })
    watchPerson(ctx, before, after)
    tx.afterCommit(ctx.identities.forget)
  } else if (changed.length > 0 || isNewUser) audit(row.id, { detail })
  if (pendingAddress && pendingAddress !== row.pending_address) {
    await recordTokenHolders(ctx, row.id, 'address')
    await mailNewAddress(ctx, before, pendingAddress)
  }
  if (status === 'disabled' && before.status === 'active') await endAccess(ctx, row.id)
  if (deleted) tx.write(leaveGroups, { personId: row.id })
  if (deleted || status !== before.status) await applyScimGroups(ctx, [row.id])
  const details = [...(isBlocked && user.active ? [blockedDetail] : []), ...(pendingAddress ? [addressDetail] : [])]
  const notApplied = details.length > 1 ? details.join(' ') : details[0]
  return { changed, ...(notApplied && { notApplied }) }
}

/**
 * Changes a user under their row lock. `makeReplacement` gets the current user, and whether their provider deactivated
 * them. With `revive`, restores a deleted user. Throws 404, 409, and 403 for an administrator who must keep access.
 */
export const changeUser = async (
  ctx: Change & Provided<'scimLog'>,
  id: string,
  makeReplacement: (current: ScimUser, isDeactivated: boolean) => Replacement,
  revive = false,
): Promise<UserChange & { readonly row: UserRow }> => {
  const { tx } = ctx
  const requireUser = (row: UserRow | undefined): UserRow => {
    if (row?.deleted === revive) return row
    throw row && revive ? new Refusal('conflict', userConflicts.scim_user_name) : notFound('user')
  }
  const unlocked = requireUser((await tx.query(findScimUser, { id }))[0])
  const replacementOf = (row: UserRow) => makeReplacement(readStoredUser(row), row.deactivated ?? false)
  const replacement = replacementOf(unlocked)
  // Administrators are locked before the person, as in all changes of people.
  if (!replacement.user.active || replacement.deleted)
    await requireDeactivatable(ctx, readRecord(Person, unlocked.record))
  const row = requireUser((await readLocked(tx, lockScimUser, findScimUser, { id }))[0])
  const outcome = await applyReplacement(ctx, row, replacementOf(row))
  const [after = row] = await tx.query(findScimUser, { id })
  return { ...outcome, row: after }
}
