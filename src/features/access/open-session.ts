import { isIP } from 'node:net'
import type { Actor, Role } from '#http/access.ts'
import type { Rendered } from '#http/answer.ts'
import { beginCall, type Change, change } from '#http/call.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { sessionCookie } from '#http/identify.ts'
import { newCredential } from '#http/identity.ts'
import { iso, second } from '#lib/clock.ts'
import { isOwnMachine } from '#lib/own-machine.ts'
import { chargeSession } from './attempts.ts'
import { findCustodiansFrom } from './custodian-queries.ts'
import { admitSession } from './forced-sign-on/admit-session.ts'
import { findSignInPolicy } from './forced-sign-on/queries.ts'
import { endSessionById, findOrganization, insertSession } from './queries.ts'
import { findFactorRules } from './second-factor/queries.ts'
import { lifetime, renderSession } from './session.ts'
import type { SignedInWith } from './signed-in-with.ts'
import { type AtProvider, keptOfProvider } from './single-sign-on/at-provider.ts'

/** The person who signs in: as the actor of the following requests, and as the stored record. */
export interface SessionSubject {
  readonly actor: Actor & { readonly role: Role }
  readonly record: string
  /** Present if the session began at an identity provider. */
  readonly atProvider?: AtProvider
}

const maxUserAgent = 300

/** The browser's user agent as one line of printable text; null when it sends none. */
const userAgentOf = ({ incoming }: CommittingCall): string | null =>
  [...incoming.userAgent.replaceAll(/[\p{C}\s]+/gu, ' ').trim()].slice(0, maxUserAgent).join('') || null

const addressOf = ({ incoming }: CommittingCall): string | null => (isIP(incoming.address) ? incoming.address : null)

/** Ends the session that a browser brings to a sign-in, regardless of its owner. */
const endEarlier = async (call: CommittingCall): Promise<void> => {
  const { incoming, identities } = call
  const text = sessionCookie.textIn(incoming.stream.headers.cookie, incoming.secure)
  const earlier = text && (await identities.find('session', text))
  if (!earlier) return
  const { actor } = earlier
  await call.db.transaction(actor.organizationId, async tx => {
    const [ended] = await tx.query(endSessionById, { id: actor.credentialId })
    if (ended) change(beginCall(call, actor, call.requestId), tx, 'session.close', null).audit(actor.id)
  })
  identities.forget()
}

/**
 * Opens a session for a person: writes it, sets the cookie, leaves an audit row. `before` runs first in the same
 * transaction, for example to create the person. `confirmedAt`: when they proved who they are; null if unknown.
 * `endsAt`: in milliseconds, if an earlier session determines it. The browser's previous session ends (ASVS 7.2.4).
 * Throws 429, and 403 if the workspace is entered by single sign-on only.
 */
export const openSession = async (
  call: CommittingCall,
  { actor, record, atProvider }: SessionSubject,
  signedInWith: SignedInWith,
  before?: (ctx: Change) => Promise<void>,
  confirmedAt: number | null = call.now,
  endsAt = call.now + lifetime,
): Promise<Rendered> => {
  const { incoming, now } = call
  const { organizationId: id } = actor
  await chargeSession(call, actor.id)
  const session = newCredential('session', id)
  const expiresAt = iso(endsAt)
  const insecure = !incoming.secure && !isOwnMachine(incoming.host)
  const proven = confirmedAt === null ? null : iso(confirmedAt)
  const { organization, factorRules, custodiansFrom } = await call.db.transaction(id, async tx => {
    const ctx = change(beginCall(call, actor, call.requestId), tx, 'session.open', null)
    await before?.(ctx)
    const policy = tx.ask(findSignInPolicy, {})
    const rules = tx.ask(findFactorRules, {})
    const custody = tx.ask(findCustodiansFrom, { personId: actor.id })
    const [found] = await tx.query(findOrganization, {})
    if (!found) throw new Error(`the organization ${id} of a person is missing`)
    await admitSession(ctx, policy()[0], signedInWith)
    const sessionId = call.ids.next('ses', now)
    tx.write(insertSession, {
      tokenSha256: session.sha256,
      id: sessionId,
      personId: actor.id,
      createdAt: iso(now),
      expiresAt,
      openedWith: signedInWith,
      insecure,
      userAgent: userAgentOf(call),
      address: addressOf(call),
      confirmedAt: proven,
      ...keptOfProvider(ctx, sessionId, atProvider),
    })
    ctx.audit(actor.id, { detail: signedInWith })
    const [{ rules: factorRules } = { rules: '{}' }] = rules()
    return { organization: { id, ...found }, factorRules, custodiansFrom: custody()[0]?.applies_from ?? null }
  })
  await endEarlier(call)
  call.setHeader('set-cookie', sessionCookie.set(incoming.secure, session.text, Math.floor((endsAt - now) / second)))
  const rest = { organization, signedInWith, expiresAt, insecure, factorRules, custodiansFrom }
  return renderSession(call.sealer, record, rest)
}
