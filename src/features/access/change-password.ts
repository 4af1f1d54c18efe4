import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { type CommittingCall, commitEndpoint } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { revokeLinks } from '#shared/revocable-links.ts'
import { rememberDevice } from './device.ts'
import { lockSignIn } from './lock-sign-in.ts'
import { hashPasswordFor } from './logins/login.ts'
import { passwordChanged, revokeInOtherWorkspaces } from './logins/other-workspaces.ts'
import { NewPassword, rejectGuessablePassword } from './new-password.ts'
import { CurrentPassword, checkOwnPassword } from './own-password.ts'
import { Person } from './person.ts'
import { deleteOtherSessions, findPerson } from './queries.ts'

const checkCallersNewPassword = async (call: CommittingCall, password: string): Promise<void> => {
  const [person] = await call.read(findPerson, { id: call.actor.id })
  const { email, name } = readRecord(Person, person?.record ?? '{}')
  await rejectGuessablePassword(call, call.organizationId, { password, known: [email, name], field: 'newPassword' })
}

/** Signs out anyone who learned the old password. */
export const changePassword = commitEndpoint({
  name: 'changePassword',
  summary: 'Change your own password; ends your other sessions and your calendar feeds in every workspace',
  tag: 'Account',
  method: 'POST',
  workspace: { path: '/account/password', roles: [...roles] },
  status: 204,
  action: 'account.change_password',
  reason: false,
  body: Type.Object({ currentPassword: CurrentPassword, newPassword: NewPassword }, { additionalProperties: false }),
  response: Type.Null(),
  errors: ['unprocessable'],
  async run(call, { body }) {
    const { prove, address } = await checkOwnPassword(call, body.currentPassword)
    await checkCallersNewPassword(call, body.newPassword)
    const password_hash = await hashPasswordFor(call, address, body.newPassword, 'newPassword')
    // A password is never stored under an idempotency key, not even as a digest of its request.
    return call.commit('', async ctx => {
      const { tx, actor, identities } = ctx
      const person = await lockSignIn(ctx, actor.id)
      prove(person.login.password_hash)
      person.change({}, passwordChanged, { password_hash })
      tx.write(deleteOtherSessions, { personId: actor.id, id: actor.credentialId })
      await revokeLinks(ctx, 'password', actor.id)
      await revokeInOtherWorkspaces(ctx, person.login.id, 'account.change_password')
      tx.afterCommit(identities.forget)
      rememberDevice(call, password_hash)
      return null
    })
  },
})
