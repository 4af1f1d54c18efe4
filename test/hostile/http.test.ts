import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { claimInput } from '#test/fixture.ts'
import { exchange, type Reply } from './raw.ts'
import { assertStoresNothing, bootHostile, type HostileClient } from './workspace.ts'

const claims = '/api/v1/governance/evidence/claims'
const machine = { surface: 'v1', access: { scope: 'governance.evidence:write' } } as const

let hostile: HostileClient

before(async () => {
  hostile = await bootHostile()
})
after(() => hostile[Symbol.asyncDispose]())

// The token is inserted when the bytes are sent.
const token = '<token>'
const authorization = `Authorization: Bearer ${token}`
const host = 'Host: probata'
const jsonType = 'Content-Type: application/json'
const claim = JSON.stringify(claimInput('hostile-http'))
const length = `Content-Length: ${claim.length}`

const request = (line: string, headers: readonly string[], body = ''): string =>
  `${line}\r\n${headers.map(header => `${header}\r\n`).join('')}\r\n${body}`
const post = (headers: readonly string[], body = claim) =>
  request(`POST ${claims} HTTP/1.1`, [authorization, jsonType, ...headers], body)
const get = (target: string, ...headers: string[]) =>
  request(`GET ${target} HTTP/1.1`, [host, authorization, ...headers])

const send = (bytes: string, options?: Parameters<typeof exchange>[2]): Promise<Reply> => {
  const requestText = bytes.replaceAll(token, hostile.callerOf(machine).token ?? '')
  return exchange(hostile.probata.url, Buffer.from(requestText, 'latin1'), options)
}

const assertEnvelope = ({ status, headers, body, text }: Reply, name: string, error = 'invalid_request'): void => {
  assert.ok(status && status >= 400 && status < 500, `${name}: ${text.slice(0, 200)}`)
  assert.equal(body?.error, error, name)
  assert.equal(typeof body.message, 'string', name)
  assert.match(body.requestId, /^req_[0-9A-Z]{26}$/, name)
  assert.equal(headers['x-request-id'], body.requestId, name)
  assert.equal(headers['content-type'], 'application/json; charset=utf-8', name)
}

const assertAlive = async (): Promise<void> => {
  const { status, body } = await hostile.probata.call('GET', '/api/health/ready')
  assert.deepEqual([status, body.status], [200, 'ok'])
}

const replaceAt = (text: string, index: number, code: number): string =>
  text.slice(0, index) + String.fromCharCode(code) + text.slice(index + 1)

const line = `GET ${claims} HTTP/1.1`
const chunked = 'Transfer-Encoding: chunked'

// The server rejects each request with this status in the error envelope. 0 means that it closes the connection without
// a response.
const brokenRequests: Readonly<Record<string, readonly [status: number, bytes: string, error?: string]>> = {
  'two Host headers': [400, request(line, [host, 'Host: other', authorization])],
  'two equal Host headers': [400, request(line, [host, host, authorization])],
  'no Host': [400, request(line, [authorization])],
  'an invalid Host': [400, request(line, ['Host: a b/c', authorization])],
  'chunks in HTTP/1.0': [400, post([host, chunked], '0\r\n\r\n').replace('HTTP/1.1', 'HTTP/1.0')],
  'an empty Idempotency-Key': [400, post([host, length, 'Idempotency-Key:'])],
  'two Authorization headers': [400, request(line, [host, authorization, authorization])],
  'two Content-Type headers': [400, post([host, length, 'Content-Type: text/plain'])],
  'two Idempotency-Keys': [400, post([host, length, 'Idempotency-Key: first-key', 'Idempotency-Key: second-key'])],
  'gzip, chunked': [400, post([host, 'Transfer-Encoding: gzip, chunked'], '0\r\n\r\n')],
  'chunked, gzip': [400, post([host, 'Transfer-Encoding: chunked, gzip'], '0\r\n\r\n')],
  'chunked twice': [400, post([host, chunked, chunked], '0\r\n\r\n')],
  'an unknown transfer coding': [400, post([host, 'Transfer-Encoding: xchunked'], '0\r\n\r\n')],
  'Content-Length and Transfer-Encoding': [400, post([host, length, chunked], '0\r\n\r\n')],
  'two Content-Lengths': [400, post([host, length, 'Content-Length: 1'])],
  'a negative Content-Length': [400, post([host, 'Content-Length: -1'])],
  'a Content-Length with a sign': [400, post([host, `Content-Length: +${claim.length}`])],
  'a hexadecimal Content-Length': [400, post([host, 'Content-Length: 0x10'])],
  'a Content-Length over 2^64': [400, post([host, 'Content-Length: 99999999999999999999'])],
  'a Content-Length over the limit': [413, post([host, 'Content-Length: 2000000'])],
  'a chunk size that is not a number': [400, post([host, chunked], `zz\r\n${claim}\r\n0\r\n\r\n`)],
  'a negative chunk size': [400, post([host, chunked], `-1\r\n${claim}\r\n0\r\n\r\n`)],
  'a chunk size over 2^64': [400, post([host, chunked], `fffffffffffffffff\r\n${claim}\r\n0\r\n\r\n`)],
  'a chunk longer than its size': [400, post([host, chunked], `1\r\n${claim}\r\n0\r\n\r\n`)],
  'a chunk that ends in a line feed': [400, post([host, chunked], `${claim.length.toString(16)}\n${claim}\n0\n\n`)],
  'chunk extensions over 16 KiB': [400, post([host, chunked], `1;${'x'.repeat(20_000)}\r\n{\r\n`)],
  'a compressed body': [415, post([host, length, 'Content-Encoding: gzip'])],
  'no Content-Type': [415, request(`POST ${claims} HTTP/1.1`, [host, authorization, length], claim)],
  'a key with DEL': [400, post([host, length, 'Idempotency-Key: key\x7fwith-del'])],
  'a key with NUL': [400, post([host, length, 'Idempotency-Key: key\0with-nul'])],
  'a NUL in a header': [400, get(claims, 'X: a\0b')],
  'a NUL in the address': [400, get(`${claims}?status=\0`)],
  'a line feed in a header': [400, get(claims, 'X: a\nY: b')],
  'a bare carriage return': [400, get(claims, 'X: a\rY: b')],
  'bare line feeds': [400, get(claims).replaceAll('\r\n', '\n')],
  'a space before the colon': [400, get(claims, 'X : a')],
  'a folded header': [400, get(claims, 'X: a\r\n b')],
  'a header without a name': [400, get(claims, ': a')],
  'a header line without a colon': [400, get(claims, 'nothing')],
  'headers over 16 KiB': [431, get(claims, `X: ${'y'.repeat(17_000)}`)],
  'an address over 16 KiB': [431, get(`/${'x'.repeat(17_000)}`)],
  'an unknown method': [400, request(`FOO ${claims} HTTP/1.1`, [host])],
  'a method in lower case': [400, request(`get ${claims} HTTP/1.1`, [host])],
  TRACE: [400, request(`TRACE ${claims} HTTP/1.1`, [host, authorization])],
  CONNECT: [0, request('CONNECT example.test:443 HTTP/1.1', [host])],
  'a method that is not served': [405, request(`PUT ${claims} HTTP/1.1`, [host, authorization])],
  'a body on GET': [400, request(`GET ${claims} HTTP/1.1`, [host, authorization, 'Content-Length: 2'], '{}')],
  'chunks on GET': [400, request(`GET ${claims} HTTP/1.1`, [host, authorization, chunked], '2\r\n{}\r\n0\r\n\r\n')],
  'HTTP/1.2': [400, get(claims).replace('HTTP/1.1', 'HTTP/1.2')],
  'HTTP/2': [400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  'another protocol': [400, 'SSH-2.0-OpenSSH_9.9\r\n'],
  'TLS on the plain port': [400, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  'an unknown expectation': [400, post([host, length, 'Expect: teapot'])],
  'two slashes': [404, get(`/${claims}`), 'not_found'],
  'an empty id': [404, get(`${claims}/`), 'not_found'],
  '.. into the machine surface': [404, get(`/api/health/..${claims.slice(4)}`), 'not_found'],
  '.. inside the machine surface': [404, get(claims.replace('/governance', '/../v1/governance')), 'not_found'],
  'an encoded slash': [404, get(claims.replace('/governance/', '/governance%2f')), 'not_found'],
  'another case': [404, get(claims.toUpperCase()), 'not_found'],
  'a target without a slash': [400, request('GET api HTTP/1.1', [host])],
  'a fragment': [400, get(`${claims}?limit=1#x`)],
  'invalid percent-encoding': [400, get(`${claims}/%zz`)],
  'an absolute target without a token': [401, request(`GET http://probata${claims} HTTP/1.1`, [host]), 'unauthorized'],
  'an absolute target of the workspace': [
    401,
    request('GET http://x/api/workspace/people HTTP/1.1', [host]),
    'unauthorized',
  ],
}

describe('faults in HTTP', { concurrency: false }, () => {
  for (const [name, [status, bytes, error]] of Object.entries(brokenRequests)) {
    test(name, () =>
      assertStoresNothing(hostile.probata, async () => {
        const reply = await send(bytes)
        assert.equal(reply.status ?? 0, status, reply.text.slice(0, 300))
        if (status) assertEnvelope(reply, name, error)
        else assert.ok(reply.closed, name)
        await assertAlive()
      }),
    )
  }

  test('HTTP/1.0 without Host, and an absolute target with a token, are served', async () => {
    assert.equal((await send(request(`GET ${claims} HTTP/1.0`, [authorization]))).status, 200)
    assert.equal((await send(get(`http://anything${claims}`))).status, 200)
  })
})

test('400 requests with random byte changes get no 5xx', async () => {
  const requests = [
    get(`${claims}?limit=1&status=submitted`),
    post([host, length, 'Idempotency-Key: one-and-the-same']),
    post([host, chunked], `${claim.length.toString(16)}\r\n${claim}\r\n0\r\n\r\n`),
  ]
  const exchanges = fc.sample(
    fc.tuple(fc.constantFrom(...requests), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 })),
    400,
  )
  const queue = exchanges.values()
  const withOtherKey = (bytes: string) => bytes.replace('hostile-http', 'hostile-byte')
  const client = async () => {
    for (const [bytes, edits] of queue) {
      const mangledText = edits.reduce(
        (text, [index, code]) => replaceAt(text, index % text.length, code),
        withOtherKey(bytes),
      )
      const { status = 400, text } = await send(mangledText, { timeout: 500 })
      assert.ok(status < 500, `${JSON.stringify(mangledText)}: ${text}`)
    }
  }
  await Promise.all(Array.from({ length: 16 }, client))
  await assertAlive()
})

describe('pipelined requests', { concurrency: false }, () => {
  const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

  test('get their responses in order, even if one is rejected', async () => {
    const lastRequest = get('/api/health/live', 'Connection: close')
    const bytes = [get(claims), get('/api/v1/nothing'), get(`${claims}?limit=0`), get(claims), lastRequest].join('')
    const { text, closed } = await send(bytes, { until: 'closed' })
    assert.deepEqual([statuses(text), closed], [[200, 404, 400, 200, 200], true])
  })

  test('the bytes after a rejected body are not a request', () =>
    assertStoresNothing(hostile.probata, async () => {
      const smuggled = post([host, 'Content-Length: 5', chunked], `0\r\n\r\n${post([host, length])}`)
      const { text, closed } = await send(smuggled, { until: 'closed' })
      assert.deepEqual([statuses(text), closed], [[400], true])
    }))

  test('a thousand requests at once', async () => {
    const bytes = get('/api/health/live').repeat(999) + get('/api/health/live', 'Connection: close')
    const { text } = await send(bytes, { until: 'closed' })
    assert.deepEqual(statuses(text), Array(1000).fill(200))
  })
})

const everySecond = (bytes: string) => (socket: Socket) => {
  const timer = setInterval(() => socket.write(bytes), 1000)
  socket.on('close', () => clearInterval(timer))
}

const multipart = 'Content-Type: multipart/form-data; boundary=B'

// The number of milliseconds within which the server must close each of these connections.
const slowRequests: Readonly<Record<string, readonly [limit: number, bytes: string, drip: string]>> = {
  'nothing at all': [7500, '', ''],
  'half a request line': [7500, 'GET /api', 'x'],
  'headers without end': [7500, `${line}\r\n${host}\r\n`, 'X: y\r\n'],
  'HTTP/0.9': [7500, 'GET /api/health/live\r\n', ''],
  'a JSON body that arrives byte by byte': [15_000, post([host, length], '{'), ' '],
  'a JSON body that never comes': [15_000, post([host, length], ''), ''],
  'chunks without end': [15_000, post([host, chunked], ''), '1\r\n \r\n'],
  'a body that is never read': [15_000, request(`GET ${claims} HTTP/1.1`, [host, 'Content-Length: 100000'], 'x'), 'x'],
  'a body without a token': [15_000, request(`POST ${claims} HTTP/1.1`, [host, jsonType, length], '{'), ' '],
  'an upload that arrives byte by byte': [
    15_000,
    request(`POST ${claims} HTTP/1.1`, [host, authorization, multipart, length], '-'),
    '-',
  ],
}

describe('slow clients', { concurrency: true }, () => {
  for (const [name, [limit, bytes, drip]] of Object.entries(slowRequests)) {
    test(`${name}: closed within ${limit / 1000} s`, async () => {
      const options = { until: 'closed', timeout: 60_000, ...(drip && { drip: everySecond(drip) }) } as const
      const { closed, elapsedMs } = await send(bytes, options)
      assert.ok(closed && elapsedMs < limit, `${Math.round(elapsedMs)} ms`)
    })
  }

  test('200 slow clients do not delay other clients', async () => {
    const { hostname, port } = new URL(hostile.probata.url)
    const sockets = Array.from({ length: 200 }, (_, i) => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => undefined)
      socket.write(
        i % 2
          ? post([host, length], '{').replace(token, hostile.callerOf(machine).token ?? '')
          : `${line}\r\n${host}\r\n`,
      )
      socket.resume()
      return socket
    })
    await Promise.all(sockets.map(socket => once(socket, 'connect')))
    // If a request had to wait for one of these connections, it would wait until the server closes it. The requests
    // succeed while all connections are still open.
    for (let i = 0; i < 100; i++) await assertAlive()
    assert.equal(sockets.filter(socket => socket.closed || socket.readableEnded).length, 0)
    await Promise.all(sockets.map(socket => socket.closed || once(socket, 'close')))
  })
})

test('after all of this the server still works', async () => {
  await assertAlive()
  const { status } = await send(post([host, length]))
  assert.equal(status, 201)
})
