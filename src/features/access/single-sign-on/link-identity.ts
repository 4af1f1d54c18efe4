import { anonymous } from '#http/access.ts'
import type { Change } from '#http/call.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { sessionCookie } from '#http/identify.ts'
import { hour, iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { randomToken } from '#lib/ids.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { addCustodian } from '#src/features/access/custodians.ts'
import { findOrganizationName } from '#src/features/access/invitations/queries.ts'
import type { Person } from '#src/features/access/person.ts'
import { findOrganization } from '#src/features/access/queries.ts'
import type { Claims } from './claims.ts'
import type { SignOnFlow } from './flow.ts'
import { findFormerHolders } from './former-identities.ts'
import { letterForConnection, letterToConnect } from './link-letters.ts'
import {
  deleteIdentityLinks,
  findIdentityLink,
  forgetExpiredLinks,
  hasOwnSignIn,
  type LinkProof,
  storeIdentityLink,
} from './link-queries.ts'
import { findIdentityOf, insertIdentity, listPeopleWhoChoseProvider } from './queries.ts'

const lifetime = hour

interface LinkRequest {
  readonly flow: SignOnFlow
  readonly person: Person
  readonly claims: Claims
  /** The display name of the provider. */
  readonly provider: string
}

/** Whether the browser still has the session that started the connection. */
const isOwnSession = async ({ incoming, identities }: CommittingCall, { connect }: SignOnFlow): Promise<boolean> => {
  const text = sessionCookie.valueIn(incoming.stream.headers.cookie, incoming.secure)
  const identity = text === undefined || !connect ? undefined : await identities.find('session', text)
  return identity?.disabled === false && identity.actor.credentialId === connect?.sessionId
}

/** Mails a link, at most once a minute for each person. Returns false if no mail could be sent. */
const mailLink = async (call: CommittingCall, { flow, person, claims, provider }: LinkRequest): Promise<boolean> => {
  const { mail, limiter, db, settings, now } = call
  const { organizationId } = flow
  if (!mail.configured) return false
  const { allowed } = await limiter.consume([{ bucket: 'reset-mail', key: `connect ${person.id}` }])
  if (!allowed) return true
  const [organization] = await db.read(organizationId, findOrganization, {})
  if (!organization) return false
  const token = randomToken()
  const { issuer, subject } = claims
  await db.transaction(organizationId, async tx => {
    tx.write(forgetExpiredLinks, { now: iso(now) })
    const expiresAt = iso(now + lifetime)
    tx.write(storeIdentityLink, { personId: person.id, issuer, subject, tokenSha256: sha256Hex(token), expiresAt })
  })
  const url = `${settings.url}/sign-in?organization=${organization.slug}#connect=${token}`
  const { name, email } = person
  return mail.send(letterToConnect({ name, email, organization: organization.name, provider, url }))
}

const otherConnection = sentence`sign_on.other_connection: Your account here is already connected with a different sign-on at this identity provider. Sign on with that one, or ask an administrator of the workspace to remove that connection.`

const refusalOf = (message: Sentence, reason: string, organizationId: string, resourceId: string): Refusal =>
  new Refusal('unauthorized', message, {
    about: [{ by: { ...anonymous, organizationId }, why: `single sign-on: ${reason}`, resourceId }],
  })

const sentences = {
  mailed: sentence`sign_on.mailed: Your account here is not connected with this sign-on yet. A mail with a link was sent to you: open it to connect them.`,
  session: sentence`sign_on.not_connected: Your account here is not connected with this sign-on yet. Sign in with your password, and connect it on the page of your account.`,
} as const

/**
 * Finds the proof that allows a sign-on's identity to be connected to a person. A matching address is enough only for a
 * person without a password who never signed in, so that no one can impersonate them. Otherwise the person's session,
 * or a link mailed to them, is required. Without a proof, mails a link and throws the refusal.
 */
export const findLinkProof = async (call: CommittingCall, request: LinkRequest): Promise<LinkProof> => {
  const { db, now } = call
  const { flow, person, claims } = request
  const { organizationId } = flow
  const personId = person.id
  const [linkedIdentity] = await db.read(organizationId, findIdentityOf, { personId, issuer: claims.issuer })
  // A mailed link would not help: an account can have only one sign-on at a provider.
  if (linkedIdentity) throw refusalOf(otherConnection, 'linked to another subject', organizationId, personId)
  if (flow.connect?.personId === personId && (await isOwnSession(call, flow))) return 'session'
  if (flow.linkSha256 !== undefined) {
    const { issuer, subject } = claims
    const key = { personId, issuer, subject, tokenSha256: flow.linkSha256, now: iso(now) }
    const [link] = await db.read(organizationId, findIdentityLink, key)
    if (link) return 'mail'
  }
  const [signIn] = await db.read(organizationId, hasOwnSignIn, { personId })
  if (signIn?.yes === false) return 'first_sign_on'
  const nextStep = (await mailLink(call, request)) ? 'mailed' : 'session'
  throw refusalOf(sentences[nextStep], 'not connected yet', organizationId, personId)
}

/**
 * Connects the identity to the person. People whose accounts the identity opened before become custodians (decision
 * 123). Notifies the person, unless this is their first sign-on.
 */
export const linkIdentity = async (
  ctx: Change,
  { person, claims: { issuer, subject }, provider, flow }: LinkRequest,
  way: LinkProof,
): Promise<void> => {
  const { tx, audit, now, mail } = ctx
  if (way === 'mail') {
    const links = await tx.query(deleteIdentityLinks, { personId: person.id })
    if (!links.some(({ token_sha256 }) => token_sha256 === flow.linkSha256))
      throw new Refusal(
        'unauthorized',
        sentence`sign_on.link_used: The link was already used; sign on at your identity provider.`,
      )
  }
  for (const chooser of await tx.query(listPeopleWhoChoseProvider, { issuer }))
    addCustodian(ctx, person.id, chooser.id, 'provider')
  const identitySha256 = sha256Hex(`${issuer} ${subject}`)
  for (const former of await tx.query(findFormerHolders, { identitySha256 }))
    addCustodian(ctx, person.id, former.person_id, 'same_sign_on')
  tx.write(insertIdentity, { issuer, subject, personId: person.id, createdAt: iso(now), linkedBy: way })
  audit(person.id, { action: 'person.link_identity', detail: identitySha256 })
  if (way === 'first_sign_on') return
  writeSecurityEvent(ctx, { type: 'signOnConnected', context: { personId: person.id, state: way } })
  const [organization] = await tx.query(findOrganizationName, {})
  const { name, email } = person
  const letter = letterForConnection({ name, email, organization: organization?.name ?? '', provider })
  tx.afterCommit(() => {
    if (mail.configured) void mail.send(letter)
  })
}
