import { Type } from 'typebox'
import { changing } from '#api/endpoint.ts'
import { iso } from '#lib/clock.ts'
import { randomToken } from '#lib/ids.ts'
import { hashNewPassword, NewPassword, refuseGuessable } from './new-password.ts'
import { newPerson, normalizeEmail, Person, PersonInput, renderPerson } from './person.ts'
import { insertLoginName, insertPerson } from './queries.ts'

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
  conflicts: { login_name_pkey: 'This e-mail address is taken.' },
  async run({ db, tx, organizationId, ids, now, audit }, { body }) {
    const { name, role, password = randomToken(generatedBytes) } = body
    if (body.password !== undefined)
      await refuseGuessable({ db }, organizationId, { password, known: [body.email, name] })
    const passwordHash = await hashNewPassword(password)
    const id = ids.next('prs', now)
    const email = normalizeEmail(body.email)
    const person = newPerson({ id, email, name, role }, iso(now))
    const record = renderPerson(person)
    tx.write(insertLoginName, [email, 'person', organizationId, id])
    tx.write(insertPerson, [organizationId, id, role, passwordHash, false, record])
    audit(id, { after: record })
    return { person, ...(body.password === undefined && { password }) }
  },
})
