import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { type Change, change } from '#api/call.ts'
import { changing, type OwnCall, own } from '#api/endpoint.ts'
import { invalid, Refusal } from '#api/errors.ts'
import { Reference } from '#api/schema.ts'
import { lockSignIn } from './lock-sign-in.ts'
import { changeElsewhere } from './logins/elsewhere.ts'
import { noSecondFactor } from './logins/login.ts'
import { partLogin } from './logins/part-login.ts'
import { CurrentPassword, checkOwnPassword } from './own-password.ts'
import { findPerson } from './queries.ts'
import { Code, pausedCodes, wrongCode } from './totp.ts'
import { tryCode } from './try-code.ts'

const [none, off] = [{ secondFactor: 'none' }, 'second factor off'] as const

const lockFactor = async (handed: Change, personId: string) => {
  const person = await lockSignIn(handed, personId)
  if (person.person.secondFactor === 'none') throw new Refusal('unprocessable', 'There is no second factor.')
  return person
}

/** Tries a code of the caller in a transaction of its own, so that a wrong one counts. */
const checkOwnCode = async (call: OwnCall, code: string): Promise<() => void> => {
  const { actor, organizationId, db } = call
  const [person] = await call.read(findPerson, [organizationId, actor.id])
  const whose = { loginId: person?.login_id ?? '', personId: actor.id }
  const tried = await db.transaction(organizationId, tx =>
    tryCode(change(call, tx, 'account.remove_totp', null), whose, code),
  )
  if (typeof tried === 'object') throw pausedCodes(tried.wait)
  return () => {
    if (tried !== 'accepted') throw wrongCode()
  }
}

export const removeTotp = own({
  name: 'removeTotp',
  summary: 'Turn your own second factor off, with a code or your password',
  tag: 'Account',
  method: 'DELETE',
  workspace: { path: '/account/totp', roles: [...roles] },
  status: 204,
  action: 'account.remove_totp',
  reason: false,
  body: Type.Object(
    { code: Type.Optional(Code), currentPassword: Type.Optional(CurrentPassword) },
    { additionalProperties: false },
  ),
  response: Type.Null(),
  errors: ['unprocessable'],
  async run(call, { body: { code, currentPassword } }) {
    if (code === undefined && currentPassword === undefined) throw invalid(['code'], 'or currentPassword is required')
    const { prove } =
      code === undefined
        ? await checkOwnPassword(call, currentPassword ?? '')
        : { prove: await checkOwnCode(call, code) }
    return call.commit('', async handed => {
      const person = await lockFactor(handed, handed.actor.id)
      prove(person.login.password_hash)
      person.change(none, off, noSecondFactor)
      await changeElsewhere(handed, person.login.id, { action: 'account.remove_totp', over: none, detail: off })
      return null
    })
  },
})

/** For somebody who lost the app and the recovery codes. What they sign in with elsewhere stays as it is. */
export const removePersonTotp = changing({
  name: 'removePersonTotp',
  summary: "Turn somebody else's second factor off, for this workspace",
  tag: 'People',
  method: 'DELETE',
  workspace: { path: '/people/{personId}/totp', roles: ['admin'] },
  confirm: true,
  status: 204,
  action: 'person.remove_totp',
  params: Type.Object({ personId: Reference('prs') }),
  response: Type.Null(),
  errors: ['not_found', 'unprocessable'],
  async run(handed, { params: { personId } }) {
    if (personId === handed.actor.id)
      throw new Refusal('unprocessable', 'Turn your own second factor off under /account/totp, with a code.')
    await lockFactor(handed, personId)
    await partLogin(handed, personId)
    const person = await lockSignIn(handed, personId)
    person.change(none, off, noSecondFactor)
    return null
  },
})
