import { Type } from 'typebox'
import { anonymous, asActor } from '#api/access.ts'
import type { Rendered } from '#api/answer.ts'
import type { Change } from '#api/call.ts'
import { type CommittingCall, committing } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { readRecord } from '#api/record.ts'
import { violatedConstraint } from '#db/database.ts'
import { hour, iso } from '#lib/clock.ts'
import { equalDigest, sha256Hex } from '#lib/hash.ts'
import { chargeFailure, rememberSignOn } from '#src/features/access/attempts.ts'
import { addCustodian, noteMailbox } from '#src/features/access/custodians.ts'
import { admitByGroups } from '#src/features/access/groups/admit-by-groups.ts'
import { applyGroups } from '#src/features/access/groups/apply-groups.ts'
import { addLogin } from '#src/features/access/logins/login.ts'
import { openSession } from '#src/features/access/open-session.ts'
import { newPerson, renderPerson } from '#src/features/access/person.ts'
import { insertPerson, lockPerson } from '#src/features/access/queries.ts'
import { lifetime, Session } from '#src/features/access/session.ts'
import { watchPerson } from '#src/features/access/watched-changes.ts'
import { type Claims, fetchClaims } from './claims.ts'
import { dropFlow, type Flow, readFlow } from './flow.ts'
import { StoredProvider } from './identity-provider.ts'
import { codeOf } from './metadata.ts'
import { answerOf } from './provider-answer.ts'
import { findProvider, forgetStates, insertIdentity, listSetters, markState, type ProviderRow } from './queries.ts'
import { findWhose, type Whose } from './whose.ts'

const nobodySignedIn = 'Nobody was signed in: start again, or ask an administrator of the workspace.'

/** The same for every failure before somebody was identified: the workspace's audit trail says what it was. */
const refused = (organizationId?: string, reason?: string, resourceId = '', says = nobodySignedIn) =>
  new Refusal('unauthorized', says, {
    ...(organizationId && {
      about: [{ by: { ...anonymous, organizationId }, why: `single sign-on: ${reason}`, resourceId }],
    }),
  })

const sameState = (query: string, state: string): boolean => {
  const [given, ...more] = new URLSearchParams(query).getAll('state')
  return given !== undefined && more.length === 0 && equalDigest(sha256Hex(given), sha256Hex(state))
}

/** A state is used once, whatever the outcome: a replay never reaches the provider. */
const isUsed = ({ db, now }: CommittingCall, { organizationId, state }: Flow): Promise<boolean> =>
  db.transaction(organizationId, async tx => {
    tx.write(forgetStates, { until: iso(now - hour) })
    const [used] = await tx.query(markState, { stateSha256: sha256Hex(state), now: iso(now) })
    return used === undefined
  })

/** The flow and the settings that it began with, after all local checks. Throws the refusal. */
const checkFlow = async (call: CommittingCall, query: string): Promise<{ flow: Flow; row: ProviderRow }> => {
  const flow = readFlow(call)
  dropFlow(call)
  if (!flow) throw refused()
  const { organizationId } = flow
  if (flow.isExpired) throw refused(organizationId, 'expired')
  if (!sameState(query, flow.state)) throw refused(organizationId, 'wrong state')
  if (await isUsed(call, flow)) throw refused(organizationId, 'replayed')
  const [row] = await call.db.read(organizationId, findProvider, {})
  if (row?.id !== flow.providerId) throw refused(organizationId, 'settings changed')
  return { flow, row }
}

type Entering = Exclude<Whose, { readonly kind: 'nobody' }>

const fieldsOf = ({ email, name, role, unitIds, mapping }: Extract<Whose, { readonly kind: 'new' }>) => ({
  ...{ email, name, role, ...(unitIds && { unitIds }) },
  ...mapping,
})

const enter = async (
  call: CommittingCall,
  { organizationId, fresh }: Flow,
  whose: Entering,
  claims: Claims,
): Promise<Rendered> => {
  const { ids, now } = call
  const { issuer, subject, provedAt, endsAt = Number.POSITIVE_INFINITY, atProvider } = claims
  if (endsAt <= now) throw refused(organizationId, 'the sign-on at the provider is too old')
  // A provider with an existing session does not ask again; its clock may be ahead.
  const confirmedAt = provedAt === undefined ? (fresh ? now : null) : Math.min(provedAt, now)
  const person =
    whose.kind === 'new' ? newPerson({ id: ids.next('prs', now), ...fieldsOf(whose) }, iso(now)) : whose.person
  const record = whose.kind === 'new' ? renderPerson(person) : whose.record
  const actor = asActor({ kind: 'person', id: person.id, organizationId, role: person.role })
  const before = async (ctx: Change) => {
    const { tx, audit } = ctx
    if (whose.kind === 'new') {
      const loginId = addLogin(ctx, { address: person.email, personId: person.id, passwordHash: null })
      tx.write(insertPerson, { id: person.id, loginId, role: person.role, disabled: false, record })
      audit(person.id, { action: 'person.create', after: record, detail: 'single sign-on' })
      await noteMailbox(ctx, person)
      watchPerson(ctx, undefined, person)
      if (whose.groups) await applyGroups(ctx, person, whose.groups, 'single_sign_on')
    } else {
      const [row] = await tx.query(lockPerson, { id: person.id })
      if (row?.record !== record) throw refused()
    }
    if (whose.kind === 'known' && whose.isLinked) return
    for (const setter of await tx.query(listSetters, { issuer })) addCustodian(ctx, person.id, setter.id, 'provider')
    tx.write(insertIdentity, { issuer, subject, personId: person.id, createdAt: iso(now) })
    audit(person.id, { action: 'person.link_identity', detail: sha256Hex(`${issuer} ${subject}`) })
  }
  const found = { actor, record, atProvider }
  const until = Math.min(endsAt, now + lifetime)
  const opened = await openSession(call, found, 'single_sign_on', before, confirmedAt, until)
  await rememberSignOn(call, person.email)
  return opened
}

// Another request was quicker, or the provider has given the address to another subject.
const raced: ReadonlySet<string | undefined> = new Set([
  'login_name_person_key',
  'person_identity_pkey',
  'person_identity_of_person',
])

const complete = async (call: CommittingCall, query: string): Promise<Rendered> => {
  const { flow, row } = await checkFlow(call, query)
  const { organizationId } = flow
  const claims = await fetchClaims(call, flow, row, query).catch((error: unknown) => {
    const answer = answerOf(error)
    call.log.warn({ event: 'single_sign_on_failed', organization: organizationId, error: answer ?? error })
    throw refused(organizationId, answer?.says ?? codeOf(error) ?? 'failed')
  })
  const provider = readRecord(StoredProvider, row.record)
  const identified = await findWhose({ db: call.db, organizationId, provider, claims })
  const signOn = { organizationId, provider, claims }
  const whose = identified.kind === 'nobody' ? identified : await admitByGroups(call, signOn, identified)
  if (whose.kind === 'nobody') throw refused(organizationId, whose.why, whose.personId, whose.says)
  return enter(call, flow, whose, claims).catch((error: unknown) => {
    if (!raced.has(violatedConstraint(error))) throw error
    throw refused(organizationId, 'linked to another subject')
  })
}

export const completeSingleSignOn = committing({
  name: 'completeSingleSignOn',
  summary: 'Sign in with what the identity provider sent the browser back with',
  tag: 'Session',
  method: 'POST',
  workspace: { path: '/session/single-sign-on/callback', roles: 'public' },
  status: 200,
  action: 'session.open',
  reason: false,
  body: Type.Object(
    {
      query: Type.String({
        maxLength: 8192,
        description: "The query of the page's address, without the question mark.",
      }),
    },
    { additionalProperties: false },
  ),
  response: Session,
  errors: ['unauthorized', 'rate_limited'],
  async run(call, { body }) {
    return chargeFailure(call, 'signOnCallback', () => complete(call, body.query.replace(/^\?/, '')))
  },
})
