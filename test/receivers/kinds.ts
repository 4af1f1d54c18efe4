import type { Failure } from '#src/features/webhooks/engine/exchange.ts'
import {
  answering,
  bomb,
  closedPort,
  drip,
  endless,
  internal,
  later,
  named,
  plainForTls,
  pour,
  redirectInside,
  resetWhenReused,
  saying,
  secured,
  stalledTls,
} from './behaviours.ts'
import { type Names, nameNotFound } from './names.ts'
import { http, type Receiver, receive } from './receiver.ts'

/** The expected record of one attempt. */
export interface Expected {
  readonly status: number | null
  readonly failure?: Failure
  readonly truncated?: boolean
  /** The attempt's least and greatest duration, in milliseconds. */
  readonly ms?: readonly [number, number]
}

export interface Kind {
  readonly kind: string
  start(names: Names): Promise<Receiver>
  /** Records of successive attempts. The last one applies to all further attempts. */
  readonly expected: readonly Expected[]
  /** The total number of connections of these attempts, if it can be predicted. */
  readonly connections?: number
  /** Takes the whole deadline of 10 s, and tests it. */
  readonly isLong?: boolean
}

const delivered: Expected = { status: 200, truncated: false }
const cutShort: Expected = { status: 200, truncated: true }
const failed = (failure: Failure): Expected => ({ status: null, failure, truncated: false })
const timedOut = failed('timeout')
const atDeadline = [9_995, 10_100] as const

const oddRetryAfter = ['-1', 'Wed, 21 Oct 2015 07:28:00 GMT', '1e9', '9'.repeat(40), 'soon', '', '120.5', '120, 240']

const throttle = (retryAfter: string) => http(429, '', { 'retry-after': retryAfter })
const throttled: Expected = { status: 429, failure: 'status', truncated: false }

/** Misbehaving receivers, one row for each kind. */
export const kinds: readonly Kind[] = [
  { kind: 'answers', start: saying(http(200, 'hello')), expected: [delivered, delivered, delivered], connections: 1 },
  { kind: 'refuses', start: closedPort, expected: [failed('connection_refused')], connections: 0 },
  {
    kind: 'accepts and never reads',
    start: () => receive({ connected: socket => socket.pause() }),
    expected: [timedOut],
  },
  { kind: 'reads and never answers', start: answering(() => {}), expected: [timedOut] },
  {
    kind: 'one byte of its headers a second',
    start: answering(socket => drip(socket, `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(99)}`, 1000)),
    expected: [{ ...timedOut, ms: atDeadline }],
    isLong: true,
  },
  {
    kind: 'one byte of its body a second',
    start: answering(socket => {
      socket.write(http(200, '', { 'content-length': '1000' }))
      drip(socket, 'z', 1000)
    }),
    expected: [{ ...cutShort, ms: atDeadline }],
    isLong: true,
  },
  {
    kind: 'answers at 9.9 s',
    start: answering(socket => later(socket, 9900, http(200, 'late'))),
    expected: [{ ...delivered, ms: [9890, 10_000] }],
    isLong: true,
  },
  {
    // Not at 10.1 s, because a machine that is late by that much accepts the response.
    kind: 'answers at 12 s',
    start: answering(socket => later(socket, 12_000, http(200, 'too late'))),
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
    start: answering(socket => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
      pour(socket, Buffer.from(`1000\r\n${'b'.repeat(4096)}\r\n`))
    }),
    expected: [cutShort],
  },
  { kind: '64 KB header', start: saying(http(200, '', { x: 'h'.repeat(65_536) })), expected: [failed('invalid_http')] },
  {
    kind: 'flood of 1xx',
    start: answering(socket => pour(socket, Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)))),
    expected: [failed('invalid_http')],
  },
  {
    kind: 'an early hint',
    start: saying(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${http(200)}`),
    expected: [delivered],
  },
  {
    kind: 'redirects to an internal address',
    start: redirectInside,
    expected: [{ status: 307, failure: 'redirect', truncated: false }],
    connections: 1,
  },
  {
    kind: 'resets in its body',
    start: answering(socket => {
      socket.write(http(200, 'half', { 'content-length': '1000' }), () =>
        setTimeout(() => socket.resetAndDestroy(), 20),
      )
    }),
    expected: [cutShort],
  },
  {
    kind: 'resets before an answer',
    start: answering(socket => socket.resetAndDestroy()),
    expected: [failed('connection_reset')],
    connections: 1,
  },
  { kind: 'half-closes', start: answering(socket => socket.end()), expected: [failed('connection_reset')] },
  {
    kind: 'half-closes within its headers',
    start: answering(socket => socket.end('HTTP/1.1 200 OK\r\nx: ')),
    expected: [failed('connection_reset')],
  },
  {
    kind: 'a body that ends with the connection',
    start: answering(socket => socket.end('HTTP/1.1 200 OK\r\n\r\nall of it')),
    expected: [delivered],
  },
  { kind: 'invalid HTTP', start: saying('SSH-2.0-OpenSSH_9.9\r\n'), expected: [failed('invalid_http')] },
  {
    kind: 'an unasked 101',
    start: saying(http(101, '', { upgrade: 'x', connection: 'upgrade' })),
    expected: [failed('invalid_http')],
  },
  {
    kind: 'two lengths',
    start: saying('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello!'),
    expected: [failed('invalid_http')],
  },
  {
    kind: 'wrong length',
    start: answering(socket => socket.end(http(200, 'short', { 'content-length': '100' }))),
    expected: [cutShort],
  },
  {
    kind: 'gzip bomb',
    start: saying(
      Buffer.concat([
        Buffer.from(http(200, '', { 'content-encoding': 'gzip', 'content-length': `${bomb.length}` })),
        bomb,
      ]),
    ),
    expected: [delivered],
  },
  { kind: 'TLS', start: secured(({ good }) => good), expected: [delivered, delivered], connections: 1 },
  { kind: 'TLS expired', start: secured(({ expired }) => expired), expected: [failed('tls')] },
  {
    kind: 'TLS of another name',
    start: secured(({ otherName }) => otherName),
    expected: [failed('tls'), failed('tls')],
  },
  {
    kind: 'TLS 1.2 of another name',
    start: secured(({ otherName }) => ({ ...otherName, maxVersion: 'TLSv1.2' })),
    expected: [failed('tls'), failed('tls')],
  },
  { kind: 'TLS of an unknown authority', start: secured(({ unknown }) => unknown), expected: [failed('tls')] },
  { kind: 'TLS handshake stalls', start: stalledTls, expected: [timedOut] },
  { kind: 'plain HTTP where TLS is expected', start: plainForTls, expected: [failed('tls')] },
  { kind: 'gone', start: saying(http(410)), expected: [{ status: 410, failure: 'status', truncated: false }] },
  {
    kind: 'throttles with odd Retry-After',
    start: saying(...oddRetryAfter.map(throttle)),
    expected: oddRetryAfter.map(() => throttled),
  },
  {
    kind: 'flaps',
    start: answering((socket, n) => {
      if (n % 3 === 1) socket.resetAndDestroy()
      else socket.write(http(n % 3 === 2 ? 503 : 200))
    }),
    expected: [failed('connection_reset'), { status: 503, failure: 'status', truncated: false }, delivered],
  },
  {
    kind: 'name not found',
    start: named('nxdomain.test', () => nameNotFound('nxdomain.test')),
    expected: [failed('name_not_found')],
    connections: 0,
  },
  {
    // The last addresses are used if the lookup is late by a second.
    kind: 'slow name',
    start: named('slow.test', () => 'never'),
    expected: [{ ...delivered, ms: [995, 2000] }],
    connections: 1,
  },
  {
    kind: 'name rebinds to an internal address',
    start: named('rebinding.test', () => [internal], internal),
    expected: [failed('forbidden_address')],
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
    start: answering(socket => socket.end(http(200, 'half', { 'content-length': '1000' }))),
    expected: [cutShort],
  },
]
