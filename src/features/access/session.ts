import { Type } from 'typebox'
import type { Actor, Role } from '#api/access.ts'
import { roles } from '#api/access.ts'
import { Rendered } from '#api/answer.ts'
import { beginCall, type Change, change } from '#api/call.ts'
import { type OwnCall, own, reading } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { sessionCookies } from '#api/identify.ts'
import { newCredential } from '#api/identity.ts'
import type { Charge } from '#api/rate-limit.ts'
import { hour, iso, second } from '#lib/clock.ts'
import { dummyHash, verifyPassword } from '#lib/password.ts'
import { normalizeEmail, Person } from './person.ts'
import { deleteSession, findLoginName, findPerson, insertSession } from './queries.ts'

const lifetime = 12 * hour

export const Session = Type.Object({ person: Person }, { title: 'Session' })

/** Attributes of the session cookie (RFC 6265bis); `__Host-` over https. */
const cookie = (secure: boolean, text: string, maxAge: number): string =>
  [
    `${secure ? sessionCookies.https : sessionCookies.http}=${text}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${maxAge}`,
    ...(secure ? ['Secure'] : []),
  ].join('; ')

/** Counts an attempt against the address it comes from and, when it names one, the account it is for. */
export const limitAttempts = async (call: OwnCall, email?: string): Promise<void> => {
  const charges: Charge[] = [{ bucket: 'sign-in-address', key: call.incoming.address }]
  if (email !== undefined) charges.unshift({ bucket: 'sign-in', key: email })
  const verdict = await call.limiter.consume(charges)
  if (verdict.allowed) return
  const retryAfter = verdict.headers['Retry-After'] ?? '60'
  throw new Refusal('rate_limited', 'Too many attempts to sign in; wait a minute.', {
    headers: { 'retry-after': retryAfter },
  })
}

interface Found {
  readonly actor: Actor & { readonly role: Role }
  readonly record: string
}

/**
 * Opens a session for a person: writes it, sets the cookie, leaves an audit row. `before` does what comes first in the
 * same transaction, such as making the person.
 */
export const openSession = async (
  call: OwnCall,
  { actor, record }: Found,
  before?: (handed: Change) => Promise<void>,
): Promise<Rendered> => {
  const { organizationId } = actor
  const session = newCredential('session', organizationId)
  const id = call.ids.next('ses', call.now)
  await call.db.transaction(organizationId, async tx => {
    const handed = change(beginCall(call, actor, call.requestId), tx, 'session.open', null)
    await before?.(handed)
    const expiresAt = iso(call.now + lifetime)
    tx.write(insertSession, [organizationId, session.sha256, id, actor.id, iso(call.now), expiresAt])
    handed.audit(actor.id)
  })
  call.setHeader('set-cookie', cookie(call.incoming.secure, session.text, lifetime / second))
  return new Rendered(`{"person":${record}}`)
}

const authenticate = async (call: OwnCall, email: string, password: string): Promise<Found> => {
  const [name] = await call.db.readInstall(findLoginName, [email])
  const known = name?.kind === 'person' ? name : undefined
  const [person] = known
    ? await call.db.read(known.organization_id, findPerson, [known.organization_id, known.subject_id])
    : []
  const correct = await verifyPassword(password, person?.password_hash ?? dummyHash).catch(() => false)
  if (known && person) {
    const actor = {
      kind: 'person',
      id: known.subject_id,
      credentialId: known.subject_id,
      organizationId: known.organization_id,
      scopes: [],
      role: person.role,
    } as const
    if (correct && !person.disabled) return { actor, record: person.record }
    await call.db.transaction(actor.organizationId, tx =>
      change(beginCall(call, actor, call.requestId), tx, 'session.open', null).audit(actor.id, {
        outcome: 'refused',
        detail: person.disabled ? 'disabled' : 'wrong password',
      }),
    )
  }
  throw new Refusal('unauthorized', 'The e-mail address or the password is wrong.')
}

/** Sign in (operating: in-product endpoints). The answer to a wrong address and to a wrong password is the same. */
export const signIn = own({
  name: 'signIn',
  summary: 'Sign in with e-mail address and password',
  tag: 'Session',
  method: 'POST',
  workspace: { path: '/session', roles: 'public' },
  status: 200,
  action: 'session.open',
  reason: false,
  body: Type.Object(
    { email: Type.String({ minLength: 1, maxLength: 320 }), password: Type.String({ minLength: 1, maxLength: 1024 }) },
    { additionalProperties: false },
  ),
  response: Session,
  errors: ['unauthorized', 'rate_limited'],
  async run(call, { body }) {
    const email = normalizeEmail(body.email)
    await limitAttempts(call, email)
    return openSession(call, await authenticate(call, email, body.password))
  },
})

export const signOut = own({
  name: 'signOut',
  summary: 'Sign out',
  tag: 'Session',
  method: 'DELETE',
  workspace: { path: '/session', roles: [...roles] },
  status: 204,
  action: 'session.close',
  reason: false,
  response: Type.Null(),
  async run(call) {
    const { actor, organizationId } = call
    await call.db.transaction(organizationId, tx => {
      tx.write(deleteSession, [organizationId, actor.credentialId])
      change(call, tx, 'session.close', null).audit(actor.id)
    })
    call.identities.forget()
    call.setHeader('set-cookie', cookie(call.incoming.secure, '', 0))
    return null
  },
})

export const getSession = reading({
  name: 'getSession',
  summary: 'Who is signed in',
  tag: 'Session',
  workspace: { path: '/session', roles: [...roles] },
  response: Session,
  async run(call) {
    const [person] = await call.read(findPerson, [call.organizationId, call.actor.id])
    if (!person) throw new Refusal('unauthorized', 'Sign in first.')
    return new Rendered(`{"person":${person.record}}`)
  },
})
