import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ResponseReader } from './response-reader.ts'

interface ReadResponse {
  heads: { status: number; headers: Readonly<Record<string, string>> }[]
  body: string
  /** Undefined until the response has ended. */
  keepAliveMs: number | undefined
  error: string | undefined
}

/** Reads a response that arrives in these parts. `closes`: the receiver then closes its side. */
const read = (parts: readonly string[], closes = false): ReadResponse => {
  const result: ReadResponse = { heads: [], body: '', keepAliveMs: undefined, error: undefined }
  const reader = new ResponseReader({
    onHead: (status, headers) => void result.heads.push({ status, headers }),
    onData: part => {
      result.body += part.toString('latin1')
    },
    onEnd: keepAliveMs => {
      result.keepAliveMs = keepAliveMs
    },
    onError: code => {
      result.error = code
    },
  })
  for (const part of parts) reader.read(Buffer.from(part, 'latin1'))
  if (closes) reader.onClosed()
  return result
}

const ok = 'HTTP/1.1 200 OK\r\n'
const empty = 'content-length: 0\r\n\r\n'
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`

const validResponses: Readonly<Record<string, readonly [text: string, body: string, keepAliveMs: number]>> = {
  'no content': ['HTTP/1.1 204 No Content\r\n\r\n', '', 4000],
  'not modified, with the length of a body that was not sent': ['HTTP/1.1 304\r\ncontent-length: 9\r\n\r\n', '', 4000],
  'no reason': [`HTTP/1.1 200\r\n${empty}`, '', 4000],
  'a length': [`${ok}Content-Length:5\r\n\r\nhello`, 'hello', 4000],
  'empty lines before the response': [`\r\n\r\n${ok}${empty}`, '', 4000],
  'a reason with a control character': [`HTTP/1.1 200 O\x01K\r\n${empty}`, '', 4000],
  chunks: [`${chunked}5;a=b\r\nhello\r\nA\r\n0123456789\r\n0\r\nx-trailer: 1\r\n\r\n`, 'hello0123456789', 4000],
  'interim responses first': [`HTTP/1.1 103 Hints\r\nlink: a\r\n\r\n${ok}${empty}`, '', 4000],
  'HTTP/1.0': [`HTTP/1.0 200 OK\r\n${empty}`, '', 0],
  'HTTP/1.0 with keep-alive': [`HTTP/1.0 200 OK\r\nconnection: Keep-Alive\r\n${empty}`, '', 4000],
  'a connection that closes': [`${ok}connection: x, Close\r\n${empty}`, '', 0],
  'a keep-alive of 5 s': [`${ok}keep-alive: max=9, timeout=5\r\n${empty}`, '', 3000],
  'a keep-alive of 2 s': [`${ok}keep-alive: timeout=2\r\n${empty}`, '', 0],
  'a keep-alive of an hour': [`${ok}keep-alive: timeout=3600\r\n${empty}`, '', 4000],
}

for (const [name, [text, body, keepAliveMs]] of Object.entries(validResponses)) {
  test(`a response can arrive in any parts: ${name}`, () => {
    const expected = read([text])
    assert.deepEqual([expected.body, expected.keepAliveMs, expected.error], [body, keepAliveMs, undefined])
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: text.length - 1 }), { maxLength: 6 })
    fc.assert(
      fc.property(cuts, cutPositions => {
        const bounds = [0, ...cutPositions.toSorted((a, b) => a - b), text.length]
        const parts = bounds.slice(1).map((to, i) => text.slice(bounds[i], to))
        assert.deepEqual(read(parts), expected)
      }),
      { numRuns: 50 },
    )
    assert.deepEqual(read([...text]), expected)
  })
}

const invalid: Readonly<Record<string, string>> = {
  'another protocol': 'SSH-2.0-OpenSSH_9.9\r\n',
  'a status of two digits': `HTTP/1.1 20 OK\r\n${empty}`,
  'a status below 100': `HTTP/1.1 099 OK\r\n${empty}`,
  'lines that end with LF': 'HTTP/1.1 200 OK\n',
  'a lone CR': `${ok}x: a\rb\r\n${empty}`,
  'a folded line': `${ok}x: a\r\n  b\r\n${empty}`,
  'a NUL': `${ok}x: a\0\r\n${empty}`,
  'a space before the colon': `${ok}x : a\r\n${empty}`,
  'a line without a name': `${ok}: a\r\n${empty}`,
  'a line without a colon': `${ok}x\r\n${empty}`,
  'two equal lengths': `${ok}content-length: 0\r\n${empty}`,
  'a negative length': `${ok}content-length: -1\r\n\r\n`,
  'a length in hex': `${ok}content-length: 0x1\r\n\r\n`,
  'a length and chunks': `${ok}transfer-encoding: chunked\r\n${empty}`,
  'a chunk without a size': `${chunked}\r\n`,
  'a chunk whose size is not hex': `${chunked}g\r\n`,
  'a chunk that is longer than its size': `${chunked}1\r\nab\r\n`,
  'a size line that ends with LF': `${chunked}1\na`,
  'a size line without an end': `${chunked}1;${'a'.repeat(5000)}`,
  'endless trailers': `${chunked}0\r\n${'x: y\r\n'.repeat(5000)}`,
}

for (const [name, text] of Object.entries(invalid)) {
  test(`a response is invalid immediately after ${name}`, () => {
    assert.equal(read([text]).error, 'HTTPParserError')
    assert.equal(read([...text]).error, 'HTTPParserError')
  })
}

test('a head may have at most 16 KiB', () => {
  const headOf = (size: number): string => `${ok}x: ${'y'.repeat(size - ok.length - 3 - 2 - 17)}\r\n${empty}`
  for (const parts of [[headOf(16_384)], [...headOf(16_384)]]) assert.equal(read(parts).keepAliveMs, 4000)
  for (const text of [headOf(16_385), `${ok}x: ${'y'.repeat(20_000)}`]) {
    assert.equal(read([text]).error, 'UND_ERR_HEADERS_OVERFLOW')
    assert.equal(read([...text]).error, 'UND_ERR_HEADERS_OVERFLOW')
  }
})

test('an unrequested 100 or 101 is not a response', () => {
  for (const status of [100, 101]) assert.equal(read([`HTTP/1.1 ${status} X\r\n\r\n`]).error, 'UNEXPECTED_RESPONSE')
})

test('a body without a length ends when the connection ends', () => {
  for (const head of [`${ok}\r\n`, `${ok}transfer-encoding: gzip\r\n\r\n`]) {
    assert.equal(read([`${head}all`]).keepAliveMs, undefined)
    const { body, keepAliveMs } = read([`${head}all`, ' of it'], true)
    assert.deepEqual([body, keepAliveMs], ['all of it', 0])
  }
})

test('a truncated response is an error', () => {
  for (const text of ['', 'HTTP/1.1 20', `${ok}content-length: 5\r\n\r\nhell`, `${chunked}5\r\nhello\r\n0\r\n`])
    assert.equal(read([text], true).error, 'UND_ERR_SOCKET')
})

test('a connection is not reused if bytes follow the response', () => {
  for (const text of [`${ok}${empty}`, `${chunked}0\r\n\r\n`, 'HTTP/1.1 204 No Content\r\n\r\n'])
    assert.deepEqual([read([text]).keepAliveMs, read([`${text}H`]).keepAliveMs], [4000, 0])
})

test('headers are in lower case, repeated headers are joined, and no header reaches a prototype', () => {
  const [head] = read([`${ok}X-One: 1\r\n__proto__: a\r\nx-one:\t2 \r\n${empty}`]).heads
  assert.deepEqual(Object.entries(head?.headers ?? {}), [
    ['x-one', '1, 2'],
    ['__proto__', 'a'],
    ['content-length', '0'],
  ])
})
