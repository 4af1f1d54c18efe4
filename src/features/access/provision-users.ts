import { type Static, Type } from 'typebox'
import { type Outcome, type Provisioning, section } from '#api/provision.ts'
import { readRecord } from '#api/record.ts'
import { iso } from '#lib/clock.ts'
import { newPerson, normalizeEmail, Person, PersonInput, renderPerson } from './person.ts'
import { prepareLogin, type StoredLogin } from './provisioned-login.ts'
import { deleteSessionsOf, insertLoginName, insertPerson, lockPerson, updatePerson } from './queries.ts'

const User = Type.Object(
  { ...PersonInput, password: Type.Optional(Type.String({ minLength: 8, maxLength: 1024 })) },
  { additionalProperties: false },
)

type User = Static<typeof User>

const create = ({ tx, organizationId, ids, now, audit }: Provisioning, user: User, hash: string): Outcome => {
  const id = ids.next('prs', now)
  const { name, role } = user
  const email = normalizeEmail(user.email)
  const record = renderPerson(newPerson({ id, email, name, role }, iso(now)))
  tx.write(insertLoginName, [email, 'person', organizationId, id])
  tx.write(insertPerson, [organizationId, id, role, hash, false, record])
  audit(id, { action: 'person.create', after: record })
  return 'created'
}

const update = (handed: Provisioning, { name, role }: User, present: StoredLogin, hash = present.hash): Outcome => {
  const { tx, organizationId, now, audit } = handed
  const person = readRecord(Person, present.record)
  const newPassword = hash !== present.hash
  if (!newPassword && person.name === name && person.role === role) return 'unchanged'
  const record = renderPerson({ ...person, name, role, updatedAt: iso(now) })
  tx.write(updatePerson, [organizationId, person.id, role, hash, person.status === 'disabled', record])
  if (newPassword) tx.write(deleteSessionsOf, [organizationId, person.id])
  const detail = newPassword ? { detail: 'password changed' } : {}
  audit(person.id, { action: 'person.update', before: present.record, after: record, ...detail })
  return 'updated'
}

/** The list `users` of the provisioning file; a new password ends the person's sessions. */
export const users = section({
  name: 'users',
  key: 'email',
  normalize: normalizeEmail,
  entry: User,
  async prepare(services, user, place) {
    const login = await prepareLogin(services, place, {
      name: normalizeEmail(user.email),
      nameField: 'email',
      secret: user.password,
      secretField: 'password',
      lock: lockPerson,
    })
    return async handed => {
      const present = await login.find(handed)
      login.reveal(handed)
      return present ? update(handed, user, present, login.hash) : create(handed, user, login.hash ?? '')
    }
  },
})
