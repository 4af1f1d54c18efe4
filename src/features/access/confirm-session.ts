import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { type Change, change } from '#http/call.ts'
import { type CommittingCall, committing } from '#http/endpoint.ts'
import { invalid, Refusal } from '#http/errors.ts'
import { sessionCookie } from '#http/identify.ts'
import { newCredential } from '#http/identity.ts'
import { readRecord } from '#http/record.ts'
import { isRequired, signInFirst } from '#http/sentences.ts'
import { iso, second } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { sentence } from '#lib/sentence.ts'
import { requirePasswordCounts } from './forced-sign-on/admit-session.ts'
import { lockSignIn } from './lock-sign-in.ts'
import { CurrentPassword, checkOwnPassword } from './own-password.ts'
import { proveOwnPasskey, wrongPasskey } from './passkeys/prove-own-passkey.ts'
import { PasskeyProof } from './passkeys/prove-passkey.ts'
import { passkeysOf } from './passkeys/queries.ts'
import { Person } from './person.ts'
import { findPerson, updateConfirmation as write } from './queries.ts'
import { codeRequired } from './sentences.ts'
import { Code, pausedCodes, wrongCode } from './totp.ts'
import { type Tried, tryCode } from './try-code.ts'

const missing = {
  totp: codeRequired,
  passkey: sentence`session.factor_required: Enter a code from your authenticator app or a recovery code, or use only a passkey.`,
} as const

const missingCode = (secondFactor: 'totp' | 'passkey'): Refusal => {
  const issues = [{ path: ['code'], problem: isRequired }]
  return new Refusal('unprocessable', missing[secondFactor], { issues, extra: { secondFactor } })
}

/** Tries the code in a transaction of its own, so that a wrong one counts. */
const tryOwnCode = (call: CommittingCall, loginId: string, code: string): Promise<Tried> =>
  call.db.transaction(call.organizationId, tx =>
    tryCode(change(call, tx, 'session.confirm', null), { loginId, personId: call.actor.id }, code),
  )

/**
 * Records the proof and gives the session a new token (ASVS 7.2.4): a copy of the old one stops working. The second of
 * two concurrent proofs is refused, so that the browser ends up with the valid token.
 */
const renew = async ({ incoming, setHeader }: CommittingCall, { tx, organizationId, now }: Change): Promise<void> => {
  const { stream, secure } = incoming
  const present = sessionCookie.textIn(stream.headers.cookie, secure) ?? ''
  const next = newCredential('session', organizationId)
  const [session] = await tx.query(write, { tokenSha256: sha256Hex(present), nextSha256: next.sha256, now: iso(now) })
  if (!session) throw new Refusal('unauthorized', signInFirst)
  const left = Math.floor((session.expires_at.getTime() - now) / second)
  tx.afterCommit(() => setHeader('set-cookie', sessionCookie.set(secure, next.text, left)))
}

/** A passkey that verified its user suffices on its own. */
const confirmByPasskey = async (call: CommittingCall, proof: PasskeyProof) => {
  const proved = await proveOwnPasskey(call, proof)
  return call.commit('', async ctx => {
    const { login } = await lockSignIn(ctx, ctx.actor.id)
    const present = await ctx.tx.query(passkeysOf, { loginId: login.id })
    if (!present.some(({ id, locked_at }) => id === proved.id && locked_at === null)) throw wrongPasskey()
    await renew(call, ctx)
    ctx.tx.afterCommit(ctx.identities.forget)
    ctx.audit(ctx.actor.id, { detail: 'passkey' })
    return null
  })
}

/** Changes of access require this if the last proof is more than ten minutes old. */
export const confirmSession = committing({
  name: 'confirmSession',
  summary:
    'Prove your identity again with your password and second factor, or a passkey: valid for ten minutes, with a new cookie',
  tag: 'Session',
  enrols: true,
  method: 'POST',
  workspace: { path: '/session/confirm', roles: [...roles] },
  status: 204,
  action: 'session.confirm',
  reason: false,
  body: Type.Object(
    {
      password: Type.Optional(CurrentPassword),
      code: Type.Optional(Code),
      passkey: Type.Optional(PasskeyProof),
    },
    { additionalProperties: false },
  ),
  response: Type.Null(),
  errors: ['unprocessable'],
  async run(call, { body: { password, code, passkey } }) {
    await requirePasswordCounts(call)
    if (passkey) return confirmByPasskey(call, passkey)
    if (password === undefined) throw invalid(['password'], isRequired)
    const { prove, isRight } = await checkOwnPassword(call, password, 'password')
    const [person] = await call.read(findPerson, { id: call.actor.id })
    const kind = person ? readRecord(Person, person.record).secondFactor : 'none'
    const needsCode = person !== undefined && kind !== 'none'
    const tried = isRight && needsCode && code !== undefined ? await tryOwnCode(call, person.login_id, code) : 'none'
    return call.commit('', async ctx => {
      const { tx, actor, audit, identities } = ctx
      prove((await lockSignIn(ctx, actor.id)).login.password_hash)
      if (typeof tried === 'object') throw pausedCodes(tried.wait)
      if (tried === 'wrong') throw wrongCode()
      if (kind !== 'none' && code === undefined) throw missingCode(kind)
      await renew(call, ctx)
      tx.afterCommit(identities.forget)
      audit(actor.id)
      return null
    })
  },
})
