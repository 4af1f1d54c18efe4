import { isIP } from 'node:net'
import type { Actor, Role } from '#http/access.ts'
import { beginCall, type Change, change } from '#http/call.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { sessionCookie } from '#http/identify.ts'
import { newCredential } from '#http/identity.ts'
import type { Rendered } from '#http/rendered.ts'
import { iso, second } from '#lib/clock.ts'
import { isOwnMachine } from '#lib/own-machine.ts'
import { chargeSession } from './attempts.ts'
import { findCustodiansFrom } from './custodian-queries.ts'
import { displayOf, findDisplay, noDisplay } from './display.ts'
import { admitSession } from './forced-sign-on/admit-session.ts'
import { findSignInPolicy } from './forced-sign-on/queries.ts'
import { endSessionById, findOrganization, insertSession } from './queries.ts'
import { findFactorRules } from './second-factor/queries.ts'
import { renderSession, sessionLifetime } from './session.ts'
import type { SignedInWith } from './signed-in-with.ts'
import { type AtProvider, providerSessionColumns } from './single-sign-on/at-provider.ts'

/** The person who signs in, as the actor of later requests and as the stored record. */
export interface SessionSubject {
  readonly actor: Actor & { readonly role: Role }
  readonly record: string
  /** Present if the person signed in at an identity provider. */
  readonly atProvider?: AtProvider
}

const maxUserAgent = 300

/** The browser's user agent as one line of printable text; null when it sends none. */
const userAgentOf = ({ incoming }: CommittingCall): string | null =>
  [...incoming.userAgent.replaceAll(/[\p{C}\s]+/gu, ' ').trim()].slice(0, maxUserAgent).join('') || null

const addressOf = ({ incoming }: CommittingCall): string | null => (isIP(incoming.address) ? incoming.address : null)

/** Ends the session whose cookie the browser sends with a sign-in, even if another person owns it. */
const endPreviousSession = async (call: CommittingCall): Promise<void> => {
  const { incoming, identities } = call
  const text = sessionCookie.valueIn(incoming.stream.headers.cookie, incoming.secure)
  const previous = text && (await identities.find('session', text))
  if (!previous) return
  const { actor } = previous
  await call.db.transaction(actor.organizationId, async tx => {
    const [session] = await tx.query(endSessionById, { id: actor.credentialId })
    if (session) change(beginCall(call, actor, call.requestId), tx, 'session.close', null).audit(actor.id)
  })
  identities.forget()
}

/**
 * Opens a session for a person: writes the session and an audit row, sets the cookie, and ends the browser's previous
 * session (ASVS 7.2.4). `before` runs first in the same transaction, for example to create the person. `confirmedAt` is
 * when the person proved their identity, null if unknown. Pass `endsAt`, in milliseconds, if an earlier session
 * determines the end. Throws 429, and 403 if the workspace requires single sign-on.
 */
export const openSession = async (
  call: CommittingCall,
  { actor, record, atProvider }: SessionSubject,
  signedInWith: SignedInWith,
  before?: (ctx: Change) => Promise<void>,
  confirmedAt: number | null = call.now,
  endsAt = call.now + sessionLifetime,
): Promise<Rendered> => {
  const { incoming, now } = call
  const { organizationId: id } = actor
  await chargeSession(call, actor.id)
  const session = newCredential('session', id)
  const expiresAt = iso(endsAt)
  const insecure = !incoming.secure && !isOwnMachine(incoming.host)
  const confirmed = confirmedAt === null ? null : iso(confirmedAt)
  const { organization, factorRules, custodiansFrom, display } = await call.db.transaction(id, async tx => {
    const ctx = change(beginCall(call, actor, call.requestId), tx, 'session.open', null)
    await before?.(ctx)
    const policy = tx.ask(findSignInPolicy, {})
    const rules = tx.ask(findFactorRules, {})
    const custody = tx.ask(findCustodiansFrom, { personId: actor.id })
    const chosen = tx.ask(findDisplay, { personId: actor.id })
    const [organization] = await tx.query(findOrganization, {})
    if (!organization) throw new Error(`the organization ${id} of a person is missing`)
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
      confirmedAt: confirmed,
      ...providerSessionColumns(ctx, sessionId, atProvider),
    })
    ctx.audit(actor.id, { detail: signedInWith })
    const [{ rules: factorRules } = { rules: '{}' }] = rules()
    const [row = noDisplay] = chosen()
    const { slug, name, sample } = organization
    return {
      organization: { id, slug, name, ...(sample && { sample }) },
      factorRules,
      custodiansFrom: custody()[0]?.applies_from ?? null,
      display: displayOf(row),
    }
  })
  await endPreviousSession(call)
  call.setHeader('set-cookie', sessionCookie.set(incoming.secure, session.text, Math.floor((endsAt - now) / second)))
  return renderSession(call.sealer, record, {
    ...{ organization, signedInWith, expiresAt },
    ...{ display, insecure, factorRules, custodiansFrom, maxUploadBytes: call.settings.maxUploadBytes },
  })
}
