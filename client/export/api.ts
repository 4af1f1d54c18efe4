/** What `probata-export` asks of the interface (interface sections 2 to 5), with patience: no state but a token. */

export interface Credentials {
  /** The base address of the install, such as `https://evidence.example.com`. */
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
}

/** How long an install that is away, or says to come back later, is asked again. */
const patienceMs = 10 * 60_000
const longestPauseMs = 30_000
/** For one answer to begin, and for more of it to come. */
const deadlineMs = 60_000

const isPassing = (status: number): boolean => status === 429 || status === 503 || status === 502 || status === 504

const pauseAfter = (answer: Response | undefined, attempt: number): number => {
  const asked = Number(answer?.headers.get('retry-after'))
  return Math.min(longestPauseMs, asked > 0 ? asked * 1000 : 250 * 2 ** Math.min(attempt, 7))
}

const messageOf = async (answer: Response): Promise<string> => {
  const text = await answer.text().catch(() => '')
  try {
    const { message } = JSON.parse(text)
    if (typeof message === 'string') return message
  } catch {}
  return `The install answered ${answer.status}.`
}

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** The bytes of an answer as they come; ends early where it breaks off, or nothing comes for a minute. */
export async function* bytesOf(answer: Response): AsyncGenerator<Uint8Array> {
  const reader = answer.body?.getReader()
  for (;;) {
    const timer = setTimeout(() => reader?.cancel(), deadlineMs)
    const next = await reader
      ?.read()
      .catch(() => undefined)
      .finally(() => clearTimeout(timer))
    if (!next || next.done) return
    yield next.value
  }
}

export interface Api {
  /** Asks until there is an answer that is no "later"; asks anew for a token that has ended. @throws Error in the words of the server, where it says no */
  ask(method: 'GET' | 'POST', path: string, options?: Options): Promise<Response>
}

interface Options {
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

export const openApi = ({ url, clientId, clientSecret }: Credentials): Api => {
  const root = new URL('/api/v1', url).href
  let token: string | undefined

  const once = (method: string, path: string, headers: Record<string, string>, body?: string | URLSearchParams) => {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(new Error('no answer')), deadlineMs)
    const asked = fetch(root + path, {
      method,
      headers,
      redirect: 'error',
      signal: deadline.signal,
      ...(body && { body }),
    })
    return asked.finally(() => clearTimeout(timer))
  }

  const patiently = async (attempt: () => Promise<Response>): Promise<Response> => {
    const until = Date.now() + patienceMs
    for (let n = 0; ; n++) {
      const answer = await attempt().catch((error: unknown) => {
        if (Date.now() >= until) throw error
        return undefined
      })
      if (answer && !isPassing(answer.status)) return answer
      if (answer && Date.now() >= until) return answer
      await answer?.body?.cancel()
      await pause(pauseAfter(answer, n))
    }
  }

  const tokenOf = async (): Promise<string> => {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    })
    const answer = await patiently(() => once('POST', '/auth/token', {}, form))
    if (!answer.ok) throw new Error(await messageOf(answer))
    const { access_token } = (await answer.json()) as { access_token: string }
    return access_token
  }

  return {
    async ask(method, path, { body, headers = {} } = {}) {
      for (let renewed = false; ; renewed = true) {
        token ??= await tokenOf()
        const sent = {
          ...headers,
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
        }
        const answer = await patiently(() => once(method, path, sent, body && JSON.stringify(body)))
        if (answer.status === 401 && !renewed) {
          token = undefined
          await answer.body?.cancel()
          continue
        }
        if (!answer.ok) throw new Error(await messageOf(answer))
        return answer
      }
    },
  }
}
