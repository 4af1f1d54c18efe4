import type { Readable } from 'node:stream'
import { Agent, type buildConnector, errors } from 'undici'
import { minute, second } from '#lib/clock.ts'
import type { Guard } from '#lib/guarded/guard.ts'

/** Timeouts of a store, in milliseconds. */
export interface Deadlines {
  readonly connectMs: number
  /** The longest time without a byte, while sending a part, waiting for a response or reading it. */
  readonly stallMs: number
  /** The timeout of a request without file contents. */
  readonly callMs: number
  /** The timeout of a part of a file: 8 MiB at 16 KiB/s, the slowest allowed upload, plus a minute. */
  readonly sendMs: number
}

export const usualDeadlines: Deadlines = {
  connectMs: 10 * second,
  stallMs: 20 * second,
  callMs: minute,
  sendMs: 572 * second,
}

/** A request as the SDK passes it. */
export interface SignedRequest {
  readonly method: string
  readonly protocol: string
  readonly hostname: string
  readonly port?: number | undefined
  readonly path: string
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer | Uint8Array | Readable | undefined
}

interface StoreResponse {
  readonly statusCode: number
  readonly headers: Record<string, string>
  readonly body: Readable
}

export interface S3RequestHandler {
  handle(
    request: SignedRequest,
    options?: { readonly abortSignal?: unknown },
  ): Promise<{ readonly response: StoreResponse }>
  /** Sends an unsigned request, as anyone could, and does not read the body. */
  sendUnsigned(
    url: string,
    options: { readonly method: 'GET' | 'HEAD'; readonly signal: AbortSignal },
  ): Promise<Omit<StoreResponse, 'body'>>
  /** Closes its connections, each after its response has ended. */
  close(): Promise<void>
}

/**
 * The maximum numbers of connections. A read occupies its connection until the reader has finished, so reads have their
 * own connections and do not block uploads and probes.
 */
const connections = { calls: 32, reads: 128 } as const

const keepAliveMs = 4000
const maximumHeaderBytes = 16 * 1024

const sha256 = /^[0-9a-f]{64}$/

const escapeQuery = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const queryOf = (query: SignedRequest['query'] = {}): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const values = typeof value === 'string' || value === null ? [value] : value
    return values.map(item => (item === null ? escapeQuery(name) : `${escapeQuery(name)}=${escapeQuery(item)}`))
  })
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/** Drops the Expect header, which the SDK adds to large requests and undici rejects. */
const headersOf = (headers: SignedRequest['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'expect'))

const joinHeaders = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))

/** Adds the timeout that undici does not apply to a custom connector. */
const withTimeout =
  ({ connect }: Guard, ms: number): buildConnector.connector =>
  (target, callback) => {
    const socket = connect(target, (...outcome) => {
      clearTimeout(timer)
      callback(...outcome)
    })
    const timer = setTimeout(() => socket?.destroy(new errors.ConnectTimeoutError()), ms)
  }

/**
 * Sends the requests of one binding to addresses that the guard permits, over kept-alive connections. Redirects are
 * returned like any other response. A request whose signature does not cover the SHA-256 of its body is not sent.
 */
export const createHandler = (guard: Guard, { connectMs, stallMs, callMs }: Deadlines): S3RequestHandler => {
  const agent = (connections: number) =>
    new Agent({
      connect: withTimeout(guard, connectMs),
      connections,
      allowH2: false,
      bodyTimeout: stallMs,
      keepAliveTimeout: keepAliveMs,
      maxHeaderSize: maximumHeaderBytes,
      pipelining: 1,
    })
  const agents = { calls: agent(connections.calls), reads: agent(connections.reads) }
  const calls = agents.calls.compose(guard.forward)
  const reads = agents.reads.compose(guard.forward)

  return {
    async handle({ method, protocol, hostname, port, path, query, headers, body }, { abortSignal } = {}) {
      if (!sha256.test(headers['x-amz-content-sha256'] ?? '')) throw new Error('the body of a request is not signed')
      const { statusCode, ...response } = await (query?.['x-id'] === 'GetObject' ? reads : calls).request({
        origin: `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}`,
        path: path + queryOf(query),
        method: method as 'GET',
        headers: headersOf(headers),
        body: body ?? null,
        signal: abortSignal instanceof AbortSignal ? abortSignal : null,
        // A store may assemble a file from its parts before it responds to a POST.
        headersTimeout: method === 'POST' ? callMs : stallMs,
      })
      // A body that is closed early emits an error.
      response.body.on('error', () => {})
      return { response: { statusCode, headers: joinHeaders(response.headers), body: response.body } }
    },
    async sendUnsigned(url, { method, signal }) {
      const { origin, pathname, search } = new URL(url)
      const { statusCode, headers, body } = await calls.request({
        origin,
        path: pathname + search,
        method,
        signal,
        headersTimeout: stallMs,
      })
      body.on('error', () => {}).destroy()
      return { statusCode, headers: joinHeaders(headers) }
    },
    async close() {
      await Promise.all([agents.calls.close(), agents.reads.close()])
    },
  }
}
