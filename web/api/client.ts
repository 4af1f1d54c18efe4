import createFetchClient, { type Middleware } from 'openapi-fetch'
import createQueryClient from 'openapi-react-query'
import { wasProved } from './confirm.ts'
import { createFlag } from './flag.ts'
import { backgroundHeader, isUnattended } from './presence.ts'
import { untilReached } from './reach.ts'
import { wasRenewed } from './renew.ts'
import type { components, paths } from './schema.d.ts'
import { noteChanged, noteRead } from './version.ts'

export type Schemas = components['schemas']
export type ErrorEnvelope = Schemas['ErrorEnvelope']

const safe = new Set(['GET', 'HEAD'])

/** 128 random bits; `crypto.randomUUID` is there over https only. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/**
 * The person that this page was opened for: all tabs share one cookie, and another tab may have signed in elsewhere.
 */
let opener: string | undefined

export const personHeader = 'Probata-Person'
export const openedFor = (): string | undefined => opener
export const openFor = (personId: string): void => {
  opener = personId
}

/** Whether the server has reported another session; it rejects the page's calls from then on. */
export const sessionChange = createFlag()

const isChangedSession = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'session' in error && error.session === 'changed'

/** Whether the server has refused a call until a second factor is set up. */
export const enrolmentDue = createFlag()

const isEnrolFirst = (error: unknown): boolean => typeof error === 'object' && error !== null && 'enrol' in error

/** Checks the body of a refusal. */
export const noticeChange = (error: unknown): void => {
  if (isChangedSession(error)) sessionChange.set(true)
  if (isEnrolFirst(error)) enrolmentDue.set(true)
}

const personal: Middleware = {
  onRequest({ request }) {
    if (opener !== undefined) request.headers.set(personHeader, opener)
    if (isUnattended()) request.headers.set(backgroundHeader, '1')
    return request
  },
  async onResponse({ response }) {
    if (response.status === 403)
      noticeChange(
        await response
          .clone()
          .json()
          .catch(() => undefined),
      )
    return response
  },
}

export const keyed: Middleware = {
  onRequest({ request }) {
    if (!safe.has(request.method)) request.headers.set('Idempotency-Key', newKey())
    return request
  },
}

const versioned: Middleware = {
  onResponse({ request, response }) {
    const [seen, read] = [request.headers.get('If-Match'), response.headers.get('ETag')]
    const { pathname } = new URL(request.url)
    if (response.ok && seen) noteChanged(pathname, seen)
    else if (request.method === 'GET' && read) noteRead(pathname, read)
    return response
  },
}

const retryAfter = 400

/** The repeats of a call that gets no answer while the server answers others. */
const maxTries = 10

const justNow = () => new Promise(done => setTimeout(done, retryAfter))

/** A proxy's answer while the server behind it restarts; the server's own answers are JSON. */
const isAnswered = ({ status, headers }: Response): boolean =>
  ![502, 503, 504].includes(status) || (headers.get('content-type') ?? '').includes('json')

/** An unread body would keep its connection. */
const drop = (response: Response): Promise<void> | undefined => response.body?.cancel()

/** The answer, or undefined where none came. Throws when the call was aborted. */
const tryFetch = async (request: Request): Promise<Response | undefined> => {
  try {
    const response = await fetch(request)
    if (isAnswered(response)) return response
    await drop(response)
    return undefined
  } catch (error) {
    if (request.signal.aborted) throw error
    return undefined
  }
}

/**
 * A call that gets no answer is repeated at once, and then whenever the server is back; a change carries an idempotency
 * key, so that it happens once (section 7.2).
 */
export const steadyFetch = async (request: Request): Promise<Response> => {
  const first = await tryFetch(request.clone())
  if (first) return first
  await justNow()
  for (let tries = 1; tries < maxTries; tries++) {
    const response = await tryFetch(request.clone())
    if (response) return response
    await untilReached(request.signal)
  }
  return fetch(request)
}

/** A sign-in is answered with a 401 where the input is wrong. */
const asksForSession = ({ method, url }: Request): boolean =>
  method === 'POST' && /^\/api\/workspace\/session(\/choice|\/single-sign-on.*)?$/.test(new URL(url).pathname)

/**
 * Another call or another tab may have confirmed the person's identity in the meantime, which renews the cookie. After
 * a session ends, people sign in over the page if it holds unsent input.
 */
const sessionFetch = async (request: Request): Promise<Response> => {
  const isRefused = ({ status }: Response) => status === 401 && opener !== undefined && !asksForSession(request)
  const first = await steadyFetch(request.clone())
  if (!isRefused(first)) return first
  await drop(first)
  await justNow()
  const second = await steadyFetch(request.clone())
  if (!isRefused(second)) return second
  // Read now: signing in may take long.
  await second.clone().text()
  return (await wasRenewed()) ? steadyFetch(request) : second
}

/** A change of access may require a new proof of identity: the call is then repeated. */
const provingFetch = async (request: Request): Promise<Response> => {
  const again = request.clone()
  const response = await sessionFetch(request)
  if (!(await wasProved(response))) return response
  await drop(response)
  return sessionFetch(again)
}

/** Calls the workspace's endpoints, typed by its document. */
export const client = createFetchClient<paths>({ baseUrl: location.origin, fetch: provingFetch })
client.use(keyed, personal, versioned)

/** The same as hooks: `api.useQuery('get', '/api/workspace/claims', { params: { query } })`. Errors are envelopes. */
export const api = createQueryClient(client)

/** The answer of a call, or its error thrown. */
export const answered = async <T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> => {
  const { data, error, response } = await call
  if (error !== undefined || !response.ok) throw error
  return data as T
}

/** A sentence of the server. Answers stored by an earlier release have words only. */
export type CodedMessage = Pick<ErrorEnvelope, 'message'> & Partial<Pick<ErrorEnvelope, 'code' | 'values'>>

interface Described extends CodedMessage {
  readonly requestId?: string
  readonly issues?: ErrorEnvelope['issues']
}

/** The message for a failed call, with the id that finds it in the log. */
export const describeError = (error: unknown): Described => {
  if (typeof error === 'object' && error !== null && 'requestId' in error && 'message' in error) {
    const { message, code, values, requestId, issues } = error as ErrorEnvelope
    return { message, code, values, requestId, ...(issues && { issues }) }
  }
  const isOffline = error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')
  return { message: isOffline ? 'offline' : String(error) }
}

/** The identifier of the contract's error list, where the server answered with one. */
export const errorId = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'error' in error ? String(error.error) : undefined
