import assert from 'node:assert/strict'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import fc from 'fast-check'
import { body, chunksOf, collect, formData, headers, read, refusal } from '#test/multipart.ts'
import { readSingleFilePart } from './multipart.ts'

/** Files with content similar to delimiters: line ends, dashes and pieces of the boundary. */
const fileBytes = fc
  .array(fc.oneof(fc.uint8Array({ maxLength: 50 }), fc.constantFrom('\r', '\n', '\r\n--', 'xY', '--xYz', '\r\n--xY')), {
    maxLength: 20,
  })
  .map(pieces => Buffer.concat(pieces.map(piece => Buffer.from(piece as Uint8Array))))
  .filter(bytes => !bytes.includes('\r\n--xYz'))

const splitInto = (bytes: Buffer, sizes: readonly number[]): Buffer[] => {
  const chunks: Buffer[] = []
  for (let offset = 0, i = 0; offset < bytes.length; i += 1) {
    const size = sizes[i % sizes.length] ?? 1
    chunks.push(bytes.subarray(offset, offset + size))
    offset += size
  }
  return chunks
}

const chunkSizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 })
const whole = (content: Buffer) =>
  Buffer.concat([Buffer.from(`--xYz\r\n${headers}\r\n\r\n`), content, Buffer.from('\r\n--xYz--\r\n')])

test('the division of a body into chunks does not matter', async () => {
  await fc.assert(
    fc.asyncProperty(fileBytes, chunkSizes, async (content, sizes) => {
      const part = await read(chunksOf(...splitInto(whole(content), sizes)), formData, 10_000)
      assert.deepEqual(part.content, content)
    }),
  )
})

test('a body truncated anywhere before its closing boundary is rejected', async () => {
  await fc.assert(
    fc.asyncProperty(
      fileBytes,
      chunkSizes,
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (content, sizes, fraction) => {
        const sent = whole(content)
        // The last three bytes are the last dash and the CRLF that may be missing.
        const truncated = sent.subarray(0, Math.floor(fraction * (sent.length - 3)))
        await refusal(read(chunksOf(...splitInto(truncated, sizes)), formData, 10_000))
      },
    ),
  )
})

test('an over-limit body is not read further, and its stream stays usable', async () => {
  const raw = new PassThrough({ highWaterMark: 1000 })
  raw.write(body(headers, 'x'.repeat(2000), ''))
  assert.equal(await refusal(read(raw)), '413 the file is larger than 1000 bytes')
  assert.equal(raw.destroyed, false)
  assert.equal(raw.listenerCount('readable'), 0)
  raw.end('the rest')
  assert.equal((await collect(raw)).toString(), 'the rest')
})

test('leaving the loop early releases the stream', async () => {
  const raw = new PassThrough()
  raw.write(body(headers, 'x'.repeat(500), ''))
  const part = await readSingleFilePart(raw, formData, { maxBytes: 1000 })
  for await (const chunk of part.bytes) {
    assert.ok(chunk.length > 0)
    break
  }
  assert.equal(raw.destroyed, false)
  assert.equal(raw.listenerCount('readable'), 0)
})

test('an aborted request is rejected as a truncated body', async () => {
  const raw = new PassThrough()
  raw.write(body(headers, 'hel', ''))
  const reading = read(raw)
  raw.destroy(new Error('aborted'))
  assert.equal(await refusal(reading), '400 the body was cut off')
})

test('a body sent by undici, as by a browser, is read', async () => {
  const server = createServer(async (incoming, response) => {
    const part = await read(incoming, incoming.headers['content-type'])
    response.end(JSON.stringify({ names: part.filenameCandidates, content: part.content.toString() }))
  }).listen(0)
  try {
    const form = new FormData()
    form.append('file', new Blob(['one'], { type: 'text/plain' }), 'a "quoted" ü.txt')
    const { port } = server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: form })
    const expected = { names: ['a %22quoted%22 ü.txt', 'a "quoted" ü.txt'], content: 'one' }
    assert.deepEqual(await response.json(), expected)
  } finally {
    server.close()
  }
})

test('a rejected upload can be answered while the client is still sending', async () => {
  const server = createServer(async (incoming, response) => {
    const message = await refusal(read(incoming, incoming.headers['content-type']))
    response.writeHead(413).end(message)
  }).listen(0)
  try {
    const { port } = server.address() as AddressInfo
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
    const sent = request({ port, method: 'POST', headers: { 'content-type': formData } }, response => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.on('error', reject)
    sent.write(body(headers, 'x'.repeat(100_000), ''))
    assert.equal(await promise, 413)
    sent.destroy()
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
