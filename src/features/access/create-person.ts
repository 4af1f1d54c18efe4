import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { iso } from '#lib/clock.ts'
import { normalizeEmail } from '#shared/email-address.ts'
import { addCallerAsCustodian, recordMailbox } from './custodians.ts'
import { isSingleSignOnRequired } from './forced-sign-on/sign-on-required.ts'
import { firstLink } from './invitations/create-link.ts'
import { addLogin, hashPasswordFor } from './logins/login.ts'
import { NewPassword, rejectGuessablePassword } from './new-password.ts'
import { NewPersonInput, newPerson, Person, renderPerson } from './person.ts'
import { insertPerson } from './queries.ts'
import { addressTaken } from './sentences.ts'
import { requireUnits } from './units/require-units.ts'
import { watchPerson } from './watched-changes.ts'

const PersonWithLink = Type.Object(
  {
    person: Person,
    url: Type.Optional(
      Type.String({
        description:
          'A link to choose a password, if the request has none. Absent from a replayed response, and if the workspace requires single sign-on.',
      }),
    ),
  },
  { title: 'PersonWithLink' },
)

export const createPerson = changeEndpoint({
  name: 'createPerson',
  summary:
    'Add a person; without a password, the response shows a link to choose one. It is shown only once and works once within 24 hours',
  tag: 'People',
  method: 'POST',
  workspace: { path: '/people', roles: ['admin'] },
  confirm: true,
  status: 201,
  action: 'person.create',
  secret: 'url',
  body: Type.Object({ ...NewPersonInput, password: Type.Optional(NewPassword) }),
  response: PersonWithLink,
  errors: ['conflict', 'not_found'],
  conflicts: { login_name_person_key: addressTaken },
  async run(ctx, { body }) {
    const { tx, organizationId, ids, now, audit } = ctx
    const { name, role, unitIds, password } = body
    await requireUnits(ctx, unitIds, { role })
    if (password !== undefined)
      await rejectGuessablePassword(ctx, organizationId, { password, known: [body.email, name] })
    const email = normalizeEmail(body.email)
    const passwordHash = password === undefined ? null : await hashPasswordFor(ctx, email, password)
    const id = ids.next('prs', now)
    const person = newPerson({ id, email, name, role, ...(unitIds && { unitIds }) }, iso(now))
    const record = renderPerson(person)
    const loginId = addLogin(ctx, { address: email, personId: id, passwordHash })
    tx.write(insertPerson, { id, loginId, role, disabled: false, record })
    audit(id, { after: record })
    watchPerson(ctx, undefined, person)
    await recordMailbox(ctx, person)
    // If the workspace requires single sign-on, a link does not open a session.
    const isLinked = password === undefined && !(await isSingleSignOnRequired(ctx))
    if (isLinked || password !== undefined)
      addCallerAsCustodian(ctx, id, isLinked ? 'invitation_link' : 'initial_password')
    return { person, ...(isLinked && { url: await firstLink(ctx, person) }) }
  },
})
