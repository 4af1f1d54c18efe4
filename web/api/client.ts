import createFetchClient, { type Middleware } from 'openapi-fetch'
import createQueryClient from 'openapi-react-query'
import { obtainProof } from './confirm.ts'
import { createFlag } from './flag.ts'
import { isGatewayStatus } from './gateway.ts'
import { backgroundHeader, isUnattended } from './presence.ts'
import { untilReached } from './reach.ts'
import { renewSession } from './renew.ts'
import type { components, paths } from './schema.d.ts'
import { changeInTurn, recordRead } from './version.ts'

export type Schemas = components['schemas']
export type ErrorEnvelope = Schemas['ErrorEnvelope']

const safe = new Set(['GET', 'HEAD'])

/** 128 random bits. `crypto.randomUUID` exists only over https. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/**
 * The person whose session opened this page. All tabs share one cookie, so another tab may have replaced the session.
 */
let pagePerson: string | undefined

export const personHeader = 'Probata-Person'
export const pagePersonId = (): string | undefined => pagePerson
export const setPagePerson = (personId: string): void => {
  pagePerson = personId
}

/** Whether the server has reported a different session. It then rejects this page's calls. */
export const sessionChange = createFlag()

const isChangedSession = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'session' in error && error.session === 'changed'

/** Whether the server has rejected a call because the person must first set up a second factor. */
export const enrolmentDue = createFlag()

const isEnrolmentRequired = (error: unknown): boolean => typeof error === 'object' && error !== null && 'enrol' in error

/** Checks the body of a 403 response for a changed session or a required second factor. */
export const detectSessionChange = (error: unknown): void => {
  if (isChangedSession(error)) sessionChange.set(true)
  if (isEnrolmentRequired(error)) enrolmentDue.set(true)
}

const personHeaders: Middleware = {
  onRequest({ request }) {
    if (pagePerson !== undefined) request.headers.set(personHeader, pagePerson)
    if (isUnattended()) request.headers.set(backgroundHeader, '1')
    return request
  },
  async onResponse({ response }) {
    if (response.status === 403)
      detectSessionChange(
        await response
          .clone()
          .json()
          .catch(() => undefined),
      )
    return response
  },
}

export const idempotencyKeys: Middleware = {
  onRequest({ request }) {
    if (!safe.has(request.method)) request.headers.set('Idempotency-Key', newKey())
    return request
  },
}

const recordReads: Middleware = {
  onResponse({ request, response }) {
    const etag = response.headers.get('ETag')
    if (request.method === 'GET' && etag) recordRead(new URL(request.url).pathname, etag)
    return response
  },
}

const retryDelayMs = 400

/** The maximum number of tries for a call that gets no response although the server is reachable. */
const maxTries = 10

const waitBriefly = () => new Promise(done => setTimeout(done, retryDelayMs))

/**
 * Whether the response is from the server, not from a proxy whose server restarts. The server's own responses are JSON.
 */
const isFromServer = ({ status, headers }: Response): boolean =>
  !isGatewayStatus(status) || (headers.get('content-type') ?? '').includes('json')

/** Discards a response, because an unread body would keep its connection open. */
const discard = (response: Response): Promise<void> | undefined => response.body?.cancel()

/** The server's response, or undefined if there was none. Throws if the call was aborted. */
const tryFetch = async (request: Request): Promise<Response | undefined> => {
  try {
    const response = await fetch(request)
    if (isFromServer(response)) return response
    await discard(response)
    return undefined
  } catch (error) {
    if (request.signal.aborted) throw error
    return undefined
  }
}

/**
 * Repeats a call that got no response: first after a short delay, then each time the server is reachable again. A
 * change carries an idempotency key, so that it happens only once.
 */
export const steadyFetch = async (request: Request): Promise<Response> => {
  const first = await tryFetch(request.clone())
  if (first) return first
  await waitBriefly()
  for (let tries = 1; tries < maxTries; tries++) {
    const response = await tryFetch(request.clone())
    if (response) return response
    await untilReached(request.signal)
  }
  return fetch(request)
}

/** Whether the call is a sign-in, whose 401 means wrong input. */
const isSignIn = ({ method, url }: Request): boolean =>
  method === 'POST' && /^\/api\/workspace\/session(\/choice|\/single-sign-on.*)?$/.test(new URL(url).pathname)

/**
 * Repeats a call once after a 401: another call or tab may have confirmed the person's identity, which renews the
 * cookie. If the session has ended and the page has unsent input, the person can sign in again without leaving the
 * page.
 */
const fetchInSession = async (request: Request): Promise<Response> => {
  const isUnauthorized = ({ status }: Response) => status === 401 && pagePerson !== undefined && !isSignIn(request)
  const first = await steadyFetch(request.clone())
  if (!isUnauthorized(first)) return first
  await discard(first)
  await waitBriefly()
  const second = await steadyFetch(request.clone())
  if (!isUnauthorized(second)) return second
  // Reads the body now, because signing in may take long.
  await second.clone().text()
  return (await renewSession()) ? steadyFetch(request) : second
}

/** Repeats a call after a new proof of identity, which a change of access can require. */
const fetchWithProof = async (request: Request): Promise<Response> => {
  const repeat = request.clone()
  const response = await fetchInSession(request)
  if (!(await obtainProof(response))) return response
  await discard(response)
  return fetchInSession(repeat)
}

/** Sends a change to a record once the page's earlier changes to that record are complete. */
const fetchInTurn = (request: Request): Promise<Response> => {
  const shownEtag = request.headers.get('If-Match')
  if (shownEtag === null) return fetchWithProof(request)
  return changeInTurn(new URL(request.url).pathname, shownEtag, etag => {
    request.headers.set('If-Match', etag)
    return fetchWithProof(request)
  })
}

/** Calls the endpoints of the workspace, typed by its OpenAPI document. */
export const client = createFetchClient<paths>({ baseUrl: location.origin, fetch: fetchInTurn })
client.use(idempotencyKeys, personHeaders, recordReads)

/**
 * The calls of `client` as hooks: `api.useQuery('get', '/api/workspace/claims', { params: { query } })`. Errors are
 * envelopes.
 */
export const api = createQueryClient(client)

/** Returns the data of a call, or throws its error. */
export const unwrap = async <T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> => {
  const { data, error, response } = await call
  if (error !== undefined || !response.ok) throw error
  return data as T
}

/** A message from the server. Responses stored by an earlier release have no code or values. */
export type CodedMessage = Pick<ErrorEnvelope, 'message'> & Partial<Pick<ErrorEnvelope, 'code' | 'values'>>

interface ErrorDescription extends CodedMessage {
  readonly requestId?: string
  readonly issues?: ErrorEnvelope['issues']
}

/** The message for a failed call, with the request id to find it in the log. */
export const describeError = (error: unknown): ErrorDescription => {
  if (typeof error === 'object' && error !== null && 'requestId' in error && 'message' in error) {
    const { message, code, values, requestId, issues } = error as ErrorEnvelope
    return { message, code, values, requestId, ...(issues && { issues }) }
  }
  const isOffline = error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')
  return { message: isOffline ? 'offline' : String(error) }
}

/** The error id from the contract's list, if the server sent one. */
export const errorId = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'error' in error ? String(error.error) : undefined
