import type { Call } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { signInFirst } from '#http/sentences.ts'
import { appConfirmedAt } from '#src/features/access/passkeys/placeholder-app.ts'
import { findPerson } from '#src/features/access/queries.ts'
import type { SignedInWith } from '#src/features/access/signed-in-with.ts'
import { findLogin, findOwnSession, listMemberships, type Membership } from './queries.ts'

/** The session of a call, and the login behind it. */
export interface OwnLogin {
  readonly loginId: string
  /** When the caller last proved their identity; null if unknown. */
  readonly provedAt: Date | null
  /** Whether the session was opened with the login's password, or a passkey, and its second factor. */
  readonly isProved: boolean
  readonly openedWith: SignedInWith
  /** When the session ends, even if it is used. */
  readonly expiresAt: Date
  /**
   * The people of the login that the session covers. A session covers all of them if it was opened with a passkey, or
   * with the login's password and its second factor, if any. A session opened by the workspace's identity provider or
   * by a link, which others control, covers only the person of this workspace.
   */
  readonly memberships: readonly Membership[]
}

export const findOwnLogin = async (call: Call): Promise<OwnLogin> => {
  const { actor, organizationId } = call
  const [session] = await call.read(findOwnSession, { personId: actor.id, sessionId: actor.credentialId })
  const [person] = await call.read(findPerson, { id: actor.id })
  const [login] = person ? await call.read(findLogin, { loginId: person.login_id }) : []
  if (!session || !login) throw new Refusal('unauthorized', signInFirst)
  const { opened_with: openedWith, proved_at: provedAt, expires_at: expiresAt } = session
  const isOwn = openedWith === 'password' || openedWith === 'passkey'
  const app = appConfirmedAt(login)
  const isProved = isOwn && !(app && app > (provedAt ?? 0))
  const memberships = isProved
    ? await call.read(listMemberships, { loginId: login.id })
    : [{ organization_id: organizationId, subject_id: actor.id }]
  return { loginId: login.id, isProved, openedWith, provedAt, expiresAt, memberships }
}
