import type { Failure } from '#src/features/webhooks/engine/exchange.ts'
import {
  bomb,
  closedPort,
  endless,
  internal,
  onRequest,
  redirectToInternal,
  resetWhenReused,
  respondWith,
  servePlainForTls,
  stallTls,
  withCertificate,
  withHostName,
  writeEndlessly,
  writeLater,
  writeSlowly,
} from './behaviours.ts'
import { type Names, nameNotFound } from './names.ts'
import { http, type Receiver, receive } from './receiver.ts'

/** The expected result of one attempt. */
export interface Expected {
  readonly status: number | null
  readonly failure?: Failure
  readonly truncated?: boolean
  /** The minimum and maximum duration of the attempt, in milliseconds. */
  readonly ms?: readonly [number, number]
}

export interface Kind {
  readonly kind: string
  start(names: Names): Promise<Receiver>
  /** The expected results of successive attempts. The last one also applies to all later attempts. */
  readonly expected: readonly Expected[]
  /** The total number of connections for these attempts, if it is predictable. */
  readonly connections?: number
  /** Whether this tests the deadline of 10 s, so that an attempt takes that long. */
  readonly isLong?: boolean
}

const delivered: Expected = { status: 200, truncated: false }
const cutShort: Expected = { status: 200, truncated: true }
const failedWith = (failure: Failure): Expected => ({ status: null, failure, truncated: false })
const timedOut = failedWith('timeout')
const atDeadline = [9_995, 10_100] as const

const oddRetryAfter = ['-1', 'Wed, 21 Oct 2015 07:28:00 GMT', '1e9', '9'.repeat(40), 'soon', '', '120.5', '120, 240']

const throttle = (retryAfter: string) => http(429, '', { 'retry-after': retryAfter })
const throttled: Expected = { status: 429, failure: 'status', truncated: false }

/** The kinds of receivers that misbehave. */
export const kinds: readonly Kind[] = [
  {
    kind: 'answers',
    start: respondWith(http(200, 'hello')),
    expected: [delivered, delivered, delivered],
    connections: 1,
  },
  { kind: 'refuses', start: closedPort, expected: [failedWith('connection_refused')], connections: 0 },
  {
    kind: 'accepts and never reads',
    start: () => receive({ connected: socket => socket.pause() }),
    expected: [timedOut],
  },
  { kind: 'reads and never answers', start: onRequest(() => {}), expected: [timedOut] },
  {
    kind: 'one byte of its headers a second',
    start: onRequest(socket => writeSlowly(socket, `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(99)}`, 1000)),
    expected: [{ ...timedOut, ms: atDeadline }],
    isLong: true,
  },
  {
    kind: 'one byte of its body a second',
    start: onRequest(socket => {
      socket.write(http(200, '', { 'content-length': '1000' }))
      writeSlowly(socket, 'z', 1000)
    }),
    expected: [{ ...cutShort, ms: atDeadline }],
    isLong: true,
  },
  {
    kind: 'answers at 9.9 s',
    start: onRequest(socket => writeLater(socket, 9900, http(200, 'late'))),
    expected: [{ ...delivered, ms: [9890, 10_000] }],
    isLong: true,
  },
  {
    // 12 s instead of 10.1 s, because a machine that runs 0.1 s late would accept a response at 10.1 s.
    kind: 'answers at 12 s',
    start: onRequest(socket => writeLater(socket, 12_000, http(200, 'too late'))),
    expected: [{ ...timedOut, ms: atDeadline }],
    isLong: true,
  },
  {
    kind: 'endless body',
    start: endless,
    expected: [cutShort],
  },
  {
    kind: 'endless chunks',
    start: onRequest(socket => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
      writeEndlessly(socket, Buffer.from(`1000\r\n${'b'.repeat(4096)}\r\n`))
    }),
    expected: [cutShort],
  },
  {
    kind: '64 KB header',
    start: respondWith(http(200, '', { x: 'h'.repeat(65_536) })),
    expected: [failedWith('invalid_http')],
  },
  {
    kind: 'flood of 1xx',
    start: onRequest(socket => writeEndlessly(socket, Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)))),
    expected: [failedWith('invalid_http')],
  },
  {
    kind: 'an early hint',
    start: respondWith(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${http(200)}`),
    expected: [delivered],
  },
  {
    kind: 'redirects to an internal address',
    start: redirectToInternal,
    expected: [{ status: 307, failure: 'redirect', truncated: false }],
    connections: 1,
  },
  {
    kind: 'resets in its body',
    start: onRequest(socket => {
      socket.write(http(200, 'half', { 'content-length': '1000' }), () =>
        setTimeout(() => socket.resetAndDestroy(), 20),
      )
    }),
    expected: [cutShort],
  },
  {
    kind: 'resets before a response',
    start: onRequest(socket => socket.resetAndDestroy()),
    expected: [failedWith('connection_reset')],
    connections: 1,
  },
  { kind: 'half-closes', start: onRequest(socket => socket.end()), expected: [failedWith('connection_reset')] },
  {
    kind: 'half-closes within its headers',
    start: onRequest(socket => socket.end('HTTP/1.1 200 OK\r\nx: ')),
    expected: [failedWith('connection_reset')],
  },
  {
    kind: 'a body that ends with the connection',
    start: onRequest(socket => socket.end('HTTP/1.1 200 OK\r\n\r\nall of it')),
    expected: [delivered],
  },
  { kind: 'invalid HTTP', start: respondWith('SSH-2.0-OpenSSH_9.9\r\n'), expected: [failedWith('invalid_http')] },
  {
    kind: 'an unasked 101',
    start: respondWith(http(101, '', { upgrade: 'x', connection: 'upgrade' })),
    expected: [failedWith('invalid_http')],
  },
  {
    kind: 'two lengths',
    start: respondWith('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello!'),
    expected: [failedWith('invalid_http')],
  },
  {
    kind: 'wrong length',
    start: onRequest(socket => socket.end(http(200, 'short', { 'content-length': '100' }))),
    expected: [cutShort],
  },
  {
    kind: 'gzip bomb',
    start: respondWith(
      Buffer.concat([
        Buffer.from(http(200, '', { 'content-encoding': 'gzip', 'content-length': `${bomb.length}` })),
        bomb,
      ]),
    ),
    expected: [delivered],
  },
  { kind: 'TLS', start: withCertificate(({ good }) => good), expected: [delivered, delivered], connections: 1 },
  { kind: 'TLS expired', start: withCertificate(({ expired }) => expired), expected: [failedWith('tls')] },
  {
    kind: 'TLS of another name',
    start: withCertificate(({ otherName }) => otherName),
    expected: [failedWith('tls'), failedWith('tls')],
  },
  {
    kind: 'TLS 1.2 of another name',
    start: withCertificate(({ otherName }) => ({ ...otherName, maxVersion: 'TLSv1.2' })),
    expected: [failedWith('tls'), failedWith('tls')],
  },
  {
    kind: 'TLS of an unknown authority',
    start: withCertificate(({ unknown }) => unknown),
    expected: [failedWith('tls')],
  },
  { kind: 'TLS handshake stalls', start: stallTls, expected: [timedOut] },
  { kind: 'plain HTTP where TLS is expected', start: servePlainForTls, expected: [failedWith('tls')] },
  { kind: 'gone', start: respondWith(http(410)), expected: [{ status: 410, failure: 'status', truncated: false }] },
  {
    kind: 'throttles with odd Retry-After',
    start: respondWith(...oddRetryAfter.map(throttle)),
    expected: oddRetryAfter.map(() => throttled),
  },
  {
    kind: 'flaps',
    start: onRequest((socket, n) => {
      if (n % 3 === 1) socket.resetAndDestroy()
      else socket.write(http(n % 3 === 2 ? 503 : 200))
    }),
    expected: [failedWith('connection_reset'), { status: 503, failure: 'status', truncated: false }, delivered],
  },
  {
    kind: 'name not found',
    start: withHostName('nxdomain.test', () => nameNotFound('nxdomain.test')),
    expected: [failedWith('name_not_found')],
    connections: 0,
  },
  {
    // If the lookup takes longer than a second, the addresses of the previous lookup are used.
    kind: 'slow name',
    start: withHostName('slow.test', () => 'never'),
    expected: [{ ...delivered, ms: [995, 2000] }],
    connections: 1,
  },
  {
    kind: 'name rebinds to an internal address',
    start: withHostName('rebinding.test', () => [internal], internal),
    expected: [failedWith('forbidden_address')],
    connections: 0,
  },
  {
    kind: 'keep-alive race',
    start: resetWhenReused,
    expected: [delivered, delivered],
    connections: 2,
  },
  {
    kind: '200, then cut',
    start: onRequest(socket => socket.end(http(200, 'half', { 'content-length': '1000' }))),
    expected: [cutShort],
  },
]
