import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { type Change, change } from '#http/call.ts'
import { type CommittingCall, commitEndpoint } from '#http/endpoint.ts'
import { invalid, Refusal } from '#http/errors.ts'
import { sessionCookie } from '#http/identify.ts'
import { newCredential } from '#http/identity.ts'
import { readRecord } from '#http/record.ts'
import { isRequired, signInFirst } from '#http/sentences.ts'
import { iso, second } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { sentence } from '#lib/sentence.ts'
import { requirePasswordAccepted } from './forced-sign-on/admit-session.ts'
import { lockSignIn } from './lock-sign-in.ts'
import { CurrentPassword, checkOwnPassword } from './own-password.ts'
import { proveOwnPasskey, wrongPasskey } from './passkeys/prove-own-passkey.ts'
import { PasskeyProof } from './passkeys/prove-passkey.ts'
import { listPasskeysOfLogin } from './passkeys/queries.ts'
import { Person } from './person.ts'
import { findPerson, updateConfirmation as write } from './queries.ts'
import { codeRequired } from './sentences.ts'
import { Code, pausedCodes, wrongCode } from './totp.ts'
import { type CodeOutcome, tryCode } from './try-code.ts'

const missingFactor = {
  totp: codeRequired,
  passkey: sentence`session.factor_required: Enter a code from your authenticator app or a recovery code, or use only a passkey.`,
} as const

const missingCode = (secondFactor: 'totp' | 'passkey'): Refusal => {
  const issues = [{ path: ['code'], problem: isRequired }]
  return new Refusal('unprocessable', missingFactor[secondFactor], { issues, extra: { secondFactor } })
}

/** Tries the code in its own transaction, so that a wrong code is counted even though the call is refused. */
const tryCallersCode = (call: CommittingCall, loginId: string, code: string): Promise<CodeOutcome> =>
  call.db.transaction(call.organizationId, tx =>
    tryCode(change(call, tx, 'session.confirm', null), { loginId, personId: call.actor.id }, code),
  )

/**
 * Records the proof and gives the session a new token (ASVS 7.2.4), so that a copy of the old token stops working.
 * Rejects the second of two concurrent proofs, so that the browser ends up with the valid token.
 */
const renewToken = async (
  { incoming, setHeader }: CommittingCall,
  { tx, organizationId, now }: Change,
): Promise<void> => {
  const { stream, secure } = incoming
  const oldToken = sessionCookie.valueIn(stream.headers.cookie, secure) ?? ''
  const next = newCredential('session', organizationId)
  const [session] = await tx.query(write, { tokenSha256: sha256Hex(oldToken), nextSha256: next.sha256, now: iso(now) })
  if (!session) throw new Refusal('unauthorized', signInFirst)
  const secondsLeft = Math.floor((session.expires_at.getTime() - now) / second)
  tx.afterCommit(() => setHeader('set-cookie', sessionCookie.set(secure, next.text, secondsLeft)))
}

/** A passkey that verified its user needs no password. */
const confirmByPasskey = async (call: CommittingCall, proof: PasskeyProof) => {
  const ownPasskey = await proveOwnPasskey(call, proof)
  return call.commit('', async ctx => {
    const { login } = await lockSignIn(ctx, ctx.actor.id)
    const passkeys = await ctx.tx.query(listPasskeysOfLogin, { loginId: login.id })
    if (!passkeys.some(({ id, locked_at }) => id === ownPasskey.id && locked_at === null)) throw wrongPasskey()
    await renewToken(call, ctx)
    ctx.tx.afterCommit(ctx.identities.forget)
    ctx.audit(ctx.actor.id, { detail: 'passkey' })
    return null
  })
}

/** Changes of access require this if the last confirmation is more than ten minutes old. */
export const confirmSession = commitEndpoint({
  name: 'confirmSession',
  summary:
    'Confirm your identity with your password and second factor, or with a passkey; valid for ten minutes, and sets a new cookie',
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
    await requirePasswordAccepted(call)
    if (passkey) return confirmByPasskey(call, passkey)
    if (password === undefined) throw invalid(['password'], isRequired)
    const { prove, isRight } = await checkOwnPassword(call, password, 'password')
    const [person] = await call.read(findPerson, { id: call.actor.id })
    const kind = person ? readRecord(Person, person.record).secondFactor : 'none'
    const needsCode = person !== undefined && kind !== 'none'
    const outcome =
      isRight && needsCode && code !== undefined ? await tryCallersCode(call, person.login_id, code) : 'none'
    return call.commit('', async ctx => {
      const { tx, actor, audit, identities } = ctx
      prove((await lockSignIn(ctx, actor.id)).login.password_hash)
      if (typeof outcome === 'object') throw pausedCodes(outcome.wait)
      if (outcome === 'wrong') throw wrongCode()
      if (kind !== 'none' && code === undefined) throw missingCode(kind)
      await renewToken(call, ctx)
      tx.afterCommit(identities.forget)
      audit(actor.id)
      return null
    })
  },
})
