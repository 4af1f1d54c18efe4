import { asActor } from '#http/access.ts'
import { beginCall, type Call, type Change, change } from '#http/call.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { Rendered } from '#http/rendered.ts'
import { iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { randomToken } from '#lib/ids.ts'
import { revokeLinks } from '#shared/revocable-links.ts'
import { chargeAttempt } from '#src/features/access/attempts.ts'
import { hashPasswordFor, writeLogin } from '#src/features/access/logins/login.ts'
import {
  findLoginLink,
  findLoginsAt,
  findSpentReason,
  type LoginAt,
  listMemberships,
  lockLogin,
  useLoginLink,
} from '#src/features/access/logins/queries.ts'
import { openSession } from '#src/features/access/open-session.ts'
import { Person } from '#src/features/access/person.ts'
import { deleteSessionsOf, findOrganization, findPerson } from '#src/features/access/queries.ts'
import { spentLinkRefusal } from './spent-link.ts'

// Distinct from tokens of a workspace's links, which start with 26 capital letters or digits.
const tokenPattern = /^login_[A-Za-z0-9_-]{43}$/

/** Creates the token of a link that is mailed and never shown, so that only readers of the address's mail have it. */
export const newLoginToken = (): string => `login_${randomToken()}`
export const isLoginToken = (token: string): boolean => tokenPattern.test(token)

/** A person of an address who has a password and is not disabled. People of a sample workspace get no mail. */
export interface Addressee {
  readonly login: LoginAt
  readonly person: Person
  readonly record: string
  readonly organization: string
}

export const findAddressees = async ({ db }: Call, address: string): Promise<Addressee[]> => {
  const addressees: Addressee[] = []
  for (const login of await db.readInstall(findLoginsAt, { address })) {
    const { organization_id: id, subject_id: personId } = login
    const [row] = login.password_hash === null ? [] : await db.read(id, findPerson, { id: personId })
    const [organization] = await db.read(id, findOrganization, {})
    if (!row || row.disabled || !organization || organization.sample) continue
    addressees.push({
      login,
      person: readRecord(Person, row.record),
      record: row.record,
      organization: organization.name,
    })
  }
  return addressees
}

export interface UsableLoginLink {
  readonly address: string
  readonly expiresAt: number
  readonly first: Addressee
  readonly others: readonly Addressee[]
}

/** Finds the people of a mailed link. Throws 401 if the link no longer works. */
export const requireLoginLink = async (call: CommittingCall, token: string): Promise<UsableLoginLink> => {
  const [link] = await call.db.readInstall(findLoginLink, { tokenSha256: sha256Hex(token), now: iso(call.now) })
  const [first, ...others] = link ? await findAddressees(call, link.address) : []
  if (link && first) return { address: link.address, expiresAt: link.expires_at.getTime(), first, others }
  await chargeAttempt(call, 'link')
  const [row] = await call.db.readInstall(findSpentReason, { tokenSha256: sha256Hex(token) })
  throw spentLinkRefusal(link ? 'revoked' : (row?.why ?? 'unknown'))
}

/** Sets the new password for every login of the address, and ends all their sessions. */
const setPassword = async (ctx: Change, address: string, password_hash: string): Promise<void> => {
  const { tx, organizationId: initialOrganization, requestId, identities } = ctx
  const logins = new Set((await tx.query(findLoginsAt, { address })).map(({ login_id }) => login_id))
  for (const loginId of logins) {
    const [row] = await tx.query(lockLogin, { loginId })
    // A person who only uses single sign-on does not get a password.
    if (!row?.password_hash) continue
    writeLogin(tx, row, { password_hash })
    for (const { organization_id: organizationId, subject_id: id } of await tx.query(listMemberships, { loginId })) {
      const actor = asActor({ kind: 'person', id, organizationId })
      tx.rebind(organizationId)
      const workspaceChange = change(beginCall(ctx, actor, requestId), tx, 'person.set_password', null)
      tx.write(deleteSessionsOf, { personId: id })
      await revokeLinks(workspaceChange, 'password', id)
      workspaceChange.audit(id, { detail: 'by mail' })
    }
  }
  tx.rebind(initialOrganization)
  tx.afterCommit(identities.forget)
}

/** Signs in a person with one workspace and no second factor. Other people sign in with their new password. */
export const acceptLoginLink = async (call: CommittingCall, token: string, password: string): Promise<Rendered> => {
  const { address, first, others } = await requireLoginLink(call, token)
  const hash = await hashPasswordFor(call, address, password)
  const { organization_id: organizationId, subject_id: id } = first.login
  const { role, secondFactor } = first.person
  const actor = asActor({ kind: 'person', id, organizationId, role })
  const before = async (ctx: Change) => {
    const [link] = await ctx.tx.query(useLoginLink, { tokenSha256: sha256Hex(token) })
    if (!link?.used) throw spentLinkRefusal('used')
    await setPassword(ctx, address, hash)
  }
  if (others.length === 0 && secondFactor === 'none')
    return openSession(call, { actor, record: first.record }, 'invitation', before)
  await call.db.transaction(organizationId, tx =>
    before(change(beginCall(call, actor, call.requestId), tx, 'person.set_password', null)),
  )
  return new Rendered(JSON.stringify({ secondFactor }), 200)
}
