import { violatedConstraint } from '#db/sql-error.ts'
import { anonymous, asActor } from '#http/access.ts'
import type { Change } from '#http/call.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import type { Rendered } from '#http/rendered.ts'
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
import { sessionLifetime } from '#src/features/access/session.ts'
import { watchPerson } from '#src/features/access/watched-changes.ts'
import {
  checkSecondFactor,
  clearPendingSignOn,
  needsSecondFactor,
  type PendingSignOn,
  requestSecondFactor,
} from './ask-second-factor.ts'
import type { Claims, FreshClaims } from './claims.ts'
import { StoredProvider } from './identity-provider.ts'
import { findLinkProof, linkIdentity } from './link-identity.ts'
import { findIdentity, type IdentityProviderRow } from './queries.ts'
import { resolveIdentity, type SignOnIdentity } from './resolve-identity.ts'

const signInFailed = sentence`sign_in.failed: You were not signed in: start again, or ask an administrator of the workspace.`

/** The same refusal for every failure before the person is identified. The workspace's audit trail has the reason. */
export const signOnRefusal = (organizationId?: string, reason?: string, resourceId = '', message = signInFailed) =>
  new Refusal('unauthorized', message, {
    ...(organizationId && {
      about: [{ by: { ...anonymous, organizationId }, why: `single sign-on: ${reason}`, resourceId }],
    }),
  })

// These are violated if a concurrent request was faster, or the provider gave the address to another subject.
const raceConstraints: ReadonlySet<string | undefined> = new Set([
  'login_name_person_key',
  'person_identity_pkey',
  'person_identity_of_person',
])

const isStillLinked = async ({ tx }: Change, personId: string, { issuer, subject }: Claims): Promise<boolean> => {
  const [identity] = await tx.query(findIdentity, { issuer, subject })
  return identity?.person_id === personId
}

type AdmittedIdentity = Exclude<SignOnIdentity, { readonly kind: 'rejected' }>

const fieldsOf = ({ email, name, role, unitIds, mapping }: Extract<SignOnIdentity, { readonly kind: 'new' }>) => ({
  ...{ email, name, role, ...(unitIds && { unitIds }) },
  ...mapping,
})

/** The input that differs between the two steps: groups while the provider can be queried, later the second factor. */
type Step = Pick<FreshClaims, 'groups'> | FactorProof

/** Applies groups in the first step. The second step only checks that the person is still active. */
const admit = async (call: CommittingCall, signOn: Omit<SignOn, 'groups'>, identity: AdmittedIdentity, step: Step) => {
  if ('groups' in step) return admitByGroups(call, { ...signOn, groups: path => step.groups(path) }, identity)
  return identity.kind === 'known' && identity.person.status === 'disabled' ? noGroup(identity.person.id) : identity
}

const subjectOf = ({ ids, now }: CommittingCall, organizationId: string, identity: AdmittedIdentity) => {
  const person =
    identity.kind === 'new' ? newPerson({ id: ids.next('prs', now), ...fieldsOf(identity) }, iso(now)) : identity.person
  const record = identity.kind === 'new' ? renderPerson(person) : identity.record
  return { person, record, actor: asActor({ kind: 'person', id: person.id, organizationId, role: person.role }) }
}

/**
 * Opens the session of a person who signed on at the provider. Connects a person who is not connected yet, and requires
 * the second factor that they have in Probata. If the factor was not sent, the sign-on waits for it (202).
 */
export const enterSignedOn = async (
  call: CommittingCall,
  { flow, claims }: PendingSignOn,
  row: IdentityProviderRow,
  step: Step,
): Promise<Rendered> => {
  const { db, now } = call
  const { organizationId, fresh } = flow
  const { provedAt, endsAt = Number.POSITIVE_INFINITY, atProvider } = claims
  const provider = readRecord(StoredProvider, row.record)
  const connecting = flow.connect?.personId
  const identity = await resolveIdentity({ db, organizationId, provider, claims, connecting })
  if (identity.kind === 'rejected') throw signOnRefusal(organizationId, identity.reason, identity.personId)
  if (endsAt <= now) throw signOnRefusal(organizationId, 'the sign-on at the provider is too old')
  const isLinked = identity.kind === 'known' && identity.isLinked
  // Comes before the groups are applied: the groups belong to the subject, who is not proved to be this person yet.
  const way =
    isLinked || identity.kind === 'new'
      ? 'first_sign_on'
      : await findLinkProof(call, { flow, claims, provider: provider.name, person: identity.person })
  const admittedIdentity = await admit(call, { organizationId, provider, claims }, identity, step)
  if (admittedIdentity.kind === 'rejected')
    throw signOnRefusal(organizationId, admittedIdentity.reason, admittedIdentity.personId, admittedIdentity.message)
  const { person, record, actor } = subjectOf(call, organizationId, admittedIdentity)
  const linkRequest = { flow, person, claims, provider: provider.name }
  if (await needsSecondFactor(call, organizationId, { person, provider, claims })) {
    if ('groups' in step) return requestSecondFactor(call, { flow, claims }, person)
    await checkSecondFactor(call, { actor, person, record }, step)
  }
  const before = async (ctx: Change) => {
    const { tx, audit } = ctx
    if (admittedIdentity.kind === 'new') {
      const loginId = addLogin(ctx, { address: person.email, personId: person.id, passwordHash: null })
      tx.write(insertPerson, { id: person.id, loginId, role: person.role, disabled: false, record })
      audit(person.id, { action: 'person.create', after: record, detail: 'single sign-on' })
      await recordMailbox(ctx, person)
      watchPerson(ctx, undefined, person)
      if (admittedIdentity.groups) await applyGroups(ctx, person, admittedIdentity.groups, 'single_sign_on')
    } else {
      const [row] = await lockPerson(tx, person.id)
      if (row?.record !== record) throw signOnRefusal()
      // The connection may have been removed since it was read.
      if (isLinked && !(await isStillLinked(ctx, person.id, claims)))
        throw signOnRefusal(organizationId, 'no longer connected')
    }
    if (!isLinked) await linkIdentity(ctx, linkRequest, way)
  }
  // Without `auth_time`, only a fresh sign-on proves an authentication now. The provider's clock may be ahead.
  const confirmedAt = provedAt === undefined ? (fresh ? now : null) : Math.min(provedAt, now)
  const sessionEnd = Math.min(endsAt, now + sessionLifetime)
  const subject = { actor, record, atProvider }
  const response = await openSession(call, subject, 'single_sign_on', before, confirmedAt, sessionEnd).catch(
    (error: unknown) => {
      if (!raceConstraints.has(violatedConstraint(error))) throw error
      throw signOnRefusal(organizationId, 'linked to another subject')
    },
  )
  clearPendingSignOn(call)
  await rememberSignOn(call, person.email)
  return response
}
