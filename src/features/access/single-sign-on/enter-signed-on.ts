import { anonymous, asActor } from '#api/access.ts'
import type { Rendered } from '#api/answer.ts'
import type { Change } from '#api/call.ts'
import type { CommittingCall } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { readRecord } from '#api/record.ts'
import { violatedConstraint } from '#db/database.ts'
import { iso } from '#lib/clock.ts'
import { rememberSignOn } from '#src/features/access/attempts.ts'
import { noteMailbox } from '#src/features/access/custodians.ts'
import { addLogin } from '#src/features/access/logins/login.ts'
import { openSession } from '#src/features/access/open-session.ts'
import { newPerson, renderPerson } from '#src/features/access/person.ts'
import { insertPerson, lockPerson } from '#src/features/access/queries.ts'
import { lifetime } from '#src/features/access/session.ts'
import { watchPerson } from '#src/features/access/watched-changes.ts'
import {
  askSecondFactor,
  checkSecondFactor,
  dropSignedOn,
  needsSecondFactor,
  type SignedOn,
} from './ask-second-factor.ts'
import { StoredProvider } from './identity-provider.ts'
import { findWayToLink, linkIdentity } from './link-identity.ts'
import type { ProviderRow } from './queries.ts'
import { findWhose, type Whose } from './whose.ts'

/** The same for every failure: the workspace's audit trail says what it was. */
export const refused = (organizationId?: string, reason?: string, resourceId = '') =>
  new Refusal('unauthorized', 'Nobody was signed in: start again, or ask an administrator of the workspace.', {
    ...(organizationId && {
      about: [{ by: { ...anonymous, organizationId }, why: `single sign-on: ${reason}`, resourceId }],
    }),
  })

// Another request was quicker, or the provider has given the address to another subject.
const raced: ReadonlySet<string | undefined> = new Set([
  'login_name_person_key',
  'person_identity_pkey',
  'person_identity_of_person',
])

type Entering = Exclude<Whose, { readonly kind: 'nobody' }>

const subjectOf = ({ ids, now }: CommittingCall, organizationId: string, whose: Entering) => {
  const person =
    whose.kind === 'new'
      ? newPerson({ id: ids.next('prs', now), email: whose.email, name: whose.name, role: whose.role }, iso(now))
      : whose.person
  const record = whose.kind === 'new' ? renderPerson(person) : whose.record
  return { person, record, actor: asActor({ kind: 'person', id: person.id, organizationId, role: person.role }) }
}

/**
 * Opens the session of whoever signed on at the provider: connects people who are not connected yet, and asks for the
 * second factor that they have here. Without a code for one that is needed, the sign-on waits for it (202).
 */
export const enter = async (
  call: CommittingCall,
  { flow, claims }: SignedOn,
  row: ProviderRow,
  code?: string,
): Promise<Rendered> => {
  const { db, now } = call
  const { organizationId, fresh } = flow
  const { provedAt, endsAt = Number.POSITIVE_INFINITY, atProvider } = claims
  const provider = readRecord(StoredProvider, row.record)
  const connecting = flow.connect?.personId
  const whose = await findWhose({ db, organizationId, provider, claims, connecting })
  if (whose.kind === 'nobody') throw refused(organizationId, whose.why, whose.personId)
  if (endsAt <= now) throw refused(organizationId, 'the sign-on at the provider is too old')
  const { person, record, actor } = subjectOf(call, organizationId, whose)
  const asked = { flow, person, claims, provider: provider.name }
  const isLinked = whose.kind === 'known' && whose.isLinked
  const way = isLinked || whose.kind === 'new' ? 'first_sign_on' : await findWayToLink(call, asked)
  if (needsSecondFactor(person, provider, claims)) {
    if (code === undefined) return askSecondFactor(call, { flow, claims })
    await checkSecondFactor(call, { actor, person, record }, code)
  }
  const before = async (ctx: Change) => {
    const { tx, audit } = ctx
    if (whose.kind === 'new') {
      const loginId = addLogin(ctx, { address: person.email, personId: person.id, passwordHash: null })
      tx.write(insertPerson, { id: person.id, loginId, role: person.role, disabled: false, record })
      audit(person.id, { action: 'person.create', after: record, detail: 'single sign-on' })
      await noteMailbox(ctx, person)
      watchPerson(ctx, undefined, person)
    } else {
      const [present] = await tx.query(lockPerson, { id: person.id })
      if (present?.record !== record) throw refused()
    }
    if (!isLinked) await linkIdentity(ctx, asked, way)
  }
  // A provider with an existing session does not ask again; its clock may be ahead.
  const confirmedAt = provedAt === undefined ? (fresh ? now : null) : Math.min(provedAt, now)
  const until = Math.min(endsAt, now + lifetime)
  const found = { actor, record, atProvider }
  const opened = await openSession(call, found, 'single_sign_on', before, confirmedAt, until).catch(
    (error: unknown) => {
      if (!raced.has(violatedConstraint(error))) throw error
      throw refused(organizationId, 'linked to another subject')
    },
  )
  dropSignedOn(call)
  await rememberSignOn(call, person.email)
  return opened
}
