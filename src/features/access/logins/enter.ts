import { type Actor, asActor, type Role } from '#http/access.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { type ConcernedAccount, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { findMatchingHashes, pretendToVerify } from '#lib/password.ts'
import { sentence } from '#lib/sentence.ts'
import type { SecretAttempt } from '#src/features/access/attempts.ts'
import { Person } from '#src/features/access/person.ts'
import { findEntrance, findLogin, findLoginsAt, type LoginAt, listMemberships, type Membership } from './queries.ts'

/** A person in one workspace that a correct password opens. */
export interface Entrance {
  readonly loginId: string
  readonly passwordHash: string
  /** The passkey, if it was used alone. */
  readonly passkeyId?: string
  readonly actor: Actor & { readonly role: Role }
  readonly record: string
  readonly person: Person
  readonly organization: { readonly id: string; readonly slug: string; readonly name: string }
}

/** A person with more workspaces must name one in the request. */
const maxEntrances = 50

export const wrongPassword = (...about: readonly ConcernedAccount[]): Refusal =>
  new Refusal(
    'unauthorized',
    sentence`sign_in.wrong_credentials: The e-mail address or the password is wrong.`,
    about.length > 0 ? { about } : {},
  )

const actorAt = ({ organization_id: organizationId, subject_id: id }: Membership, role: Role) =>
  asActor({ kind: 'person', id, organizationId, role })

const readEntrances = async ({ db }: CommittingCall, login: Omit<LoginAt, 'second_factor'>): Promise<Entrance[]> => {
  const { organization_id: id } = login
  const [row] = await db.read(id, findEntrance, { personId: login.subject_id })
  if (!row || row.disabled) return []
  const { slug, name } = row
  return [
    {
      loginId: login.login_id,
      passwordHash: login.password_hash ?? '',
      actor: actorAt(login, row.role),
      record: row.record,
      person: readRecord(Person, row.record),
      organization: { id, slug, name },
    },
  ]
}

/** Finds the workspaces that a passkey of a login opens without the password. */
export const entrancesOfLogin = async (call: CommittingCall, loginId: string): Promise<Entrance[]> => {
  const [login] = await call.db.readInstall(findLogin, { loginId })
  const memberships = login ? await call.db.readInstall(listMemberships, { loginId }) : []
  const entrances = memberships
    .slice(0, maxEntrances)
    .map(membership =>
      readEntrances(call, { ...membership, login_id: loginId, password_hash: login?.password_hash ?? null }),
    )
  return (await Promise.all(entrances)).flat()
}

const auditedFailure = (login: LoginAt, reason: string): ConcernedAccount => ({
  by: actorAt(login, 'auditor'),
  why: reason,
  resourceId: login.subject_id,
})

export interface EnterRequest {
  readonly address: string
  readonly password: string
  /** The requested workspace. */
  readonly slug?: string
}

interface EnterAttempt extends EnterRequest {
  readonly attempt: Pick<SecretAttempt, 'rank' | 'mayHash'>
  /** The only stored hash to compare the password with; if absent, all hashes of the address. */
  readonly only?: string
}

const tryPassword = async (
  password: string,
  logins: readonly LoginAt[],
  { rank, mayHash }: EnterAttempt['attempt'],
) => {
  const hashes = new Set(logins.flatMap(({ password_hash }) => password_hash ?? []))
  if (hashes.size > 0 && (await mayHash())) return findMatchingHashes(password, [...hashes], rank)
  await pretendToVerify(rank)
  return new Set<string>()
}

/**
 * Finds the workspaces that an address and a password open: those of every login with this password, or the requested
 * one. Computes one hash however many logins exist, and reveals no login unless its password is correct.
 * `matchesAllLogins` says whether all logins of the address have this password.
 */
export const findEntrances = async (
  call: CommittingCall,
  { address, password, slug, attempt, only }: EnterAttempt,
): Promise<{ readonly entrances: readonly Entrance[]; readonly matchesAllLogins: boolean }> => {
  const logins = await call.db.readInstall(findLoginsAt, { address })
  const candidates = logins.filter(({ password_hash }) => only === undefined || password_hash === only)
  const matches = await tryPassword(password, candidates, attempt)
  const correctLogins = candidates.filter(({ password_hash }) => password_hash !== null && matches.has(password_hash))
  const entrances: Entrance[] = []
  const failures = candidates
    .filter(login => !correctLogins.includes(login))
    .map(login => auditedFailure(login, 'wrong password'))
  for (const login of correctLogins) {
    if (entrances.length === maxEntrances) break
    const loginEntrances = await readEntrances(call, login)
    if (loginEntrances.length === 0) failures.push(auditedFailure(login, 'disabled'))
    entrances.push(...loginEntrances.filter(({ organization }) => slug === undefined || organization.slug === slug))
  }
  if (entrances.length === 0) throw wrongPassword(...failures)
  return {
    entrances,
    matchesAllLogins: logins.every(login => login.password_hash === null || correctLogins.includes(login)),
  }
}
