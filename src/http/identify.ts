import type { FastifyRequest } from 'fastify'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { type Actor, anonymous } from './access.ts'
import type { Services } from './call.ts'
import { cookieNamed } from './cookie.ts'
import { Refusal } from './errors.ts'
import type { Identities } from './identity.ts'
import { noSuchEndpoint, signInFirst } from './sentences.ts'

/** The interfaces for machines, people, guests of an assessment, SCIM senders, and anyone. */
export type Surface = 'v1' | 'workspace' | 'room' | 'scim' | 'open'

export const surfaceByAddress = (url: string): Surface => {
  if (url.startsWith('/api/v1/')) return 'v1'
  if (url.startsWith('/api/workspace/')) return 'workspace'
  if (url.startsWith('/scim/')) return 'scim'
  return url.startsWith('/api/room/') ? 'room' : 'open'
}

/**
 * The surface of a request: that of its route, however the path is spelled (`/api/%761/…` and `http://host/api/v1/…`
 * lead to the same routes). Without a route, the surface follows from the path.
 */
export const surfaceOf = ({ routeOptions, url }: FastifyRequest): Surface =>
  routeOptions.config?.surface ?? surfaceByAddress(url)

/** Whether refusals on a surface have codes and values, because the web app uses it. */
export const hasCodes = (surface: Surface): boolean => surface === 'workspace' || surface === 'room'

export const sessionCookie = cookieNamed('probata_session')

/** The session cookie of a guest; other surfaces ignore it. */
export const roomCookie = cookieNamed('probata_room')

const unauthorized = (sentence: Sentence, headers: Record<string, string>) =>
  new Refusal('unauthorized', sentence, { headers })

const disabledAccount = (by: Actor) =>
  new Refusal(
    'forbidden_resource',
    sentence`account.disabled: The account is disabled; ask an administrator to enable it.`,
    { about: [{ by }] },
  )

type Identify = (request: FastifyRequest, identities: Identities) => Promise<Actor>

const bearerOf =
  (kind: 'token' | 'provisioning', realm: string): Identify =>
  async (request, identities) => {
    const challenge = { 'www-authenticate': `Bearer realm="${realm}"` }
    const { authorization } = request.headers
    if (authorization === undefined)
      throw unauthorized(sentence`token.required: A bearer token is required.`, challenge)
    const [, text] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
    const identity = text ? await identities.find(kind, text) : undefined
    if (!identity) {
      const invalidToken = { 'www-authenticate': `Bearer realm="${realm}", error="invalid_token"` }
      throw unauthorized(sentence`token.invalid: The token is invalid or expired.`, invalidToken)
    }
    if (identity.disabled) throw disabledAccount(identity.actor)
    return identity.actor
  }

const bearer = bearerOf('token', 'probata')

const provisioningBearer = bearerOf('provisioning', 'probata-scim')

/** Identifies a SCIM sender. The token is only valid for the workspace that the address names. */
const sender: Identify = async (request, identities) => {
  const actor = await provisioningBearer(request, identities)
  const { workspace } = Object(request.params)
  if (workspace === undefined || actor.organizationId === `org_${workspace}`) return actor
  throw unauthorized(sentence`token.other_workspace: The token is for a different workspace than this address.`, {
    'www-authenticate': 'Bearer realm="probata-scim", error="invalid_token"',
  })
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether one of our pages sent the request. `Sec-Fetch-Site` comes from the browser itself, even if proxies changed
 * Host. Over plain http, and from browsers before 2023, only the page's origin is available. It is compared with the
 * host that the browser requested, as in Host or a trusted proxy's X-Forwarded-Host, and with the public address; the
 * default port of the scheme may be left out. Every browser sends one of the two headers with a change, so a request
 * with neither carries no ambient session.
 */
const isOwnPage = (request: FastifyRequest, url: string): boolean => {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  if (request.headers.origin === undefined) return true
  const page = URL.parse(request.headers.origin)
  if (!page?.host) return false
  return page.host === URL.parse(`${page.protocol}//${request.host}`)?.host || page.host === URL.parse(url)?.host
}

// Browsers attach sessions by themselves, so only our own pages may send changes.
const checkOrigin = (request: FastifyRequest, url: string): void => {
  if (safeMethods.has(request.method) || isOwnPage(request, url)) return
  throw new Refusal(
    'forbidden_resource',
    sentence`request.other_site: The request comes from another site, or a proxy changed its Host header. Open Probata at its own address, or ask the operator to check the proxy.`,
  )
}

/**
 * The header that names the person for whom a page was opened. All tabs of a browser share one cookie: once another tab
 * has switched workspace, requests from pages of the earlier workspace are rejected.
 */
const personHeader = 'probata-person'

const changedSession = () =>
  new Refusal(
    'forbidden_resource',
    sentence`session.changed: You have since signed in elsewhere in this browser, so this page belongs to an earlier session; reload it.`,
    {
      extra: { session: 'changed' },
    },
  )

/** The header that marks background polls: an unused session ends, however long its page stays open. */
const backgroundHeader = 'probata-background'

const session = async (request: FastifyRequest, identities: Identities): Promise<Actor> => {
  const text = sessionCookie.valueIn(request.headers.cookie, request.protocol === 'https')
  const isUse = request.headers[backgroundHeader] === undefined
  const identity = text ? await identities.find('session', text, isUse) : undefined
  if (!identity || identity.disabled) throw unauthorized(signInFirst, {})
  const pagePerson = request.headers[personHeader]
  if (pagePerson !== undefined && pagePerson !== identity.actor.id) throw changedSession()
  return identity.actor
}

const guest = async (request: FastifyRequest, identities: Identities): Promise<Actor> => {
  const text = roomCookie.valueIn(request.headers.cookie, request.protocol === 'https')
  const identity = text ? await identities.find('room', text) : undefined
  if (!identity || identity.disabled)
    throw unauthorized(sentence`room.link_required: Open the link that you were sent.`, {})
  const pagePerson = request.headers[personHeader]
  if (pagePerson !== undefined && pagePerson !== identity.actor.id) throw changedSession()
  return identity.actor
}

type IdentifiedSurface = Exclude<Surface, 'open'>

const identifyOn: Readonly<Record<IdentifiedSurface, Identify>> = {
  v1: bearer,
  workspace: session,
  room: guest,
  scim: sender,
}

/** The other surfaces on which to identify a caller who is unknown on this one. */
const otherSurfaces: Readonly<Record<IdentifiedSurface, readonly IdentifiedSurface[]>> = {
  v1: ['room'],
  workspace: ['room'],
  room: ['workspace', 'v1'],
  scim: [],
}

/** Guests get a 404 outside the room, and other callers get a 404 inside it. */
const identifyHere = async (
  surface: IdentifiedSurface,
  request: FastifyRequest,
  identities: Identities,
): Promise<Actor> => {
  try {
    return await identifyOn[surface](request, identities)
  } catch (error) {
    if (!(error instanceof Refusal) || error.id !== 'unauthorized') throw error
    for (const other of otherSurfaces[surface]) {
      const actor = await identifyOn[other](request, identities).catch(() => undefined)
      if (actor) throw new Refusal('not_found', noSuchEndpoint)
    }
    throw error
  }
}

/**
 * Identifies the caller. Throws a 401, a 404 on a surface of other callers, or a 403 for a disabled account (interface
 * section 5).
 */
export const identify = async (
  request: FastifyRequest,
  { identities, settings }: Pick<Services, 'identities' | 'settings'>,
  isPublic: boolean,
): Promise<Actor> => {
  const surface = surfaceOf(request)
  if (surface === 'workspace' || surface === 'room') checkOrigin(request, settings.url)
  if (surface === 'open' || isPublic) return anonymous
  return identifyHere(surface, request, identities)
}
