import type { Rendered } from '#api/answer.ts'
import type { OwnCall } from '#api/endpoint.ts'
import { invalid } from '#api/errors.ts'
import { iso } from '#lib/clock.ts'
import { failEvenly } from '#lib/even-time.ts'
import { attemptPassword, chargeGuess, knowPlace } from '#src/features/access/attempts.ts'
import { endSessionsElsewhere } from '#src/features/access/logins/elsewhere.ts'
import { type Entrance, findEntrances, wrongPassword } from '#src/features/access/logins/enter.ts'
import { hashPasswordFor, writeLogin } from '#src/features/access/logins/login.ts'
import { lockLogin, namePerson } from '#src/features/access/logins/queries.ts'
import { passSecondFactor } from '#src/features/access/logins/second-factor.ts'
import { openSession } from '#src/features/access/open-session.ts'
import { newPerson, renderPerson } from '#src/features/access/person.ts'
import { insertPerson } from '#src/features/access/queries.ts'
import type { FoundLink } from './find-link.ts'
import { actorFor, type Given, useLink } from './use-link.ts'

const prove = (call: OwnCall, address: string, { currentPassword = '', code }: Given): Promise<Entrance> =>
  failEvenly(async () => {
    const attempt = await attemptPassword(call, address, undefined)
    const { passed, isWhole } = await attempt.during(async () => {
      const { entrances, isWhole } = await findEntrances(call, { address, password: currentPassword, attempt })
      return { isWhole, passed: await passSecondFactor(call, entrances, code) }
    })
    await (isWhole ? knowPlace(call, address) : chargeGuess(call, address))
    const [first] = passed
    if (!first) throw wrongPassword()
    return first
  })

/**
 * A login gets a person in one more workspace: by the link, its present password and code, and a new password. Whoever
 * else knew the present one, such as the administrator who made the login, does not come along, nor does any session.
 */
export const joinWithLogin = async (call: OwnCall, found: FoundLink, given: Given): Promise<Rendered> => {
  const { organizationId, invitation } = found
  const { email, role } = invitation
  const { loginId, passwordHash, person: known } = await prove(call, email, given)
  const { secondFactor } = known
  const next = await hashPasswordFor(call, email, given.password)
  if (next === passwordHash) throw invalid(['password'], 'must be another one than the present password')
  const { ids, now } = call
  const [id, name] = [ids.next('prs', now), given.name ?? invitation.name]
  const person = newPerson({ id, email, name, role }, iso(now))
  const record = renderPerson({ ...person, secondFactor })
  return openSession(call, { actor: actorFor(organizationId, person), record }, 'password', async handed => {
    const { tx, audit, identities } = handed
    await useLink(handed, invitation, id)
    const [login] = await tx.query(lockLogin, [loginId])
    if (login?.password_hash !== passwordHash || (login.totp_confirmed_at ? 'totp' : 'none') !== secondFactor)
      throw wrongPassword()
    writeLogin(tx, login, { password_hash: next })
    tx.write(namePerson, [email, id, loginId])
    tx.write(insertPerson, [organizationId, id, loginId, role, false, record])
    audit(id, { action: 'person.create', after: record, detail: invitation.id })
    await endSessionsElsewhere(handed, loginId, 'account.change_password', 'password changed')
    tx.afterCommit(identities.forget)
  })
}
