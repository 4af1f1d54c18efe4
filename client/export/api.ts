/** Calls the API for commands, with retries. The only state is a token. */

import { deadlineMs, type Fault, faultOf, NoResponse, speaksTls, tlsPort } from './faults.ts'
import {
  foreignFault,
  isPassing,
  isRedirect,
  jsonOf,
  ownMessage,
  passingFault,
  redirectFault,
  textOf,
} from './responses.ts'
import { createWaiting, type Patience, pauseAfter, Unreachable } from './waiting.ts'

export interface Credentials {
  /** The base address of the install, such as `https://evidence.example.com`. */
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
}

export const createPatience = (tell: (text: string) => void, minutes = 10): Patience => ({
  minutes,
  tell,
  now: Date.now,
  pause: ms => new Promise<void>(resolve => setTimeout(resolve, ms)),
})

type Method = 'GET' | 'POST'

export interface Api {
  /**
   * Repeats the request while the fault may be temporary, and gets a new token when the old one has expired.
   * @throws Error with the server's message if it rejects the request; Unreachable if it does not respond
   */
  ask(method: Method, path: string, options?: Options): Promise<Response>
  /** Like `ask`, for a JSON response. */
  askJson(method: Method, path: string, options?: Options): Promise<unknown>
}

interface Options {
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

interface ApiRequest {
  readonly method: Method
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string | URLSearchParams | undefined
}

/** A response of the API, with its text if that was read. */
interface ApiResponse {
  readonly response: Response
  readonly text?: string
}

const isHtml = (response: Response): boolean => (response.headers.get('content-type') ?? '').startsWith('text/html')

export const openApi = (
  { url, clientId, clientSecret }: Credentials,
  patience: Patience = createPatience(() => undefined),
): Api => {
  const root = new URL('/api/v1', url)
  const { origin } = root
  const waiting = createWaiting(origin, patience)
  let token: string | undefined

  const send = async ({ method, path, headers, body }: ApiRequest): Promise<Response> => {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(new NoResponse(deadlineMs / 1000)), deadlineMs)
    const { signal } = deadline
    const pending = fetch(root.href + path, { method, headers, redirect: 'manual', signal, ...(body && { body }) })
    return pending.finally(() => clearTimeout(timer))
  }

  /** Returns the response if it comes from Probata, otherwise the fault. @throws Error if the response breaks off */
  const classify = async (response: Response, isTextRead: boolean): Promise<ApiResponse | Fault> => {
    if (isRedirect(response)) return redirectFault(response, new URL(response.url))
    if (response.ok && !isTextRead && !isHtml(response)) return { response }
    const text = await textOf(response)
    if (isPassing(response)) return passingFault(response, text)
    const isFromProbata = response.ok ? !isHtml(response) : ownMessage(text) !== undefined
    return isFromProbata ? { response, text } : foreignFault(response, text)
  }

  const attempt = async (
    request: ApiRequest,
    isTextRead: boolean,
  ): Promise<readonly [ApiResponse | Fault, string | null]> => {
    try {
      const response = await send(request)
      return [await classify(response, isTextRead), response.headers.get('retry-after')]
    } catch (error) {
      return [faultOf(error, root), null]
    }
  }

  const sendWithRetries = async (request: ApiRequest, isTextRead: boolean): Promise<ApiResponse> => {
    const since = patience.now()
    for (let n = 0; ; n++) {
      const [outcome, retryAfter] = await attempt(request, isTextRead)
      if ('response' in outcome) {
        waiting.answered()
        return outcome
      }
      const isTls = n === 0 && outcome.mayBeTls && root.protocol === 'http:' && (await speaksTls(root))
      waiting.failed(isTls ? tlsPort(root) : outcome, since)
      await patience.pause(pauseAfter(retryAfter, n))
    }
  }

  /** Parses the JSON body of a response. @throws Unreachable if the text is not JSON */
  const readJson = ({ response, text = '' }: ApiResponse): object => {
    const body = jsonOf(text)
    if (typeof body === 'object' && body !== null) return body
    const { cause, remedy } = foreignFault(response, text)
    throw new Unreachable(`${origin}: ${cause}. ${remedy}`)
  }

  const requestToken = async (): Promise<string> => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    })
    const apiResponse = await sendWithRetries({ method: 'POST', path: '/auth/token', headers: {}, body }, true)
    if (!apiResponse.response.ok) throw new Error(ownMessage(apiResponse.text ?? ''))
    const grant = readJson(apiResponse)
    if ('access_token' in grant && typeof grant.access_token === 'string') return grant.access_token
    const { cause } = foreignFault(apiResponse.response, '')
    throw new Unreachable(`${origin}: ${cause}. Check --url.`)
  }

  const request = async (method: Method, path: string, options: Options, isTextRead: boolean): Promise<ApiResponse> => {
    const { body, headers = {} } = options
    for (let renewed = false; ; renewed = true) {
      token ??= await requestToken()
      const requestHeaders = {
        ...headers,
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      }
      const apiResponse = await sendWithRetries(
        { method, path, headers: requestHeaders, body: body && JSON.stringify(body) },
        isTextRead,
      )
      if (apiResponse.response.status === 401 && !renewed) {
        token = undefined
        continue
      }
      if (!apiResponse.response.ok) throw new Error(ownMessage(apiResponse.text ?? ''))
      return apiResponse
    }
  }

  return {
    ask: async (method, path, options = {}) => (await request(method, path, options, false)).response,
    askJson: async (method, path, options = {}) => readJson(await request(method, path, options, true)),
  }
}
