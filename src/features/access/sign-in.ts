import { Type } from 'typebox'
import { beginCall, change } from '#api/call.ts'
import { type OwnCall, own } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import type { Charge } from '#api/rate-limit.ts'
import { dummyHash, verifyPassword } from '#lib/password.ts'
import { type Found, openSession } from './open-session.ts'
import { normalizeEmail } from './person.ts'
import { findLoginName, findPerson } from './queries.ts'
import { Session } from './session.ts'

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
    return openSession(call, await authenticate(call, email, body.password), 'password')
  },
})
