import { Agent, fetch } from 'undici'
import type { Guard } from './guard.ts'

/** Like the global `fetch`, with limits: rejects a response that is too large or too late. */
export type GuardedFetch = (url: string, request: GuardedRequest) => Promise<Response>

interface GuardedRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Text, a form or bytes. */
  readonly body?: unknown
  readonly signal?: AbortSignal | null | undefined
}

interface Options {
  readonly guard: Guard
  /** Milliseconds from the start of a request to the end of its response. */
  readonly deadlineMs?: number
  /** The limit on the body of a response, after decompression. */
  readonly maximumBytes?: number
}

/** The response is larger than allowed. */
class TooLarge extends Error {
  readonly code = 'ANSWER_TOO_LARGE'
  constructor() {
    super('The answer is too large')
    this.name = 'TooLarge'
  }
}

const toSendable = (body: unknown): string | Uint8Array<ArrayBuffer> | null => {
  if (body === undefined || body === null) return null
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body)
  if (body instanceof Uint8Array) return Uint8Array.from(body)
  throw new TypeError('only text, forms and bytes can be sent')
}

const collect = async (body: AsyncIterable<Uint8Array>, maximumBytes: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maximumBytes) throw new TooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

// A response with these statuses has no body (Fetch standard: null body status).
const bodilessStatuses: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * Creates a `fetch` for addresses that a guard permits. It returns redirects instead of following them. Each request
 * opens its own connection, so that its address is checked.
 */
export const createGuardedFetch =
  ({ guard, deadlineMs = 10_000, maximumBytes = 1024 * 1024 }: Options): GuardedFetch =>
  async (url, { method = 'GET', headers = {}, body, signal: callerSignal }) => {
    const signal = AbortSignal.any([AbortSignal.timeout(deadlineMs), ...(callerSignal ? [callerSignal] : [])])
    const agent = new Agent({ connect: (target, done) => void guard.connect(target, done), pipelining: 0 })
    const dispatcher = agent.compose(guard.forward)
    try {
      const response = await fetch(url, {
        dispatcher,
        method,
        headers: { ...headers },
        body: toSendable(body),
        signal,
        redirect: 'manual',
      })
      const bytes = response.body ? await collect(response.body, maximumBytes) : Buffer.alloc(0)
      const { status } = response
      return new Response(bodilessStatuses.has(status) ? null : new Uint8Array(bytes), {
        status,
        headers: [...response.headers.entries()],
      })
    } finally {
      void agent.destroy()
    }
  }
