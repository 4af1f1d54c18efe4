import { Type } from 'typebox'
import { Rendered } from '#api/answer.ts'
import { beginCall, type Change, change } from '#api/call.ts'
import { type OwnCall, own } from '#api/endpoint.ts'
import { readRecord } from '#api/record.ts'
import { iso } from '#lib/clock.ts'
import { hashNewPassword, NewPassword, refuseGuessable } from '#src/features/access/new-password.ts'
import { openSession } from '#src/features/access/open-session.ts'
import { newPerson, Person, PersonInput, renderPerson, SecondFactor } from '#src/features/access/person.ts'
import {
  deleteSessionsOf,
  findPerson,
  insertLoginName,
  insertPerson,
  lockPerson,
  updatePerson,
} from '#src/features/access/queries.ts'
import { Session } from '#src/features/access/session.ts'
import { type FoundLink, findLink, refusedLink, spent } from './find-link.ts'
import { type Invitation, type Purpose, presentInvitation, renderInvitation } from './invitation.ts'
import { LinkToken } from './look-at-invitation.ts'
import { lockInvitation, updateInvitation } from './queries.ts'

const actorFor = (organizationId: string, { id, role }: Pick<Person, 'id' | 'role'>) =>
  ({ kind: 'person', id, credentialId: id, organizationId, scopes: [], role }) as const

/** Of several who use a link at once one gets it. */
const useLink = async ({ tx, organizationId, now, audit }: Change, { id }: Invitation, personId: string) => {
  const [row] = await tx.query(lockInvitation, [organizationId, id])
  const present = row && presentInvitation({ record: row.record, now })
  if (present?.status !== 'pending') throw spent()
  const record = renderInvitation({ ...present, status: 'accepted', personId, updatedAt: iso(now) })
  tx.write(updateInvitation, [organizationId, id, 'accepted', record])
  audit(id, { action: 'invitation.accept', before: row?.record ?? '', after: record })
}

/** What a person gives who uses a link. */
interface Given {
  readonly name?: string
  readonly passwordHash: string
}

type Accept = (call: OwnCall, found: FoundLink, given: Given) => Promise<Rendered>

const joinWorkspace: Accept = async (call, { organizationId, invitation }, { passwordHash, ...given }) => {
  const { ids, now } = call
  const { email, role, name } = { ...invitation, ...given }
  const person = newPerson({ id: ids.next('prs', now), email, name, role }, iso(now))
  const record = renderPerson(person)
  const actor = actorFor(organizationId, person)
  return openSession(call, { actor, record }, 'invitation', async handed => {
    const { tx, audit } = handed
    await useLink(handed, invitation, person.id)
    tx.write(insertLoginName, [email, 'person', organizationId, person.id])
    tx.write(insertPerson, [organizationId, person.id, role, passwordHash, false, record])
    audit(person.id, { action: 'person.create', after: record, detail: invitation.id })
  })
}

/** Whoever has a second factor keeps it: the link stands for the password only, so they sign in with both. */
const setPassword: Accept = async (call, found, { passwordHash }) => {
  const { organizationId, invitation } = found
  const personId = invitation.personId ?? ''
  const [row] = await call.db.read(organizationId, findPerson, [organizationId, personId])
  if (!row || row.disabled) throw refusedLink(found, 'disabled')
  const person = readRecord(Person, row.record)
  const actor = actorFor(organizationId, person)
  const before = async (handed: Change) => {
    const { tx, audit, identities } = handed
    await useLink(handed, invitation, personId)
    const [present] = await tx.query(lockPerson, [organizationId, personId])
    const { role, status } = readRecord(Person, present?.record ?? row.record)
    if (!present || status !== 'active') throw spent()
    tx.write(updatePerson, [organizationId, personId, role, passwordHash, false, present.record])
    tx.write(deleteSessionsOf, [organizationId, personId])
    tx.afterCommit(identities.forget)
    audit(personId, { action: 'person.set_password', detail: invitation.id })
  }
  if (person.secondFactor === 'none') return openSession(call, { actor, record: row.record }, 'invitation', before)
  await call.db.transaction(organizationId, tx =>
    before(change(beginCall(call, actor, call.requestId), tx, 'invitation.accept', null)),
  )
  return new Rendered(JSON.stringify({ secondFactor: person.secondFactor }), 200)
}

const acceptance: Readonly<Record<Purpose, Accept>> = { invitation: joinWorkspace, password_reset: setPassword }

export const acceptInvitation = own({
  name: 'acceptInvitation',
  summary: 'Use a link: choose a password, and be signed in',
  tag: 'Session',
  method: 'POST',
  workspace: { path: '/invitations/accept', roles: 'public' },
  status: 201,
  action: 'invitation.accept',
  reason: false,
  body: Type.Object(
    { token: LinkToken, password: NewPassword, name: Type.Optional(PersonInput.name) },
    { additionalProperties: false },
  ),
  response: Session,
  also: {
    200: Type.Object(
      { secondFactor: SecondFactor },
      { description: 'The new password is set; they sign in with it and their second factor.' },
    ),
  },
  errors: ['unauthorized', 'conflict', 'rate_limited'],
  conflicts: { login_name_pkey: 'This e-mail address is taken.' },
  async run(call, { body: { token, password, ...given } }) {
    const found = await findLink(call, token)
    const { email, name } = found.invitation
    await refuseGuessable(call, found.organizationId, { password, known: [email, name, given.name ?? ''] })
    const passwordHash = await hashNewPassword(password)
    return acceptance[found.invitation.purpose](call, found, { ...given, passwordHash })
  },
})
