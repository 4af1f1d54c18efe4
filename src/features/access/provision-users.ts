import { type Static, Type } from 'typebox'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { findMade, hashPassword } from '#lib/password.ts'
import { isPlainAddress, normalizeEmail, plainAddress } from '#shared/email-address.ts'
import { revokeKept } from '#shared/kept-links.ts'
import {
  type EntryOutcome,
  type EntryPosition,
  type PlacedValue,
  type Provisioning,
  section,
} from '#shared/provision.ts'
import { releaseCustodians } from './custodians.ts'
import { isBreakGlass } from './forced-sign-on/break-glass.ts'
import { firstLink } from './invitations/make-link.ts'
import { addLogin, writeLogin } from './logins/login.ts'
import { passwordChanged, revokeInOtherWorkspaces } from './logins/other-workspaces.ts'
import { findLoginsAt, findPersonAt, namePerson } from './logins/queries.ts'
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
interface Given {
  readonly hash: string
  readonly made: ReadonlySet<string>
}

const hash = (password: string, place: EntryPosition, like: string | undefined): Promise<string> =>
  hashPassword(password, like).catch((error: unknown) => {
    const fault = passwordFault(error)
    throw fault ? place.mistake('password', fault.text) : error
  })

const hashesOf = (logins: readonly { readonly password_hash: string | null }[]): string[] =>
  logins.flatMap(({ password_hash }) => password_hash ?? [])

/** The login of the address with the password in the file: the same person, in one more organization. */
const findOwn = async ({ tx }: Provisioning, address: string, password: string | undefined) => {
  if (password === undefined) return undefined
  const logins = await tx.query(findLoginsAt, { address })
  const made = await findMade(password, hashesOf(logins))
  return logins.find(({ password_hash }) => password_hash !== null && made.has(password_hash))
}

const create = async (
  ctx: Provisioning,
  user: User,
  place: EntryPosition,
  passwordHash: string | null,
): Promise<EntryOutcome> => {
  const { tx, ids, now, audit } = ctx
  const id = ids.next('prs', now)
  const { name, role } = user
  const email = normalizeEmail(user.email)
  if (!isPlainAddress(email)) throw place.mistake('email', plainAddress.text)
  const own = await findOwn(ctx, email, user.password)
  const loginId = own?.login_id ?? addLogin(ctx, { address: email, personId: id, passwordHash })
  if (own) tx.write(namePerson, { address: email, personId: id, loginId })
  const made = newPerson({ id, email, name, role }, iso(now))
  const secondFactor = own ? await factorOfLogin(ctx, own.login_id) : 'none'
  const record = renderPerson({ ...made, secondFactor })
  tx.write(insertPerson, { id, loginId, role, disabled: false, record })
  audit(id, { action: 'person.create', after: record })
  if (!ctx.isNew) watchPerson(ctx, undefined, made)
  if (passwordHash === null) ctx.reveal('link', email, await firstLink(ctx, made))
  return 'created'
}

type Present = NonNullable<Awaited<ReturnType<typeof findPresent>>>

const findPresent = async ({ tx }: Provisioning, address: string) => {
  const [at] = await tx.query(findPersonAt, { address })
  const [row] = at ? await tx.query(lockPerson, { id: at.subject_id }) : []
  return row
}

/**
 * The role of the file, unless groups decide about the person, or they are a break-glass administrator: then a log line
 * says so.
 */
const roleFor = async (ctx: Provisioning, person: Person, role: User['role']): Promise<User['role']> => {
  if (person.role === role) return role
  const isNeeded = role !== 'admin' && (await isBreakGlass(ctx.tx, person.id))
  if (!person.mappedFrom && !isNeeded) return role
  const why = isNeeded ? 'break-glass administrator' : `mapped from ${person.mappedFrom}`
  ctx.log.warn({
    event: 'provisioned_role_not_applied',
    organization: ctx.organizationId,
    record: person.id,
    detail: why,
  })
  return person.role
}

const update = async (ctx: Provisioning, user: User, present: Present, given?: Given): Promise<EntryOutcome> => {
  const { tx, now, audit } = ctx
  const { name } = user
  const person = readRecord(Person, present.record)
  const role = await roleFor(ctx, person, user.role)
  const newPassword = given !== undefined && !given.made.has(present.password_hash ?? '')
  if (!newPassword && person.name === name && person.role === role) return 'unchanged'
  const { unitIds, ...rest } = person
  // Administrators see the whole workspace.
  const units = role === 'admin' ? undefined : unitIds
  const changed = { ...rest, name, role, ...(units && { unitIds: units }), updatedAt: iso(now) }
  const record = renderPerson(changed)
  tx.write(updatePersonRow, { id: person.id, role, disabled: person.status === 'disabled', record })
  if (role !== 'admin') await revokeKept(ctx, 'administration', person.id)
  if (newPassword) {
    writeLogin(tx, present, { password_hash: given.hash })
    tx.write(deleteSessionsOf, { personId: person.id })
    await revokeKept(ctx, 'password', person.id)
    // The second factor may be a custodian's, and passkeys open a session without the password.
    if (person.secondFactor === 'none') {
      releaseCustodians(ctx, person.id, 'operator')
      tx.write(forgetOwnConnections, { personId: person.id, now: iso(now) })
    }
    await revokeInOtherWorkspaces(ctx, present.login_id, 'person.update')
  }
  const said = { action: 'person.update', before: present.record, after: record }
  audit(person.id, { ...said, ...(newPassword && { detail: passwordChanged }) })
  watchPerson(ctx, person, changed)
  return 'updated'
}

/** One address in several organizations is one person with one password. */
const compare = (entries: readonly PlacedValue<User>[]): void => {
  const first = new Map<string, PlacedValue<User>>()
  for (const given of entries.filter(({ entry }) => entry.password !== undefined)) {
    const address = normalizeEmail(given.entry.email)
    const earlier = first.get(address) ?? given
    if (earlier.entry.password !== given.entry.password)
      throw given.place.mistake('password', `differs from that of ${earlier.place.path}, which has the same address`)
    first.set(address, earlier)
  }
}

/**
 * The list `users` of the provisioning file; a new password ends the person's sessions in every workspace of the login.
 */
export const users = section({
  name: 'users',
  key: 'email',
  normalize: normalizeEmail,
  entry: User,
  compare,
  async prepare({ db }, user, place) {
    const email = normalizeEmail(user.email)
    const stored = hashesOf(await db.readInstall(findLoginsAt, { address: email }))
    const { password } = user
    // Hashed before the transaction; a password that the file repeats is not hashed again.
    const made = password === undefined ? new Set<string>() : await findMade(password, stored)
    const [kept] = made
    const given = password === undefined ? undefined : { made, hash: kept ?? (await hash(password, place, stored[0])) }
    return async ctx => {
      const present = await findPresent(ctx, email)
      return present ? update(ctx, user, present, given) : create(ctx, user, place, given?.hash ?? null)
    }
  },
})
