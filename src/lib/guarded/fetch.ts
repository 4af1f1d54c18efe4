import { Agent, fetch } from 'undici'
import type { Guard } from './guard.ts'

/** Like the global `fetch`, with limits; rejects an answer that is too large or too late. */
export type GuardedFetch = (url: string, request: GuardedRequest) => Promise<Response>

interface GuardedRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Text, a form or bytes; nothing else can be sent. */
  readonly body?: unknown
  readonly signal?: AbortSignal | null | undefined
}

interface Options {
  readonly guard: Guard
  /** From the start of a request to the end of its answer. */
  readonly deadlineMs?: number
  /** The limit of an answer's body, after decompression. */
  readonly maximumBytes?: number
}

/** The answer is larger than allowed. */
class TooLarge extends Error {
  readonly code = 'ANSWER_TOO_LARGE'
  constructor() {
    super('The answer is too large')
    this.name = 'TooLarge'
  }
}

const sendable = (body: unknown): string | Uint8Array<ArrayBuffer> | null => {
  if (body === undefined || body === null) return null
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body)
  if (body instanceof Uint8Array) return Uint8Array.from(body)
  throw new TypeError('only text, forms and bytes are sent')
}

const collect = async (body: AsyncIterable<Uint8Array>, maximum: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maximum) throw new TooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

// A response with these statuses has no body (Fetch standard: null body status).
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * Requests to addresses that a guard permits; redirects are returned, never followed. No connection is kept alive: each
 * one is checked, and requests share nothing.
 */
export const createGuardedFetch =
  ({ guard, deadlineMs = 10_000, maximumBytes = 1024 * 1024 }: Options): GuardedFetch =>
  async (url, { method = 'GET', headers = {}, body, signal: given }) => {
    const signal = AbortSignal.any([AbortSignal.timeout(deadlineMs), ...(given ? [given] : [])])
    const agent = new Agent({ connect: (target, done) => void guard.connect(target, done), pipelining: 0 })
    const dispatcher = agent.compose(guard.forward)
    try {
      const answer = await fetch(url, {
        dispatcher,
        method,
        headers: { ...headers },
        body: sendable(body),
        signal,
        redirect: 'manual',
      })
      const bytes = answer.body ? await collect(answer.body, maximumBytes) : Buffer.alloc(0)
      const { status } = answer
      return new Response(bodiless.has(status) ? null : new Uint8Array(bytes), {
        status,
        headers: [...answer.headers.entries()],
      })
    } finally {
      void agent.destroy()
    }
  }
