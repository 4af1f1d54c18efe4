import { Type } from 'typebox'
import type { Services } from '#api/call.ts'
import { section } from '#api/provision.ts'
import { readRecord } from '#api/record.ts'
import { iso } from '#lib/clock.ts'
import { normalizeEmail, Person, PersonInput, renderPerson } from './person.ts'
import { planSecret } from './provisioned-secret.ts'
import {
  deleteSessionsOf,
  findLoginName,
  findPerson,
  insertLoginName,
  insertPerson,
  lockPerson,
  updatePerson,
} from './queries.ts'

const storedHash = async ({ db }: Services, email: string): Promise<string | undefined> => {
  const [login] = await db.readInstall(findLoginName, [email])
  if (!login) return undefined
  const { organization_id, subject_id } = login
  const [person] = await db.read(organization_id, findPerson, [organization_id, subject_id])
  return person?.password_hash
}

/** The list `users` of the provisioning file. */
export const users = section({
  name: 'users',
  key: 'email',
  normalize: normalizeEmail,
  entry: Type.Object(
    { ...PersonInput, password: Type.Optional(Type.String({ minLength: 8, maxLength: 1024 })) },
    { additionalProperties: false },
  ),
  async prepare(services, { password, name, role, ...given }, place) {
    const email = normalizeEmail(given.email)
    const plan = await planSecret(password, await storedHash(services, email), 'password', place)
    return async ({ tx, organizationId, ids, now, audit, reveal }) => {
      const [login] = await tx.query(findLoginName, [email])
      if (login && login.organization_id !== organizationId)
        throw place.mistake('email', 'belongs to another organization')
      const [present] = login ? await tx.query(lockPerson, [organizationId, login.subject_id]) : []
      plan.confirm(present?.password_hash)
      const base: Person = present
        ? readRecord(Person, present.record)
        : { id: ids.next('prs', now), email, name, role, status: 'active', createdAt: iso(now), updatedAt: iso(now) }
      const { id } = base
      if (plan.generated) reveal('password', email, plan.generated)
      if (!present) {
        const record = renderPerson(base)
        tx.write(insertLoginName, [email, 'person', organizationId, id])
        tx.write(insertPerson, [organizationId, id, role, plan.hash ?? '', false, record])
        audit(id, { action: 'person.create', after: record })
        return 'created'
      }
      if (!plan.hash && base.name === name && base.role === role) return 'unchanged'
      const record = renderPerson({ ...base, name, role, updatedAt: iso(now) })
      const disabled = base.status === 'disabled'
      tx.write(updatePerson, [organizationId, id, role, plan.hash ?? present.password_hash, disabled, record])
      if (plan.hash) tx.write(deleteSessionsOf, [organizationId, id])
      const detail = plan.hash ? 'password changed' : undefined
      audit(id, { action: 'person.update', before: present.record, after: record, ...(detail && { detail }) })
      return 'updated'
    }
  },
})
