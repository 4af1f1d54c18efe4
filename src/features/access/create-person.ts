import { Type } from 'typebox'
import { changing } from '#api/endpoint.ts'
import { iso } from '#lib/clock.ts'
import { randomToken } from '#lib/ids.ts'
import { addLogin, hashPasswordFor } from './logins/login.ts'
import { NewPassword, refuseGuessable } from './new-password.ts'
import { newPerson, normalizeEmail, Person, PersonInput, renderPerson } from './person.ts'
import { insertPerson } from './queries.ts'

const generatedBytes = 18

const PersonWithPassword = Type.Object(
  {
    person: Person,
    password: Type.Optional(Type.String({ description: 'Generated; shown once, absent in a replayed answer.' })),
  },
  { title: 'PersonWithPassword' },
)

export const createPerson = changing({
  name: 'createPerson',
  summary: 'Add a person; a password that is left out is generated and shown this once',
  tag: 'People',
  method: 'POST',
  workspace: { path: '/people', roles: ['admin'] },
  confirm: true,
  status: 201,
  action: 'person.create',
  secret: 'password',
  body: Type.Object({ ...PersonInput, password: Type.Optional(NewPassword) }),
  response: PersonWithPassword,
  errors: ['conflict'],
  conflicts: { login_name_person_key: 'This e-mail address is taken in this workspace.' },
  async run(handed, { body }) {
    const { tx, organizationId, ids, now, audit } = handed
    const { name, role, password = randomToken(generatedBytes) } = body
    if (body.password !== undefined)
      await refuseGuessable(handed, organizationId, { password, known: [body.email, name] })
    const email = normalizeEmail(body.email)
    const passwordHash = await hashPasswordFor(handed, email, password)
    const id = ids.next('prs', now)
    const person = newPerson({ id, email, name, role }, iso(now))
    const record = renderPerson(person)
    const loginId = addLogin(handed, { address: email, personId: id, passwordHash })
    tx.write(insertPerson, [organizationId, id, loginId, role, false, record])
    audit(id, { after: record })
    return { person, ...(body.password === undefined && { password }) }
  },
})
