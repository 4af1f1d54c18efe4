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
import { letterOfConnection, letterToConnect } from './link-letters.ts'
import {
  findIdentityLink,
  forgetExpiredLinks,
  isPersonInUse,
  keepLink,
  spendLinks,
  type WayToLink,
} from './link-queries.ts'
import { findIdentityOf, insertIdentity, listSetters } from './queries.ts'

const lifetime = hour

interface Asked {
  readonly flow: SignOnFlow
  readonly person: Person
  readonly claims: Claims
  /** The name that people know the provider by. */
  readonly provider: string
}

/** Whether the session that began to connect still exists, in the same browser. */
const isOwnSession = async ({ incoming, identities }: CommittingCall, { connect }: SignOnFlow): Promise<boolean> => {
  const text = sessionCookie.textIn(incoming.stream.headers.cookie, incoming.secure)
  const identity = text === undefined || !connect ? undefined : await identities.find('session', text)
  return identity?.disabled === false && identity.actor.credentialId === connect?.sessionId
}

/** At most one mail a minute for each person; returns whether one was sent. */
const mailLink = async (call: CommittingCall, { flow, person, claims, provider }: Asked): Promise<boolean> => {
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
    tx.write(keepLink, { personId: person.id, issuer, subject, tokenSha256: sha256Hex(token), expiresAt })
  })
  const url = `${settings.url}/sign-in?organization=${organization.slug}#connect=${token}`
  const { name, email } = person
  return mail.send(letterToConnect({ name, email, organization: organization.name, provider, url }))
}

const taken = sentence`sign_on.other_connection: Your account here is already connected with a different sign-on at this identity provider. Sign on with that one, or ask an administrator of the workspace to remove that connection.`

const refusal = (about: Sentence, why: string, organizationId: string, resourceId: string): Refusal =>
  new Refusal('unauthorized', about, {
    about: [{ by: { ...anonymous, organizationId }, why: `single sign-on: ${why}`, resourceId }],
  })

const sentences = {
  mailed: sentence`sign_on.mailed: Your account here is not connected with this sign-on yet. A mail with a link was sent to you: open it to connect them.`,
  session: sentence`sign_on.not_connected: Your account here is not connected with this sign-on yet. Sign in with your password, and connect it on the page of your account.`,
} as const

/**
 * How the identity of a sign-on may be connected with a person it is not connected with. A matching address is enough
 * only for a person without a password who never signed in, whom no one can impersonate yet. Otherwise it takes the
 * session of the person, or a link mailed to them. Throws the refusal, after mailing a link.
 */
export const findWayToLink = async (call: CommittingCall, asked: Asked): Promise<WayToLink> => {
  const { db, now } = call
  const { flow, person, claims } = asked
  const { organizationId } = flow
  const personId = person.id
  const [linked] = await db.read(organizationId, findIdentityOf, { personId, issuer: claims.issuer })
  // A mailed link would connect nothing: an account has one sign-on at a provider.
  if (linked) throw refusal(taken, 'linked to another subject', organizationId, personId)
  if (flow.connect?.personId === personId && (await isOwnSession(call, flow))) return 'session'
  if (flow.linkSha256 !== undefined) {
    const { issuer, subject } = claims
    const key = { personId, issuer, subject, tokenSha256: flow.linkSha256, now: iso(now) }
    const [link] = await db.read(organizationId, findIdentityLink, key)
    if (link) return 'mail'
  }
  const [inUse] = await db.read(organizationId, isPersonInUse, { personId })
  if (inUse?.yes === false) return 'first_sign_on'
  const linking = (await mailLink(call, asked)) ? 'mailed' : 'session'
  throw refusal(sentences[linking], 'not connected yet', organizationId, personId)
}

/**
 * Connects the person with the identity. People whose accounts it opened before become custodians (decision 123). The
 * person is notified, unless this sign-on created them.
 */
export const linkIdentity = async (
  ctx: Change,
  { person, claims: { issuer, subject }, provider, flow }: Asked,
  way: WayToLink,
): Promise<void> => {
  const { tx, audit, now, mail } = ctx
  if (way === 'mail') {
    const spentLinkRefusal = await tx.query(spendLinks, { personId: person.id })
    if (!spentLinkRefusal.some(({ token_sha256 }) => token_sha256 === flow.linkSha256))
      throw new Refusal('unauthorized', sentence`sign_on.link_used: The link was already used.`)
  }
  for (const setter of await tx.query(listSetters, { issuer })) addCustodian(ctx, person.id, setter.id, 'provider')
  const identitySha256 = sha256Hex(`${issuer} ${subject}`)
  for (const former of await tx.query(findFormerHolders, { identitySha256 }))
    addCustodian(ctx, person.id, former.person_id, 'same_sign_on')
  tx.write(insertIdentity, { issuer, subject, personId: person.id, createdAt: iso(now), linkedBy: way })
  audit(person.id, { action: 'person.link_identity', detail: identitySha256 })
  if (way === 'first_sign_on') return
  writeSecurityEvent(ctx, { type: 'signOnConnected', context: { personId: person.id, state: way } })
  const [organization] = await tx.query(findOrganizationName, {})
  const { name, email } = person
  const letter = letterOfConnection({ name, email, organization: organization?.name ?? '', provider })
  tx.afterCommit(() => {
    if (mail.configured) void mail.send(letter)
  })
}
