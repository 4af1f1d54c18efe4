import assert from 'node:assert/strict'
import { scopes } from '#http/access.ts'
import { sessionCookie } from '#http/identify.ts'
import { newCredential } from '#http/identity.ts'
import { second } from '#lib/clock.ts'
import { recordSecurityEvent } from '#shared/security-event.ts'
import { insertAccessToken, insertSession } from '#src/features/access/queries.ts'
import type { Probata } from '#test/system.ts'
import { type AssessmentFactory, assessmentsOf } from './assessing.ts'
import type { Caller } from './caller.ts'
import { type DestructionFactory, destructionsOf } from './destructions.ts'
import { type ExportFactory, exportsOf } from './exports.ts'
import type { ExternalServices } from './external-services.ts'
import { type FindingsMaker, findingsMaker } from './findings-maker.ts'
import { idsOf } from './logins.ts'
import { type MessageFactory, messagesOf } from './message-maker.ts'
import { type PoliciesMaker, policiesMaker } from './policies-maker.ts'
import { type AttachedFile, type ProofMaker, proofMaker } from './proof-maker.ts'
import { type QuestionnairesMaker, questionnairesMaker } from './questionnaires-maker.ts'
import { type RoomFactory, roomsOf } from './room-maker.ts'
import { type FactorFactory, factorsOf } from './second-factor.ts'
import { type SecondPersonFactory, secondAdministratorsOf } from './second-maker.ts'
import { type ProvisioningFactory, sendersOf } from './senders.ts'
import { createStorageMaker, type StorageMaker } from './storage-maker.ts'
import { type SubmissionsMaker, submissionsMaker } from './submissions-maker.ts'
import { type WebhookFactory, webhooksOf } from './webhook-maker.ts'

export const reason = 'to see who gets what'
const clientKeySettings = { clientAuthentication: 'private_key_jwt' }

/** Creates credentials and records of one organization. Its canary is in every text field of a record. */
export interface RecordFactory
  extends StorageMaker,
    DestructionFactory,
    ExportFactory,
    FindingsMaker,
    AssessmentFactory,
    ProofMaker,
    RoomFactory,
    PoliciesMaker,
    QuestionnairesMaker,
    SubmissionsMaker,
    SecondPersonFactory,
    ProvisioningFactory,
    FactorFactory,
    MessageFactory,
    WebhookFactory {
  readonly id: string
  readonly canary: string
  now(): number
  /** The ids of the people by role, and the id of the disabled person under `leaver`. */
  readonly people: ReadonlyMap<string, string>
  /** Returns a new text that contains the canary. */
  word(): string
  /** Creates a token of the active or of the disabled service account. */
  token(account: 'active' | 'retired', scopes: readonly string[], seconds?: number): Promise<string>
  /** Opens a session of one of `people`; returns the Cookie header. */
  session(person: string, seconds?: number): Promise<string>
  sessionId(person: string): Promise<string>
  /** Like `session`, for any person by id. */
  sessionOf(personId: string): Promise<string>
  person(): Promise<string>
  connection(personId: string): Promise<void>
  account(disable?: 'disable'): Promise<string>
  invitation(): Promise<{ readonly id: string; readonly token: string }>
  /** Writes a comment on a claim as the administrator. */
  comment(): Promise<string>
  /** Settings of an identity provider that the schema cannot express. */
  readonly providerSettings: Readonly<Record<string, unknown>>
  /** Returns a new logout token, with which the provider reports that a session has ended there. */
  logoutToken(): string
  /** Lets domains be checked again immediately. */
  forgetChecks(): Promise<void>
  /** Creates one of each kind of record that provisioning does not create; returns the attachment. */
  createOneOfEach(): Promise<AttachedFile>
}

export const createMaker = async (
  p: Probata,
  canary: string,
  { provider, bucket }: ExternalServices,
): Promise<RecordFactory> => {
  const { services } = p.system
  const [organization] = await p.sql('select id from organization where slug = $1', [canary])
  const id = String(organization?.id)
  const accounts = await idsOf(p, 'client', id)
  const people = new Map(
    [...(await idsOf(p, 'person', id))].map(([email, person]) => [email.split('@')[0] ?? '', person]),
  )
  await p.sql('update person set disabled = true where organization_id = $1 and id = $2', [id, people.get('leaver')])
  let words = 0

  const lifetimeOf = (seconds: number): [string, string] => {
    const now = services.clock.now()
    return [new Date(now).toISOString(), new Date(now + seconds * second).toISOString()]
  }

  const ask = async (
    method: string,
    path: string,
    caller: Caller,
    body?: Readonly<Record<string, unknown>> | FormData,
  ) => {
    const payload = body instanceof FormData ? body : { ...body, reason }
    const response = await p.call(method, path, { ...caller, ...(method !== 'GET' && { body: payload }) })
    assert.ok(response.status < 300, `${method} ${path}: ${response.text}`)
    return response.body
  }

  const openSession = async (personId: string, seconds = 3600) => {
    const { text, sha256 } = newCredential('session', id)
    const session = services.ids.next('ses', services.clock.now())
    const [createdAt, expiresAt] = lifetimeOf(seconds)
    const row = {
      tokenSha256: sha256,
      id: session,
      personId,
      createdAt,
      expiresAt,
      openedWith: 'password',
      insecure: false,
      userAgent: canary,
      address: null,
      confirmedAt: createdAt,
      ...{ issuer: null, sidSha256: null, idToken: null },
    } as const
    await services.db.transaction(id, tx => tx.write(insertSession, row))
    return { session, cookie: `${sessionCookie.names.http}=${text}` }
  }

  const machine = async () => ({ token: await maker.token('active', scopes) })
  const administrator = async () => ({ cookie: await maker.session('admin') })
  const post = async (path: string, body: Readonly<Record<string, unknown>>) =>
    ask('POST', `/api/workspace/${path}`, await administrator(), body)

  const word = () => `${canary} ${++words}`
  const storage = createStorageMaker(bucket, {
    canary,
    word,
    post: async (path, body) => ask('POST', `/api/workspace${path}`, await administrator(), body),
    sql: text => p.sql(text, [id]),
  })
  const assessing = assessmentsOf({ ask, session: person => maker.session(person), people, word })
  const maker: RecordFactory = {
    ...storage,
    ...assessing,
    ...messagesOf(p, { id, people }),
    ...proofMaker({ ask, machine, administrator, session: person => maker.session(person), word }),
    ...roomsOf(p, {
      ...assessing,
      id,
      ask: async (person, method, path, body) =>
        ask(method, `/api/workspace${path}`, { cookie: await maker.session(person) }, body),
      attached: () => maker.attached(),
      word,
    }),
    ...destructionsOf(p, id, people.get('leaver') ?? ''),
    ...findingsMaker({
      post: async (path, body, person = 'admin') =>
        ask('POST', `/api/workspace/${path}`, { cookie: await maker.session(person) }, body),
      newClaim: () => maker.claim(),
      word,
    }),
    ...secondAdministratorsOf(p, {
      ...{ id, people, ask, session: person => maker.session(person) },
      settings: () => ({ name: canary, createPeople: false, defaultRole: 'auditor', ...maker.providerSettings }),
    }),
    ...exportsOf(p, {
      post,
      ask: async (method, path) => ask(method, `/api/workspace/${path}`, await administrator()),
      newPackage: () => maker.package(),
      word,
    }),
    ...policiesMaker({ ask, session: person => maker.session(person), word, now: services.clock.now }),
    ...submissionsMaker({
      ...{ post, word, now: services.clock.now },
      get: async path => ask('GET', `/api/workspace/${path}`, await administrator()),
      newClaim: () => maker.claim(),
    }),
    ...questionnairesMaker({ ask, session: person => maker.session(person), word, now: services.clock.now }),
    id,
    canary,
    now: services.clock.now,
    people,
    word,
    async token(account, grantedScopes, seconds = 3600) {
      const { text, sha256 } = newCredential('token', id)
      const token = services.ids.next('tok', services.clock.now())
      const subject = accounts.get(`${canary}-${account}`) ?? ''
      const [createdAt, expiresAt] = lifetimeOf(seconds)
      const row = {
        tokenSha256: sha256,
        id: token,
        serviceAccountId: subject,
        scopes: grantedScopes,
        createdAt,
        expiresAt,
      }
      await services.db.transaction(id, tx => tx.write(insertAccessToken, row))
      return text
    },
    session: async (person, seconds) => (await openSession(people.get(person) ?? '', seconds)).cookie,
    sessionId: async person => (await openSession(people.get(person) ?? '')).session,
    sessionOf: async personId => (await openSession(personId)).cookie,
    async person() {
      const email = `${maker.word().replace(' ', '.')}@${canary}.example`
      const body = { email, name: canary, role: 'auditor', password: `a long enough ${maker.word()}` }
      return (await ask('POST', '/api/workspace/people', await administrator(), body)).person.id
    },
    async connection(personId) {
      const row = `($1, 'https://issuer.example', $2::text, $2::text, now())`
      await p.sql(`insert into person_identity values ${row} on conflict do nothing`, [id, personId])
    },
    async account(disable) {
      const path = '/api/workspace/service-accounts'
      const body = { name: maker.word(), scopes: [scopes[0]] }
      const { serviceAccount } = await ask('POST', path, await administrator(), body)
      if (disable) await ask('POST', `${path}/${serviceAccount.id}/disable`, await administrator())
      return serviceAccount.id
    },
    ...webhooksOf(p, { canary, post, word, now: services.clock.now }),
    ...factorsOf(p, { id, people, session: person => maker.session(person) }),
    ...sendersOf(p, id, canary),
    async invitation() {
      const body = { email: `invited-${++words}@${canary}.example`, name: maker.word(), role: 'auditor' }
      const { invitation, url } = await ask('POST', '/api/workspace/people/invitations', await administrator(), body)
      return { id: invitation.id, token: url.split('#')[1] }
    },
    async comment() {
      const body = { recordId: (await maker.claim()).id, text: maker.word() }
      const response = await p.call('POST', '/api/workspace/comments', { ...(await administrator()), body })
      assert.equal(response.status, 201, response.text)
      return response.body.id
    },
    logoutToken: () => provider.logoutToken({ aud: canary, sub: canary }),
    providerSettings: {
      ...clientKeySettings,
      issuer: provider.issuer,
      clientId: canary,
      emailDomains: [`${canary}.example`],
    },
    async forgetChecks() {
      await p.sql('update sign_on_domain set checked_at = null where organization_id = $1', [id])
    },
    async createOneOfEach() {
      await ask('POST', '/api/workspace/storage-keys', await administrator())
      await ask('POST', '/api/workspace/storage-key-provider', await administrator(), { kind: 'local' })
      await maker.destruction()
      await maker.hold()
      await maker.invitation()
      await maker.provider()
      const claim = await maker.claim()
      const { reviewedDigest } = claim
      await ask('POST', `/api/workspace/claims/${claim.id}/approve`, await administrator(), { reviewedDigest })
      const { claimId, artifactId } = await maker.attached()
      await maker.intent(claimId)
      await maker.asked()
      await maker.bundle()
      await maker.content()
      await maker.occurrence()
      await maker.proof()
      await ask('PATCH', '/api/workspace/finding-due-days', await administrator(), { critical: 3 })
      await maker.policyCampaign()
      await maker.questionnaireRound()
      await maker.feed()
      await maker.savedView()
      await maker.export('ready')
      const packageId = await maker.package('reviewed')
      await ask('POST', `/api/workspace/packages/${packageId}/return`, await administrator())
      await maker.replay()
      await maker.comment()
      await maker.failedFile()
      await recordSecurityEvent(services, id, { type: 'storageOperationsDigestMismatch', context: { code: canary } })
      return { claimId, artifactId }
    },
  }
  return maker
}
