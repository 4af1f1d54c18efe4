import { violatedConstraint } from '#db/sql-error.ts'
import { anonymous, asActor } from '#http/access.ts'
import type { Rendered } from '#http/answer.ts'
import type { Change } from '#http/call.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { rememberSignOn } from '#src/features/access/attempts.ts'
import { recordMailbox } from '#src/features/access/custodians.ts'
import { admitByGroups, noGroup, type SignOn } from '#src/features/access/groups/admit-by-groups.ts'
import { applyGroups } from '#src/features/access/groups/apply-groups.ts'
import { addLogin } from '#src/features/access/logins/login.ts'
import type { FactorProof } from '#src/features/access/logins/second-factor.ts'
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
import type { Claims, FreshClaims } from './claims.ts'
import { StoredProvider } from './identity-provider.ts'
import { findWayToLink, linkIdentity } from './link-identity.ts'
import { findIdentity, type IdentityProviderRow } from './queries.ts'
import { resolveIdentity, type SignOnIdentity } from './resolve-identity.ts'

const nobodySignedIn = sentence`sign_in.failed: You were not signed in: start again, or ask an administrator of the workspace.`

/** The same for every failure before the person was identified: the workspace's audit trail has the reason. */
export const refused = (organizationId?: string, reason?: string, resourceId = '', says = nobodySignedIn) =>
  new Refusal('unauthorized', says, {
    ...(organizationId && {
      about: [{ by: { ...anonymous, organizationId }, why: `single sign-on: ${reason}`, resourceId }],
    }),
  })

// Another request was faster, or the provider has given the address to another subject.
const raced: ReadonlySet<string | undefined> = new Set([
  'login_name_person_key',
  'person_identity_pkey',
  'person_identity_of_person',
])

const isStillLinked = async ({ tx }: Change, personId: string, { issuer, subject }: Claims): Promise<boolean> => {
  const [identity] = await tx.query(findIdentity, { issuer, subject })
  return identity?.person_id === personId
}

type Entering = Exclude<SignOnIdentity, { readonly kind: 'nobody' }>

const fieldsOf = ({ email, name, role, unitIds, mapping }: Extract<SignOnIdentity, { readonly kind: 'new' }>) => ({
  ...{ email, name, role, ...(unitIds && { unitIds }) },
  ...mapping,
})

/** The second input of a sign-on: the groups, while the provider can still be queried, or the second factor later. */
type Step = Pick<FreshClaims, 'groups'> | FactorProof

/** Groups were applied before the second factor was requested. */
const admit = async (call: CommittingCall, signOn: Omit<SignOn, 'groups'>, whose: Entering, step: Step) => {
  if ('groups' in step) return admitByGroups(call, { ...signOn, groups: path => step.groups(path) }, whose)
  return whose.kind === 'known' && whose.person.status === 'disabled' ? noGroup(whose.person.id) : whose
}

const subjectOf = ({ ids, now }: CommittingCall, organizationId: string, whose: Entering) => {
  const person =
    whose.kind === 'new' ? newPerson({ id: ids.next('prs', now), ...fieldsOf(whose) }, iso(now)) : whose.person
  const record = whose.kind === 'new' ? renderPerson(person) : whose.record
  return { person, record, actor: asActor({ kind: 'person', id: person.id, organizationId, role: person.role }) }
}

/**
 * Opens the session of a person who signed on at the provider. Connects people who are not connected yet, and requires
 * the second factor that they have here. If one is required and was not sent, the sign-on waits for it (202).
 */
export const enter = async (
  call: CommittingCall,
  { flow, claims }: SignedOn,
  row: IdentityProviderRow,
  step: Step,
): Promise<Rendered> => {
  const { db, now } = call
  const { organizationId, fresh } = flow
  const { provedAt, endsAt = Number.POSITIVE_INFINITY, atProvider } = claims
  const provider = readRecord(StoredProvider, row.record)
  const connecting = flow.connect?.personId
  const identified = await resolveIdentity({ db, organizationId, provider, claims, connecting })
  if (identified.kind === 'nobody') throw refused(organizationId, identified.why, identified.personId)
  if (endsAt <= now) throw refused(organizationId, 'the sign-on at the provider is too old')
  const isLinked = identified.kind === 'known' && identified.isLinked
  // Decided before the groups are applied: they belong to the subject, who is not yet proved to be this person.
  const way =
    isLinked || identified.kind === 'new'
      ? 'first_sign_on'
      : await findWayToLink(call, { flow, claims, provider: provider.name, person: identified.person })
  const whose = await admit(call, { organizationId, provider, claims }, identified, step)
  if (whose.kind === 'nobody') throw refused(organizationId, whose.why, whose.personId, whose.says)
  const { person, record, actor } = subjectOf(call, organizationId, whose)
  const asked = { flow, person, claims, provider: provider.name }
  if (await needsSecondFactor(call, organizationId, { person, provider, claims })) {
    if ('groups' in step) return askSecondFactor(call, { flow, claims }, person)
    await checkSecondFactor(call, { actor, person, record }, step)
  }
  const before = async (ctx: Change) => {
    const { tx, audit } = ctx
    if (whose.kind === 'new') {
      const loginId = addLogin(ctx, { address: person.email, personId: person.id, passwordHash: null })
      tx.write(insertPerson, { id: person.id, loginId, role: person.role, disabled: false, record })
      audit(person.id, { action: 'person.create', after: record, detail: 'single sign-on' })
      await recordMailbox(ctx, person)
      watchPerson(ctx, undefined, person)
      if (whose.groups) await applyGroups(ctx, person, whose.groups, 'single_sign_on')
    } else {
      const [present] = await tx.query(lockPerson, { id: person.id })
      if (present?.record !== record) throw refused()
      // The connection may have been removed since it was read.
      if (isLinked && !(await isStillLinked(ctx, person.id, claims)))
        throw refused(organizationId, 'no longer connected')
    }
    if (!isLinked) await linkIdentity(ctx, asked, way)
  }
  // A provider with an existing session does not authenticate again; its clock may be ahead.
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
