import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { request as undici } from 'undici'
import { claimInput } from '#test/fixture.ts'
import { boot } from '#test/system.ts'
import { exchange } from './raw.ts'
import { attach, intentFor } from './uploads.ts'
import { assertStoresNothing, bootHostile, type HostileClient } from './workspace.ts'

const megabyte = 1024 * 1024
const maximum = 2 * megabyte
const claims = '/api/v1/governance/evidence/claims'
const uploads = '/api/v1/governance/evidence/attachments/upload-binary?claimId=gec_x&intentId=aui_x'
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'multipart/form-data; boundary=B' }
// A body that is larger than the kernel's buffers for a socket whose data is not read.
const largeBody = Buffer.alloc(8 * megabyte, 0x20)

let hostile: HostileClient
let folder: string

before(async () => {
  hostile = await bootHostile({ PROBATA_MAX_UPLOAD_BYTES: `${maximum}` })
  folder = await mkdtemp(join(tmpdir(), 'early-'))
  await writeFile(join(folder, 'large'), largeBody)
})
after(async () => {
  await hostile[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

interface SentRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

const bearer = () => ({
  authorization: `Bearer ${hostile.callerOf({ surface: 'v1', access: { scope: 'governance.evidence:write' } }).token}`,
})

// The server rejects each of these requests before it has read the body.
const rejectedRequests: Readonly<Record<string, readonly [status: number, sent: () => SentRequest]>> = {
  'a body over the limit': [413, () => ({ method: 'POST', path: claims, headers: { ...bearer(), ...json } })],
  'an upload over the limit': [413, () => ({ method: 'POST', path: uploads, headers: { ...bearer(), ...form } })],
  'no caller': [401, () => ({ method: 'POST', path: claims, headers: json })],
  'an upload without a caller': [401, () => ({ method: 'POST', path: uploads, headers: form })],
  'a media type': [
    415,
    () => ({ method: 'POST', path: claims, headers: { ...bearer(), 'content-type': 'text/plain' } }),
  ],
  'an unknown address': [404, () => ({ method: 'POST', path: '/api/v1/nothing', headers: { ...bearer(), ...json } })],
  'a method': [405, () => ({ method: 'PUT', path: claims, headers: { ...bearer(), ...json } })],
  'another site': [
    403,
    () => ({
      method: 'POST',
      path: '/api/workspace/session',
      headers: { ...json, origin: 'https://elsewhere.example' },
    }),
  ],
}

const run = promisify(execFile)

const clients: Readonly<Record<string, (request: SentRequest) => Promise<number>>> = {
  fetch: async ({ path, ...sent }) => {
    const response = await fetch(hostile.probata.url + path, { ...sent, body: largeBody })
    assert.match(await response.text(), /"requestId":"req_/)
    return response.status
  },
  undici: async ({ path, method, headers }) => {
    const response = await undici(hostile.probata.url + path, { method: method as 'POST', headers, body: largeBody })
    assert.match(await response.body.text(), /"requestId":"req_/)
    return response.statusCode
  },
  curl: async ({ path, method, headers }) => {
    const headerArgs = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    const body = ['-X', method, '-H', 'Expect:', '--data-binary', `@${join(folder, 'large')}`]
    const { stdout } = await run('curl', [
      '-sS',
      '-w',
      '\n%{http_code}',
      ...headerArgs,
      ...body,
      hostile.probata.url + path,
    ])
    assert.match(stdout, /"requestId":"req_/)
    return Number(stdout.split('\n').at(-1))
  },
  // A client that sends the whole request before it reads the response.
  'a socket': async ({ path, method, headers }) => {
    const { hostname, port } = new URL(hostile.probata.url)
    const allHeaders = Object.entries({ host: 'probata', ...headers, 'content-length': `${largeBody.length}` })
    const requestHead = `${method} ${path} HTTP/1.1\r\n${allHeaders.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
    const socket = connect(Number(port), hostname).pause()
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.write(Buffer.concat([Buffer.from(requestHead), largeBody]), error => (error ? reject(error) : resolve()))
    })
    const [chunk] = await Promise.all([new Promise<Buffer>(resolve => socket.once('data', resolve)), socket.resume()])
    socket.destroy()
    return Number(/^HTTP\/1\.1 (\d{3}) /.exec(chunk.toString('latin1'))?.[1])
  },
}

describe('a rejection arrives while the body is still being sent', { concurrency: false }, () => {
  for (const [fault, [status, makeRequest]] of Object.entries(rejectedRequests))
    for (const [name, client] of Object.entries(clients))
      test(`${fault}, ${name}`, async () => {
        for (let i = 0; i < 2; i++) assert.equal(await client(makeRequest()), status)
      })

  test('a rate limit', async () => {
    await using limited = await boot({ env: { PROBATA_RATE_LIMITS: 'token-write=1' } })
    const token = await limited.token('acme-scanner')
    const url = limited.url + claims
    const headers = { ...json, authorization: `Bearer ${token}` }
    const [first, second] = [
      await fetch(url, { method: 'POST', headers, body: '{}' }),
      await fetch(url, { method: 'POST', headers, body: largeBody }),
    ]
    assert.deepEqual([first.status, second.status], [400, 429])
  })
})

const requestHead = (fields: readonly string[]) => `${fields.join('\r\n')}\r\n\r\n`
const authorization = () => `Authorization: ${bearer().authorization}`
const claim = JSON.stringify(claimInput('expected'))

describe('a connection', () => {
  test('continues after a discarded body', async () => {
    const bytes = Buffer.concat([
      Buffer.from(
        requestHead([
          `POST ${claims} HTTP/1.1`,
          'Host: p',
          'Content-Type: application/json',
          `Content-Length: ${largeBody.length}`,
        ]),
      ),
      largeBody,
      Buffer.from(requestHead(['GET /api/health/live HTTP/1.1', 'Host: p', 'Connection: close'])),
    ])
    const { text } = await exchange(hostile.probata.url, bytes, { until: 'closed' })
    assert.deepEqual(
      [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status),
      ['401', '200'],
    )
  })

  test('ends after 16 MiB that the server did not request', async () => {
    const bytes = requestHead([
      `POST ${claims} HTTP/1.1`,
      'Host: p',
      'Content-Type: application/json',
      `Content-Length: ${100 * megabyte}`,
    ])
    const flood = Buffer.alloc(megabyte)
    const { status, closed } = await exchange(hostile.probata.url, bytes, {
      until: 'closed',
      drip: socket => {
        const sendMore = () => void (socket.writable && socket.write(flood, sendMore))
        sendMore()
      },
    })
    assert.deepEqual([status, closed], [401, true])
  })
})

describe('Expect: 100-continue', () => {
  const expectContinue = (line: string, length: number, ...fields: string[]) =>
    requestHead([line, 'Host: p', 'Expect: 100-continue', `Content-Length: ${length}`, ...fields])

  const refusals: Readonly<Record<string, readonly [status: number, bytes: () => string]>> = {
    'without a token': [401, () => expectContinue(`POST ${claims} HTTP/1.1`, 100, 'Content-Type: application/json')],
    'too large': [
      413,
      () => expectContinue(`POST ${claims} HTTP/1.1`, 2 * megabyte, authorization(), 'Content-Type: application/json'),
    ],
    'an upload too large': [
      413,
      () =>
        expectContinue(
          `POST ${uploads} HTTP/1.1`,
          3 * megabyte,
          authorization(),
          'Content-Type: multipart/form-data; boundary=B',
        ),
    ],
    'an upload without intent': [
      404,
      () =>
        expectContinue(
          `POST ${uploads} HTTP/1.1`,
          300,
          authorization(),
          'Content-Type: multipart/form-data; boundary=B',
        ),
    ],
    'of another type': [
      415,
      () => expectContinue(`POST ${claims} HTTP/1.1`, 100, authorization(), 'Content-Type: text/plain'),
    ],
    'not found': [404, () => expectContinue('POST /api/v1/nothing HTTP/1.1', 100, authorization())],
  }
  for (const [fault, [status, bytes]] of Object.entries(refusals))
    test(`${fault}: rejected without requesting the body`, async () => {
      const { text, closed } = await exchange(hostile.probata.url, bytes(), { until: 'closed' })
      assert.match(text, new RegExp(`^HTTP/1.1 ${status} `))
      assert.match(text, /^connection: close\r$/im)
      assert.ok(closed)
    })

  test('requests the body once it reads it', async () => {
    const bytes = expectContinue(
      `POST ${claims} HTTP/1.1`,
      claim.length,
      authorization(),
      'Content-Type: application/json',
      'Connection: close',
    )
    const { text } = await exchange(hostile.probata.url, bytes, {
      until: 'closed',
      drip: socket => socket.once('data', () => socket.write(claim)),
    })
    assert.match(text, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /)
  })
})

// The maximum file size decides between 413 and 422, regardless of the intent (decision 006).
describe('an upload that is longer than its intent', { concurrency: false }, () => {
  for (const key of [undefined, 'the-key-of-an-upload'])
    for (const framing of ['Content-Length', 'chunks'] as const)
      for (const [bytes, status] of [
        [1000, 422],
        [maximum, 422],
        [maximum + 1, 413],
        [maximum + megabyte, 413],
      ] as const)
        test(`${bytes} bytes, ${framing}${key ? ', with a key' : ''}: ${status}`, async () => {
          const intent = await intentFor(hostile, 100)
          await assertStoresNothing(hostile.probata, async () => {
            const response = await attach(hostile, intent, {
              bytes,
              framing,
              ...(key && { key: `${key}-${bytes}-${framing}` }),
            })
            assert.equal(response.status, status, await response.text())
          })
        })
})
