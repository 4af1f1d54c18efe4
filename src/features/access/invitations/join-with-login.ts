import { asActor } from '#http/access.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { invalid } from '#http/errors.ts'
import type { Rendered } from '#http/rendered.ts'
import { iso } from '#lib/clock.ts'
import { delayFailure } from '#lib/delay-failure.ts'
import { sentence } from '#lib/sentence.ts'
import { rememberDevice } from '#src/features/access/device.ts'
import { type Entrance, wrongPassword } from '#src/features/access/logins/enter.ts'
import { hashPasswordFor, writeLogin } from '#src/features/access/logins/login.ts'
import { revokeInOtherWorkspaces } from '#src/features/access/logins/other-workspaces.ts'
import { provePassword } from '#src/features/access/logins/prove-password.ts'
import { addPersonName, lockLogin } from '#src/features/access/logins/queries.ts'
import { openSession } from '#src/features/access/open-session.ts'
import { factorOf } from '#src/features/access/passkeys/placeholder-app.ts'
import { newPerson, renderPerson } from '#src/features/access/person.ts'
import { insertPerson } from '#src/features/access/queries.ts'
import { watchPerson } from '#src/features/access/watched-changes.ts'
import type { UsableLink } from './find-link.ts'
import { recordInviter } from './record-inviter.ts'
import { type LinkInput, useLink } from './use-link.ts'

const proveLogin = (
  call: CommittingCall,
  address: string,
  { currentPassword = '', code, passkey }: LinkInput,
): Promise<Entrance> =>
  delayFailure(async () => (await provePassword(call, { address, password: currentPassword, code, passkey }))[0])

/**
 * Adds a login to another workspace, as a new person. Requires the link, the current password and code, and a new
 * password. The new password locks out anyone else who knew the current one, such as the administrator who created the
 * login, and ends every session.
 */
export const joinWithLogin = async (call: CommittingCall, link: UsableLink, input: LinkInput): Promise<Rendered> => {
  const { organizationId, invitation } = link
  const { email, role, unitIds } = invitation
  const { loginId, passwordHash, person: existing } = await proveLogin(call, email, input)
  const { secondFactor } = existing
  const newHash = await hashPasswordFor(call, email, input.password)
  if (newHash === passwordHash)
    throw invalid(['password'], sentence`field.same_password: must differ from the current password`)
  const { ids, now } = call
  const [id, name] = [ids.next('prs', now), input.name ?? invitation.name]
  const person = newPerson({ id, email, name, role, ...(unitIds && { unitIds }) }, iso(now))
  const record = renderPerson({ ...person, secondFactor })
  const subject = { actor: asActor({ kind: 'person', id, organizationId, role }), record }
  const response = await openSession(call, subject, 'password', async ctx => {
    const { tx, audit, identities } = ctx
    await useLink(ctx, invitation, id)
    const [login] = await tx.query(lockLogin, { loginId })
    if (login?.password_hash !== passwordHash || factorOf(login) !== secondFactor) throw wrongPassword()
    writeLogin(tx, login, { password_hash: newHash })
    tx.write(addPersonName, { address: email, personId: id, loginId })
    tx.write(insertPerson, { id, loginId, role, disabled: false, record })
    audit(id, { action: 'person.create', after: record, detail: invitation.id })
    await recordInviter(ctx, invitation, person)
    watchPerson(ctx, undefined, person)
    await revokeInOtherWorkspaces(ctx, loginId, 'account.change_password')
    tx.afterCommit(identities.forget)
  })
  rememberDevice(call, newHash)
  return response
}
