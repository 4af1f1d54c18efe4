import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable, Transform } from 'node:stream'

/** The purpose of a request to a bucket. */
export type Operation = 'put' | 'create' | 'part' | 'complete' | 'abort' | 'get' | 'head' | 'list' | 'delete'

/** The kinds of requests, by method and query parameters. The first match applies. */
const operations: readonly (readonly [Operation, string, RegExp])[] = [
  ['part', 'PUT', /[?&]partNumber=/],
  ['put', 'PUT', /^/],
  ['create', 'POST', /[?&]uploads\b/],
  ['complete', 'POST', /[?&]uploadId=/],
  ['abort', 'DELETE', /[?&]uploadId=/],
  ['delete', 'DELETE', /^/],
  ['list', 'GET', /[?&](list-type|uploads)\b/],
  ['get', 'GET', /^/],
  ['head', 'HEAD', /^/],
]

const operationOf = ({ method, url = '' }: IncomingMessage): Operation =>
  operations.find(([, verb, query]) => verb === method && query.test(url))?.[0] ?? 'get'

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Forwards the request, and applies these transforms in between. */
  pass(transforms?: { readonly up?: Transform; readonly down?: Transform; readonly maxLength?: number }): void
}

type Fault = (exchange: Exchange) => void

const flipByte = (): Transform => {
  let flipped = false
  return new Transform({
    transform(chunk, _, done) {
      const bytes = Buffer.from(chunk)
      if (!flipped && bytes.length > 0) bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
      flipped = true
      done(null, bytes)
    },
  })
}

/** Returns a transform that forwards `limit` bytes, then calls `onLimit` for each further chunk. */
const afterBytes = (limit: number, onLimit: (done: () => void) => void): Transform => {
  let remaining = limit
  return new Transform({
    transform(chunk, _, done) {
      const bytes = chunk.subarray(0, remaining)
      remaining -= bytes.length
      if (bytes.length > 0) this.push(bytes)
      if (remaining > 0) done()
      else onLimit(done)
    },
  })
}

const fewBytes = 20

const error = (code: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>said</Message></Error>`

const respondWith =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Fault =>
  ({ request, response }) => {
    request.resume()
    response.writeHead(status, {
      'content-type': 'application/xml',
      'content-length': Buffer.byteLength(body),
      ...headers,
    })
    response.end(request.method === 'HEAD' ? '' : body)
  }

const megabyte = Buffer.alloc(1024 * 1024, 'x')
const tenGigabytes = 10 * 1024

const neverEnd: Fault = ({ request, response }) => {
  request.resume()
  response.writeHead(200, { 'content-type': 'application/xml', 'content-length': tenGigabytes * megabyte.length })
  pipeline(Readable.from(Array.from({ length: tenGigabytes }, () => megabyte)), response, () => {})
}

export const faults = {
  'cut up': ({ request, pass }) => pass({ up: afterBytes(fewBytes, () => request.destroy()) }),
  'cut down': ({ response, pass }) => pass({ down: afterBytes(fewBytes, () => response.destroy()) }),
  'cut before the response': ({ request, response }) => {
    request.resume().on('end', () => response.destroy())
  },
  'answer lost': ({ response, pass }) => pass({ down: afterBytes(0, () => response.destroy()) }),
  'flip up': ({ pass }) => pass({ up: flipByte() }),
  'flip down': ({ pass }) => pass({ down: flipByte() }),
  'stall up': ({ request }) => void request.pause(),
  'stall down': ({ pass }) => pass({ down: afterBytes(fewBytes, () => {}) }),
  'truncate with right length': ({ pass }) => pass({ down: afterBytes(fewBytes, done => done()), maxLength: fewBytes }),
  500: respondWith(500, error('InternalError')),
  '503 SlowDown': respondWith(503, error('SlowDown')),
  '502 of something in between': respondWith(502, '<html><body>Bad Gateway</body></html>', {
    'content-type': 'text/html',
  }),
  '403': respondWith(403, error('AccessDenied')),
  'expired clock': respondWith(403, error('RequestTimeTooSkewed')),
  'wrong XML': respondWith(200, '<ListBucketResult><Contents><Key>'),
  'no XML': respondWith(200, 'It works!', { 'content-type': 'text/html' }),
  '200 with an error': respondWith(200, error('InternalError')),
  '10 GB': neverEnd,
  redirect: ({ request, response }) => {
    const host = request.headers.host ?? ''
    respondWith(307, error('TemporaryRedirect'), { location: `http://${host}${request.url}` })({
      request,
      response,
      pass() {},
    })
  },
} as const satisfies Readonly<Record<string, Fault>>

export type FaultName = keyof typeof faults

export interface FaultProxy extends AsyncDisposable {
  readonly endpoint: string
  /** The number of requests of each kind so far. */
  readonly requestCounts: Readonly<Partial<Record<Operation, number>>>
  /** Injects the fault into the next `times` requests of this kind. */
  break(operation: Operation, fault: FaultName, times?: number): void
  heal(): void
}

/** A proxy in front of a real server that injects network and provider faults into requests of one kind. */
export const startFaultProxy = async (target: string): Promise<FaultProxy> => {
  const { hostname, port } = new URL(target)
  let counts: Partial<Record<Operation, number>> = {}
  let activeFault: { operation: Operation; fault: Fault; times: number } | undefined

  const createForwarder =
    (request_: IncomingMessage, response: ServerResponse): Exchange['pass'] =>
    ({ up, down, maxLength } = {}) => {
      const { method, url, headers } = request_
      const upstreamRequest = request({ hostname, port, method, path: url, headers }, upstreamResponse => {
        const length = upstreamResponse.headers['content-length']
        const lengthHeader =
          maxLength === undefined || !length ? {} : { 'content-length': Math.min(maxLength, Number(length)) }
        const { 'transfer-encoding': _, ...rest } = upstreamResponse.headers
        response.writeHead(upstreamResponse.statusCode ?? 500, { ...rest, ...lengthHeader })
        if (down) response.flushHeaders()
        upstreamResponse.on('error', () => response.destroy())
        const source = down ? upstreamResponse.pipe(down) : upstreamResponse
        source.pipe(response)
      })
      upstreamRequest.on('error', () => response.destroy())
      request_.on('close', () => {
        if (!request_.complete) upstreamRequest.destroy()
      })
      const source = up ? request_.pipe(up) : request_
      source.pipe(upstreamRequest)
    }

  const server = createServer((request_, response) => {
    const operation = operationOf(request_)
    counts[operation] = (counts[operation] ?? 0) + 1
    request_.on('error', () => {})
    response.on('error', () => {})
    const pass = createForwarder(request_, response)
    if (activeFault?.operation !== operation || activeFault.times <= 0) return pass()
    activeFault.times--
    activeFault.fault({ request: request_, response, pass })
  })
  server.requestTimeout = 0
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requestCounts() {
      return counts
    },
    break(operation, fault, times = Number.POSITIVE_INFINITY) {
      counts = {}
      activeFault = { operation, fault: faults[fault], times }
    },
    heal() {
      activeFault = undefined
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
