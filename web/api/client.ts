import createFetchClient, { type Middleware } from 'openapi-fetch'
import createQueryClient from 'openapi-react-query'
import { wasProved } from './confirm.ts'
import { createFlag } from './flag.ts'
import { backgroundHeader, isUnattended } from './presence.ts'
import { untilReached } from './reach.ts'
import { wasRenewed } from './renew.ts'
import type { components, paths } from './schema.ts'

export type Schemas = components['schemas']
export type ErrorEnvelope = Schemas['ErrorEnvelope']

const safe = new Set(['GET', 'HEAD'])

/** 128 random bits; `crypto.randomUUID` is there over https only. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/** The person whom this page was opened for: all tabs have one cookie, and another one may have signed in elsewhere. */
let opener: string | undefined

export const personHeader = 'Probata-Person'
export const openedFor = (): string | undefined => opener
export const openFor = (personId: string): void => {
  opener = personId
}

/** Whether the server said that the session is another one by now; what this page asks for is refused from then on. */
export const sessionChange = createFlag()

const isChangedSession = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'session' in error && error.session === 'changed'

/** Looks at the body of a refusal. */
export const noticeChange = (error: unknown): void => {
  if (isChangedSession(error)) sessionChange.set(true)
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

const keyed: Middleware = {
  onRequest({ request }) {
    if (!safe.has(request.method)) request.headers.set('Idempotency-Key', newKey())
    return request
  },
}

const retryAfter = 400

/** A server that answers, but not this call, is not asked for ever. */
const maxTries = 10

const justNow = () => new Promise(done => setTimeout(done, retryAfter))

/** What a proxy says while the server behind it starts anew; the server's own answers are JSON. */
const isAnswered = ({ status, headers }: Response): boolean =>
  ![502, 503, 504].includes(status) || (headers.get('content-type') ?? '').includes('json')

/** An answer whose body nobody reads keeps its connection. */
const drop = (response: Response): Promise<void> | undefined => response.body?.cancel()

/** The answer, or undefined where none came. Throws when the call was given up. */
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
 * A call that gets no answer is made again at once, and then whenever the server answers again; a change carries its key,
 * so that it happens once (section 7.2).
 */
const steadyFetch = async (request: Request): Promise<Response> => {
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

/** Asking for a session is answered 401 where what was typed is wrong. */
const asksForSession = ({ method, url }: Request): boolean =>
  method === 'POST' && /^\/api\/workspace\/session(\/choice|\/single-sign-on.*)?$/.test(new URL(url).pathname)

/**
 * While it was under way, another call or another tab may have proved again who it is, which renews the cookie. A session
 * that has ended is asked for again over the page, where that holds something unsent.
 */
const sessionFetch = async (request: Request): Promise<Response> => {
  const isRefused = ({ status }: Response) => status === 401 && opener !== undefined && !asksForSession(request)
  const first = await steadyFetch(request.clone())
  if (!isRefused(first)) return first
  await drop(first)
  await justNow()
  const second = await steadyFetch(request.clone())
  if (!isRefused(second)) return second
  // Read now: somebody may take long to sign in.
  await second.clone().text()
  return (await wasRenewed()) ? steadyFetch(request) : second
}

/** What changes access may ask again who it is: the same call is then made once more. */
const provingFetch = async (request: Request): Promise<Response> => {
  const again = request.clone()
  const response = await sessionFetch(request)
  if (!(await wasProved(response))) return response
  await drop(response)
  return sessionFetch(again)
}

/** Calls the workspace's endpoints, typed by its document. */
export const client = createFetchClient<paths>({ baseUrl: location.origin, fetch: provingFetch })
client.use(keyed, personal)

/** The same as hooks: `api.useQuery('get', '/api/workspace/claims', { params: { query } })`. Errors are envelopes. */
export const api = createQueryClient(client)

/** The answer of a call, or its error thrown. */
export const answered = async <T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> => {
  const { data, error, response } = await call
  if (error !== undefined || !response.ok) throw error
  return data as T
}

/** What to tell somebody about an error of a call, with the id that finds it in the log. */
export const describeError = (
  error: unknown,
): { message: string; requestId?: string; issues?: ErrorEnvelope['issues'] } => {
  if (typeof error === 'object' && error !== null && 'requestId' in error && 'message' in error) {
    const { message, requestId, issues } = error as ErrorEnvelope
    return { message, requestId, ...(issues && { issues }) }
  }
  const isOffline = error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')
  return { message: isOffline ? 'offline' : String(error) }
}

/** The identifier of the contract's error list, where the server answered with one. */
export const errorId = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'error' in error ? String(error.error) : undefined
