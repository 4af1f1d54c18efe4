import { type Static, Type } from 'typebox'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { findMatchingHashes, hashPassword } from '#lib/password.ts'
import { isPlainAddress, normalizeEmail, plainAddress } from '#shared/email-address.ts'
import {
  type EntryOutcome,
  type EntryPosition,
  type PlacedValue,
  type Provisioning,
  section,
} from '#shared/provision.ts'
import { revokeLinks } from '#shared/revocable-links.ts'
import { releaseCustodians } from './custodians.ts'
import { isBreakGlass } from './forced-sign-on/break-glass.ts'
import { firstLink } from './invitations/create-link.ts'
import { addLogin, writeLogin } from './logins/login.ts'
import { passwordChanged, revokeInOtherWorkspaces } from './logins/other-workspaces.ts'
import { addPersonName, findLoginsAt, findPersonAt } from './logins/queries.ts'
import { passwordFault } from './new-password.ts'
import { factorOfLogin } from './passkeys/passkey.ts'
import { newPerson, Person, PersonInput, renderPerson } from './person.ts'
import { deleteSessionsOf, insertPerson, lockPerson, updatePersonRow } from './queries.ts'
import { forgetOwnConnections } from './single-sign-on/former-identities.ts'
import { watchPerson } from './watched-changes.ts'

const User = Type.Object(
  { ...PersonInput, password: Type.Optional(Type.String({ minLength: 8, maxLength: 1024 })) },
  { additionalProperties: false },
)

type User = Static<typeof User>

/** The password of an entry: the hash to store, and the stored hashes that it matches. */
interface ProvisionedPassword {
  readonly hash: string
  readonly matches: ReadonlySet<string>
}

const hash = (password: string, position: EntryPosition, like: string | undefined): Promise<string> =>
  hashPassword(password, like).catch((error: unknown) => {
    const fault = passwordFault(error)
    throw fault ? position.mistake('password', fault.text) : error
  })

const hashesOf = (logins: readonly { readonly password_hash: string | null }[]): string[] =>
  logins.flatMap(({ password_hash }) => password_hash ?? [])

/** Finds a login of the address with the file's password: the same person joins another organization. */
const findExistingLogin = async ({ tx }: Provisioning, address: string, password: string | undefined) => {
  if (password === undefined) return undefined
  const logins = await tx.query(findLoginsAt, { address })
  const matches = await findMatchingHashes(password, hashesOf(logins))
  return logins.find(({ password_hash }) => password_hash !== null && matches.has(password_hash))
}

const create = async (
  ctx: Provisioning,
  user: User,
  position: EntryPosition,
  passwordHash: string | null,
): Promise<EntryOutcome> => {
  const { tx, ids, now, audit } = ctx
  const id = ids.next('prs', now)
  const { name, role } = user
  const email = normalizeEmail(user.email)
  if (!isPlainAddress(email)) throw position.mistake('email', plainAddress.text)
  const existing = await findExistingLogin(ctx, email, user.password)
  const loginId = existing?.login_id ?? addLogin(ctx, { address: email, personId: id, passwordHash })
  if (existing) tx.write(addPersonName, { address: email, personId: id, loginId })
  const person = newPerson({ id, email, name, role }, iso(now))
  const secondFactor = existing ? await factorOfLogin(ctx, existing.login_id) : 'none'
  const record = renderPerson({ ...person, secondFactor })
  tx.write(insertPerson, { id, loginId, role, disabled: false, record })
  audit(id, { action: 'person.create', after: record })
  if (!ctx.isNew) watchPerson(ctx, undefined, person)
  if (passwordHash === null) ctx.reveal('link', email, await firstLink(ctx, person))
  return 'created'
}

type LockedPersonRow = NonNullable<Awaited<ReturnType<typeof lockPersonAt>>>

const lockPersonAt = async ({ tx }: Provisioning, address: string) => {
  const [name] = await tx.query(findPersonAt, { address })
  const [row] = name ? await lockPerson(tx, name.subject_id) : []
  return row
}

/**
 * Returns the file's role. Keeps and logs the current role if groups decide about the person, or if the person is a
 * break-glass administrator whose role the file would take away.
 */
const roleFor = async (ctx: Provisioning, person: Person, role: User['role']): Promise<User['role']> => {
  if (person.role === role) return role
  const isNeeded = role !== 'admin' && (await isBreakGlass(ctx.tx, person.id))
  if (!person.mappedFrom && !isNeeded) return role
  const grounds = isNeeded ? 'break-glass administrator' : `mapped from ${person.mappedFrom}`
  ctx.log.warn({
    event: 'provisioned_role_not_applied',
    organization: ctx.organizationId,
    record: person.id,
    detail: grounds,
  })
  return person.role
}

const update = async (
  ctx: Provisioning,
  user: User,
  current: LockedPersonRow,
  password?: ProvisionedPassword,
): Promise<EntryOutcome> => {
  const { tx, now, audit } = ctx
  const { name } = user
  const person = readRecord(Person, current.record)
  const role = await roleFor(ctx, person, user.role)
  const isNewPassword = password !== undefined && !password.matches.has(current.password_hash ?? '')
  if (!isNewPassword && person.name === name && person.role === role) return 'unchanged'
  const { unitIds, ...rest } = person
  // Administrators see the whole workspace.
  const units = role === 'admin' ? undefined : unitIds
  const after = { ...rest, name, role, ...(units && { unitIds: units }), updatedAt: iso(now) }
  const record = renderPerson(after)
  tx.write(updatePersonRow, { id: person.id, role, disabled: person.status === 'disabled', record })
  if (role !== 'admin') await revokeLinks(ctx, 'admin_role', person.id)
  if (isNewPassword) {
    writeLogin(tx, current, { password_hash: password.hash })
    tx.write(deleteSessionsOf, { personId: person.id })
    await revokeLinks(ctx, 'password', person.id)
    // The second factor may be a custodian's, and passkeys open a session without the password.
    if (person.secondFactor === 'none') {
      releaseCustodians(ctx, person.id, 'operator')
      tx.write(forgetOwnConnections, { personId: person.id, now: iso(now) })
    }
    await revokeInOtherWorkspaces(ctx, current.login_id, 'person.update')
  }
  const auditRow = { action: 'person.update', before: current.record, after: record }
  audit(person.id, { ...auditRow, ...(isNewPassword && { detail: passwordChanged }) })
  watchPerson(ctx, person, after)
  return 'updated'
}

/** Requires the same password in all entries of an address, because the address is one person in all organizations. */
const requireSamePasswords = (entries: readonly PlacedValue<User>[]): void => {
  const first = new Map<string, PlacedValue<User>>()
  for (const value of entries.filter(({ entry }) => entry.password !== undefined)) {
    const address = normalizeEmail(value.entry.email)
    const earlier = first.get(address) ?? value
    if (earlier.entry.password !== value.entry.password)
      throw value.place.mistake('password', `differs from that of ${earlier.place.path}, which has the same address`)
    first.set(address, earlier)
  }
}

/**
 * The list `users` of the provisioning file. A new password ends the person's sessions in every workspace of the login.
 */
export const users = section({
  name: 'users',
  key: 'email',
  normalize: normalizeEmail,
  entry: User,
  compare: requireSamePasswords,
  async prepare({ db }, user, position) {
    const email = normalizeEmail(user.email)
    const storedHashes = hashesOf(await db.readInstall(findLoginsAt, { address: email }))
    const { password } = user
    // Hashed before the transaction; a password that the file repeats is not hashed again.
    const matches = password === undefined ? new Set<string>() : await findMatchingHashes(password, storedHashes)
    const [match] = matches
    const provisionedPassword =
      password === undefined ? undefined : { matches, hash: match ?? (await hash(password, position, storedHashes[0])) }
    return async ctx => {
      const current = await lockPersonAt(ctx, email)
      return current
        ? update(ctx, user, current, provisionedPassword)
        : create(ctx, user, position, provisionedPassword?.hash ?? null)
    }
  },
})
