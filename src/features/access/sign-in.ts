import { Type } from 'typebox'
import { beginCall, change } from '#api/call.ts'
import { type OwnCall, own } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { readRecord } from '#api/record.ts'
import { failEvenly } from '#lib/even-time.ts'
import { pretendToVerify, verifyPassword } from '#lib/password.ts'
import { attemptPassword, knowPlace, type SecretAttempt } from './attempts.ts'
import { type Found, openSession } from './open-session.ts'
import { normalizeEmail, Person } from './person.ts'
import { findLoginName, findPerson } from './queries.ts'
import { Session } from './session.ts'
import { Code, pausedCodes } from './totp.ts'
import { tryCode } from './try-code.ts'

const wrong = (detail = {}): Refusal =>
  new Refusal('unauthorized', 'The e-mail address or the password is wrong.', detail)

const authenticate = async (call: OwnCall, email: string, password: string, attempt: SecretAttempt): Promise<Found> => {
  const [name] = await call.db.readInstall(findLoginName, [email])
  const known = name?.kind === 'person' ? name : undefined
  const [person] = known
    ? await call.db.read(known.organization_id, findPerson, [known.organization_id, known.subject_id])
    : []
  const { rank, mayHash } = attempt
  const hash = person?.password_hash && (await mayHash()) ? person.password_hash : undefined
  if (hash === undefined) await pretendToVerify(rank)
  const correct = hash !== undefined && (await verifyPassword(password, hash, rank))
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
    throw wrong({ about: { by: actor, why: person.disabled ? 'disabled' : 'wrong password', resourceId: actor.id } })
  }
  throw wrong()
}

/** Asks for the second factor once the password is right. A wrong code counts, so its transaction commits. */
const askSecondFactor = async (call: OwnCall, { actor, record }: Found, code: string | undefined): Promise<void> => {
  if (readRecord(Person, record).secondFactor === 'none') return
  const tried = await call.db.transaction(actor.organizationId, async tx => {
    const handed = change(beginCall(call, actor, call.requestId), tx, 'session.open', null)
    const outcome = code === undefined ? 'missing' : await tryCode(handed, actor.id, code)
    const detail = typeof outcome === 'object' ? 'too many wrong codes' : `${outcome} code`
    if (outcome !== 'accepted' && outcome !== 'none') handed.audit(actor.id, { outcome: 'refused', detail })
    return outcome
  })
  if (typeof tried === 'object') throw pausedCodes(tried.wait)
  if (tried === 'accepted' || tried === 'none') return
  const message = tried === 'missing' ? 'A code of your authenticator app is asked for.' : 'The code is wrong.'
  throw new Refusal('unauthorized', message, { extra: { secondFactor: 'totp' } })
}

/**
 * Sign in (operating: in-product endpoints). The answer to a wrong address and to a wrong password is the same, and so
 * is that to a wrong password of somebody with a second factor.
 */
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
    {
      email: Type.String({ minLength: 1, maxLength: 320 }),
      password: Type.String({ minLength: 1, maxLength: 1024 }),
      code: Type.Optional(Code),
    },
    { additionalProperties: false },
  ),
  response: Session,
  errors: ['unauthorized', 'rate_limited'],
  async run(call, { body }) {
    const email = normalizeEmail(body.email)
    return failEvenly(async () => {
      const attempt = await attemptPassword(call, email, undefined)
      const found = await attempt.during(async () => {
        const right = await authenticate(call, email, body.password, attempt)
        await askSecondFactor(call, right, body.code)
        return right
      })
      await knowPlace(call, email)
      return openSession(call, found, 'password')
    })
  },
})
