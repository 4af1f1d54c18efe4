import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { change } from '#api/call.ts'
import { type OwnCall, own } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { readRecord } from '#api/record.ts'
import { iso } from '#lib/clock.ts'
import { lockSignIn } from './lock-sign-in.ts'
import { CurrentPassword, checkOwnPassword } from './own-password.ts'
import { Person } from './person.ts'
import { findPerson, confirmSession as write } from './queries.ts'
import { Code, pausedCodes, wrongCode } from './totp.ts'
import { type Tried, tryCode } from './try-code.ts'

const missingCode = (): Refusal => {
  const message = 'A code of your authenticator app is asked for.'
  const issues = [{ path: ['code'], message: 'is required' }]
  return new Refusal('unprocessable', message, { issues, extra: { secondFactor: 'totp' } })
}

/** Tries the code in a transaction of its own, so that a wrong one counts. */
const tryOwnCode = (call: OwnCall, loginId: string, code: string): Promise<Tried> =>
  call.db.transaction(call.organizationId, tx =>
    tryCode(change(call, tx, 'session.confirm', null), { loginId, personId: call.actor.id }, code),
  )

/** What changes access asks for this when the last time is more than ten minutes ago. */
export const confirmSession = own({
  name: 'confirmSession',
  summary: 'Prove again who you are, with your password and second factor; good for ten minutes',
  tag: 'Session',
  method: 'POST',
  workspace: { path: '/session/confirm', roles: [...roles] },
  status: 204,
  action: 'session.confirm',
  reason: false,
  body: Type.Object({ password: CurrentPassword, code: Type.Optional(Code) }, { additionalProperties: false }),
  response: Type.Null(),
  errors: ['unprocessable'],
  async run(call, { body: { password, code } }) {
    const { prove, isRight } = await checkOwnPassword(call, password, 'password')
    const [person] = await call.read(findPerson, [call.organizationId, call.actor.id])
    const needsCode = person !== undefined && readRecord(Person, person.record).secondFactor !== 'none'
    const tried = isRight && needsCode && code !== undefined ? await tryOwnCode(call, person.login_id, code) : 'none'
    return call.commit('', async handed => {
      const { tx, organizationId, actor, now, audit, identities } = handed
      prove((await lockSignIn(handed, actor.id)).login.password_hash)
      if (typeof tried === 'object') throw pausedCodes(tried.wait)
      if (tried === 'wrong') throw wrongCode()
      if (needsCode && code === undefined) throw missingCode()
      tx.write(write, [organizationId, actor.credentialId, iso(now)])
      tx.afterCommit(identities.forget)
      audit(actor.id)
      return null
    })
  },
})
