import { Type } from 'typebox'
import { asActor } from '#http/access.ts'
import { beginCall, type Change, change } from '#http/call.ts'
import { type CommittingCall, commitEndpoint } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { Rendered } from '#http/rendered.ts'
import { iso } from '#lib/clock.ts'
import { revokeLinks } from '#shared/revocable-links.ts'
import { addHoldersAsCustodians } from '#src/features/access/custodians.ts'
import { addLogin, hashPasswordFor, writeLogin } from '#src/features/access/logins/login.ts'
import { splitLogin } from '#src/features/access/logins/split-login.ts'
import { NewPassword, rejectGuessablePassword } from '#src/features/access/new-password.ts'
import { openSession } from '#src/features/access/open-session.ts'
import { CurrentPassword } from '#src/features/access/own-password.ts'
import { PasskeyProof } from '#src/features/access/passkeys/prove-passkey.ts'
import { newPerson, Person, PersonInput, renderPerson, SecondFactor } from '#src/features/access/person.ts'
import { deleteSessionsOf, findPerson, insertPerson, lockPerson } from '#src/features/access/queries.ts'
import { addressTaken } from '#src/features/access/sentences.ts'
import { Session } from '#src/features/access/session.ts'
import { Code } from '#src/features/access/totp.ts'
import { watchPerson } from '#src/features/access/watched-changes.ts'
import { requireInvitationLink, type UsableLink, unusableLinkRefusal } from './find-link.ts'
import type { Purpose } from './invitation.ts'
import { joinWithLogin } from './join-with-login.ts'
import { acceptLoginLink, isLoginToken } from './login-link.ts'
import { LinkToken } from './look-at-invitation.ts'
import { recordInviter } from './record-inviter.ts'
import { spentLinkRefusal } from './spent-link.ts'
import { type LinkInput, useLink } from './use-link.ts'

type AcceptLink = (call: CommittingCall, link: UsableLink, input: LinkInput) => Promise<Rendered>

const joinWorkspace: AcceptLink = async (call, link, input) => {
  if (input.currentPassword !== undefined) return joinWithLogin(call, link, input)
  const { organizationId, invitation } = link
  const { ids, now } = call
  const { email, role, unitIds } = invitation
  const { name = invitation.name, password } = input
  const passwordHash = await hashPasswordFor(call, email, password)
  const person = newPerson({ id: ids.next('prs', now), email, name, role, ...(unitIds && { unitIds }) }, iso(now))
  const record = renderPerson(person)
  const actor = asActor({ kind: 'person', id: person.id, organizationId, role })
  return openSession(call, { actor, record }, 'invitation', async ctx => {
    const { tx, audit } = ctx
    await useLink(ctx, invitation, person.id)
    const loginId = addLogin(ctx, { address: email, personId: person.id, passwordHash })
    tx.write(insertPerson, { id: person.id, loginId, role, disabled: false, record })
    audit(person.id, { action: 'person.create', after: record, detail: invitation.id })
    await recordInviter(ctx, invitation, person)
    watchPerson(ctx, undefined, person)
  })
}

/** Replaces only the password. A person with a second factor then signs in with both. */
const setPassword: AcceptLink = async (call, link, { password }) => {
  const { organizationId, invitation } = link
  const personId = invitation.personId ?? ''
  const [row] = await call.db.read(organizationId, findPerson, { id: personId })
  if (!row || row.disabled) throw unusableLinkRefusal(link, 'disabled')
  const password_hash = await hashPasswordFor(call, invitation.email, password)
  const person = readRecord(Person, row.record)
  const actor = asActor({ kind: 'person', id: personId, organizationId, role: person.role })
  const before = async (ctx: Change) => {
    const { tx, audit, identities } = ctx
    await useLink(ctx, invitation, personId)
    const { id: resourceId, createdBy, shown = true } = invitation
    if (createdBy !== null && shown)
      await addHoldersAsCustodians(ctx, personId, { resourceId, shownTo: [createdBy] }, 'reset_link')
    await splitLogin(ctx, personId)
    const [current] = await lockPerson(tx, personId)
    if (!current || readRecord(Person, current.record).status !== 'active') throw spentLinkRefusal('revoked')
    writeLogin(tx, current, { password_hash })
    tx.write(deleteSessionsOf, { personId })
    await revokeLinks(ctx, 'password', personId)
    tx.afterCommit(identities.forget)
    audit(personId, { action: 'person.set_password', detail: invitation.id })
  }
  if (person.secondFactor === 'none') return openSession(call, { actor, record: row.record }, 'invitation', before)
  await call.db.transaction(organizationId, tx =>
    before(change(beginCall(call, actor, call.requestId), tx, 'invitation.accept', null)),
  )
  return new Rendered(JSON.stringify({ secondFactor: person.secondFactor }), 200)
}

const acceptByPurpose: Readonly<Record<Purpose, AcceptLink>> = {
  invitation: joinWorkspace,
  password_reset: setPassword,
}

export const acceptInvitation = commitEndpoint({
  name: 'acceptInvitation',
  summary:
    'Use a link to choose a password and sign in; with the current password and code of an existing login, that login joins the workspace',
  tag: 'Session',
  method: 'POST',
  workspace: { path: '/invitations/accept', roles: 'public' },
  status: 201,
  action: 'invitation.accept',
  reason: false,
  body: Type.Object(
    {
      token: LinkToken,
      password: NewPassword,
      name: Type.Optional(PersonInput.name),
      currentPassword: Type.Optional(CurrentPassword),
      code: Type.Optional(Code),
      passkey: Type.Optional(PasskeyProof),
    },
    { additionalProperties: false },
  ),
  response: Session,
  also: {
    200: Type.Object(
      { secondFactor: SecondFactor },
      {
        description:
          'The new password is set. The person signs in with it and with their second factor, and chooses a workspace.',
      },
    ),
  },
  errors: ['unauthorized', 'conflict', 'forbidden_resource', 'rate_limited'],
  conflicts: { login_name_person_key: addressTaken },
  async run(call, { body: { token, password, ...input } }) {
    if (isLoginToken(token)) return acceptLoginLink(call, token, password)
    const link = await requireInvitationLink(call, token)
    const { email, name } = link.invitation
    await rejectGuessablePassword(call, link.organizationId, { password, known: [email, name, input.name ?? ''] })
    return acceptByPurpose[link.invitation.purpose](call, link, { ...input, password })
  },
})
