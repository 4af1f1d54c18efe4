import { type Actor, asActor, type Role } from '#http/access.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { type Concerned, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { findMade, pretendToVerify } from '#lib/password.ts'
import { sentence } from '#lib/sentence.ts'
import type { SecretAttempt } from '#src/features/access/attempts.ts'
import { Person } from '#src/features/access/person.ts'
import { findEntrance, findLogin, findLoginsAt, type LoginAt, type Membership, membershipsOf } from './queries.ts'

/** A person in one workspace that a correct password opens. */
export interface Entrance {
  readonly loginId: string
  readonly passwordHash: string
  /** The passkey that opened it alone. */
  readonly passkeyId?: string
  readonly actor: Actor & { readonly role: Role }
  readonly record: string
  readonly person: Person
  readonly organization: { readonly id: string; readonly slug: string; readonly name: string }
}

/** Beyond this many, the request must name the workspace. */
const most = 50

export const wrongPassword = (...about: readonly Concerned[]): Refusal =>
  new Refusal(
    'unauthorized',
    sentence`sign_in.wrong_credentials: The e-mail address or the password is wrong.`,
    about.length > 0 ? { about } : {},
  )

const actorAt = ({ organization_id: organizationId, subject_id: id }: Membership, role: Role) =>
  asActor({ kind: 'person', id, organizationId, role })

const entranceOf = async ({ db }: CommittingCall, at: Omit<LoginAt, 'second_factor'>): Promise<Entrance[]> => {
  const { organization_id: id } = at
  const [row] = await db.read(id, findEntrance, { personId: at.subject_id })
  if (!row || row.disabled) return []
  const { slug, name } = row
  return [
    {
      loginId: at.login_id,
      passwordHash: at.password_hash ?? '',
      actor: actorAt(at, row.role),
      record: row.record,
      person: readRecord(Person, row.record),
      organization: { id, slug, name },
    },
  ]
}

/** The workspaces that a login opens without its password, by one of its passkeys. */
export const entrancesOfLogin = async (call: CommittingCall, loginId: string): Promise<Entrance[]> => {
  const [login] = await call.db.readInstall(findLogin, { loginId })
  const memberships = login ? await call.db.readInstall(membershipsOf, { loginId }) : []
  const found = memberships
    .slice(0, most)
    .map(at => entranceOf(call, { ...at, login_id: loginId, password_hash: login?.password_hash ?? null }))
  return (await Promise.all(found)).flat()
}

const concerned = (at: LoginAt, why: string): Concerned => ({
  by: actorAt(at, 'auditor'),
  why,
  resourceId: at.subject_id,
})

export interface EnterRequest {
  readonly address: string
  readonly password: string
  /** The requested workspace. */
  readonly slug?: string
}

interface Attempted extends EnterRequest {
  readonly attempt: Pick<SecretAttempt, 'rank' | 'mayHash'>
  /** The only stored hash to compare the password with, instead of all of the address. */
  readonly only?: string
}

const tryPassword = async (password: string, logins: readonly LoginAt[], { rank, mayHash }: Attempted['attempt']) => {
  const hashes = new Set(logins.flatMap(({ password_hash }) => password_hash ?? []))
  if (hashes.size > 0 && (await mayHash())) return findMade(password, [...hashes], rank)
  await pretendToVerify(rank)
  return new Set<string>()
}

/**
 * The workspaces that an address and a password open: those of every login with this password, or the named one. It
 * takes one hash however many logins exist, and no login is revealed unless its password is correct. `isWhole`: whether
 * it is the password of every login of the address.
 */
export const findEntrances = async (
  call: CommittingCall,
  { address, password, slug, attempt, only }: Attempted,
): Promise<{ readonly entrances: readonly Entrance[]; readonly isWhole: boolean }> => {
  const logins = await call.db.readInstall(findLoginsAt, { address })
  const tried = logins.filter(({ password_hash }) => only === undefined || password_hash === only)
  const made = await tryPassword(password, tried, attempt)
  const right = tried.filter(({ password_hash }) => password_hash !== null && made.has(password_hash))
  const entrances: Entrance[] = []
  const refused = tried.filter(at => !right.includes(at)).map(at => concerned(at, 'wrong password'))
  for (const at of right) {
    if (entrances.length === most) break
    const found = await entranceOf(call, at)
    if (found.length === 0) refused.push(concerned(at, 'disabled'))
    entrances.push(...found.filter(({ organization }) => slug === undefined || organization.slug === slug))
  }
  if (entrances.length === 0) throw wrongPassword(...refused)
  return { entrances, isWhole: logins.every(at => at.password_hash === null || right.includes(at)) }
}
