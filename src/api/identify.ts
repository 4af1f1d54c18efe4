import type { FastifyRequest } from 'fastify'
import type { Actor } from './access.ts'
import { Refusal } from './errors.ts'
import type { Identities } from './identity.ts'

/** The two doors and the open ground around them. */
export type Door = 'v1' | 'workspace' | 'open'

const doorByAddress = (url: string): Door => {
  if (url.startsWith('/api/v1/')) return 'v1'
  return url.startsWith('/api/workspace/') ? 'workspace' : 'open'
}

/**
 * The door that a request came in by: that of the route that was found, however the address is spelled
 * (`/api/%761/…` and `http://host/api/v1/…` lead to the same routes); by address only where there is no route.
 */
export const doorOf = ({ routeOptions, url }: FastifyRequest): Door => routeOptions.config?.door ?? doorByAddress(url)

/** Nobody: the caller of public endpoints, under the organization id of the install. */
export const anonymous: Actor = {
  kind: 'anonymous',
  id: 'anonymous',
  credentialId: 'anonymous',
  organizationId: 'install',
  scopes: [],
}

/** Over https the cookie has the `__Host-` prefix; over plain http browsers refuse that, so it has none. */
export const sessionCookies = { https: '__Host-probata_session', http: 'probata_session' } as const

const unauthorized = (message: string, headers: Record<string, string>) =>
  new Refusal('unauthorized', message, { headers })

const disabledAccount = () => new Refusal('forbidden_resource', 'The account is disabled.')

const bearer = async (request: FastifyRequest, identities: Identities): Promise<Actor> => {
  const challenge = { 'www-authenticate': 'Bearer realm="probata"' }
  const { authorization } = request.headers
  if (authorization === undefined) throw unauthorized('A bearer token is required.', challenge)
  const [, text] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
  const identity = text ? await identities.find('token', text) : undefined
  if (!identity) {
    const invalidToken = { 'www-authenticate': 'Bearer realm="probata", error="invalid_token"' }
    throw unauthorized('The token is invalid or expired.', invalidToken)
  }
  if (identity.disabled) throw disabledAccount()
  return identity.actor
}

const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

// A browser names the page that sends a change; only our own pages may (sessions travel by themselves).
const checkOrigin = (request: FastifyRequest): void => {
  if (safe.has(request.method)) return
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  const ours = origin === undefined ? site === undefined || site === 'same-origin' : URL.parse(origin)?.host === host
  if (!ours) throw new Refusal('forbidden_resource', 'The request comes from another site.')
}

const cookiePatterns = [sessionCookies.https, sessionCookies.http].map(name => new RegExp(`(?:^|;) *${name}=([^;]*)`))

/** The text of the session cookie, whichever name it has. */
const sessionText = ({ headers: { cookie = '' } }: FastifyRequest): string | undefined =>
  cookiePatterns.map(pattern => pattern.exec(cookie)?.[1]).find(text => text !== undefined)

const session = async (request: FastifyRequest, identities: Identities): Promise<Actor> => {
  const text = sessionText(request)
  const identity = text ? await identities.find('session', text) : undefined
  if (!identity || identity.disabled) throw unauthorized('Sign in first.', {})
  return identity.actor
}

/** Who calls. Throws 401 or, for a disabled account, 403 (interface section 5). */
export const identify = async (request: FastifyRequest, identities: Identities, isPublic: boolean): Promise<Actor> => {
  const door = doorOf(request)
  if (door === 'workspace') checkOrigin(request)
  if (door === 'open' || isPublic) return anonymous
  return door === 'v1' ? bearer(request, identities) : session(request, identities)
}
