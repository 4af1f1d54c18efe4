import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable, Transform } from 'node:stream'

/** The purpose of a request to a bucket. */
export type Operation = 'put' | 'create' | 'part' | 'complete' | 'abort' | 'get' | 'head' | 'list' | 'delete'

/** By method and query parameters. The first match counts. */
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
  /** Forwards the request, with transforms in between. */
  pass(between?: { readonly up?: Transform; readonly down?: Transform; readonly shorter?: number }): void
}

type Fault = (exchange: Exchange) => void

const flipping = (): Transform => {
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

/** Lets this many bytes through, then lets `over` decide about the rest. */
const after = (limit: number, over: (done: () => void) => void): Transform => {
  let left = limit
  return new Transform({
    transform(chunk, _, done) {
      const bytes = chunk.subarray(0, left)
      left -= bytes.length
      if (bytes.length > 0) this.push(bytes)
      if (left > 0) done()
      else over(done)
    },
  })
}

const few = 20

const error = (code: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>said</Message></Error>`

const saying =
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

const endless: Fault = ({ request, response }) => {
  request.resume()
  response.writeHead(200, { 'content-type': 'application/xml', 'content-length': tenGigabytes * megabyte.length })
  pipeline(Readable.from(Array.from({ length: tenGigabytes }, () => megabyte)), response, () => {})
}

export const faults = {
  'cut up': ({ request, pass }) => pass({ up: after(few, () => request.destroy()) }),
  'cut down': ({ response, pass }) => pass({ down: after(few, () => response.destroy()) }),
  'cut before the answer': ({ request, response }) => {
    request.resume().on('end', () => response.destroy())
  },
  'answer lost': ({ response, pass }) => pass({ down: after(0, () => response.destroy()) }),
  'flip up': ({ pass }) => pass({ up: flipping() }),
  'flip down': ({ pass }) => pass({ down: flipping() }),
  'stall up': ({ request }) => void request.pause(),
  'stall down': ({ pass }) => pass({ down: after(few, () => {}) }),
  'truncate with right length': ({ pass }) => pass({ down: after(few, done => done()), shorter: few }),
  500: saying(500, error('InternalError')),
  '503 SlowDown': saying(503, error('SlowDown')),
  '502 of something in between': saying(502, '<html><body>Bad Gateway</body></html>', { 'content-type': 'text/html' }),
  '403': saying(403, error('AccessDenied')),
  'expired clock': saying(403, error('RequestTimeTooSkewed')),
  'wrong XML': saying(200, '<ListBucketResult><Contents><Key>'),
  'no XML': saying(200, 'It works!', { 'content-type': 'text/html' }),
  '200 with an error': saying(200, error('InternalError')),
  '10 GB': endless,
  redirect: ({ request, response }) => {
    const host = request.headers.host ?? ''
    saying(307, error('TemporaryRedirect'), { location: `http://${host}${request.url}` })({
      request,
      response,
      pass() {},
    })
  },
} as const satisfies Readonly<Record<string, Fault>>

export type FaultName = keyof typeof faults

export interface FaultProxy extends AsyncDisposable {
  readonly endpoint: string
  /** Requests of each kind so far. */
  readonly seen: Readonly<Partial<Record<Operation, number>>>
  /** Injects the fault into the next `times` requests of this kind. */
  break(operation: Operation, fault: FaultName, times?: number): void
  heal(): void
}

/** A proxy in front of a real server that injects network and provider faults into requests of one kind. */
export const startFaultProxy = async (target: string): Promise<FaultProxy> => {
  const { hostname, port } = new URL(target)
  let seen: Partial<Record<Operation, number>> = {}
  let broken: { operation: Operation; fault: Fault; times: number } | undefined

  const passing =
    (request_: IncomingMessage, response: ServerResponse): Exchange['pass'] =>
    ({ up, down, shorter } = {}) => {
      const { method, url, headers } = request_
      const onward = request({ hostname, port, method, path: url, headers }, answer => {
        const length = answer.headers['content-length']
        const kept = shorter === undefined || !length ? {} : { 'content-length': Math.min(shorter, Number(length)) }
        const { 'transfer-encoding': _, ...rest } = answer.headers
        response.writeHead(answer.statusCode ?? 500, { ...rest, ...kept })
        if (down) response.flushHeaders()
        answer.on('error', () => response.destroy())
        const source = down ? answer.pipe(down) : answer
        source.pipe(response)
      })
      onward.on('error', () => response.destroy())
      request_.on('close', () => {
        if (!request_.complete) onward.destroy()
      })
      const source = up ? request_.pipe(up) : request_
      source.pipe(onward)
    }

  const server = createServer((request_, response) => {
    const operation = operationOf(request_)
    seen[operation] = (seen[operation] ?? 0) + 1
    request_.on('error', () => {})
    response.on('error', () => {})
    const pass = passing(request_, response)
    if (broken?.operation !== operation || broken.times <= 0) return pass()
    broken.times--
    broken.fault({ request: request_, response, pass })
  })
  server.requestTimeout = 0
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get seen() {
      return seen
    },
    break(operation, fault, times = Number.POSITIVE_INFINITY) {
      seen = {}
      broken = { operation, fault: faults[fault], times }
    },
    heal() {
      broken = undefined
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
