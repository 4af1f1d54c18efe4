import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { BlobCorrupt, type BlobReader } from '#lib/blob-store.ts'
import { openDigestedFile } from '#lib/digested-file.ts'
import { sha256Hex } from '#lib/hash.ts'
import { contentStream } from './content-stream.ts'

const record = '{"originalFilename":"Größe.txt"}'

/** Reads blocks like a store that reuses memory: each read overwrites the previous block, as the interface warns. */
const readerOf = (blocks: readonly Buffer[]): BlobReader & { closed: number } => {
  const bytes = Buffer.concat(blocks)
  const queue = blocks.map(block => Buffer.from(block))
  let lastBlock: Buffer | undefined
  return {
    closed: 0,
    async next() {
      lastBlock?.fill('!')
      lastBlock = queue.shift()
      return lastBlock
    },
    digest: () => ({ sha256: sha256Hex(bytes), byteSize: bytes.length }),
    close() {
      this.closed += 1
    },
  }
}

const streamOf = (stored: readonly Buffer[], declared = Buffer.concat(stored)) => {
  const source = readerOf(stored)
  const mismatches: number[] = []
  const stream = contentStream({
    as: 'attachment',
    record,
    byteSize: declared.length,
    sha256: sha256Hex(declared),
    inlinePreviewAllowed: true,
    source,
    onMismatch: async () => {
      mismatches.push(1)
      return undefined
    },
  })
  return { ...stream, source, mismatches }
}

const textOf = async (body: AsyncIterable<string>): Promise<string> => {
  let text = ''
  for await (const piece of body) text += piece
  return text
}

const expected = (bytes: Buffer) =>
  JSON.stringify({
    attachment: JSON.parse(record),
    content: { dataBase64: bytes.toString('base64'), inlinePreviewAllowed: true },
  })

test('any file in any blocks becomes one JSON document of the announced length', async () => {
  const block = fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 20 }), fc.constant(new Uint8Array(200_000)))
  await fc.assert(
    fc.asyncProperty(fc.array(block, { maxLength: 12 }), async blocks => {
      const stored = blocks.map(bytes => Buffer.from(bytes))
      const { contentLength, body, source, mismatches } = streamOf(stored)
      const text = await textOf(body)
      assert.equal(text, expected(Buffer.concat(stored)))
      assert.equal(contentLength, Buffer.byteLength(text))
      assert.deepEqual([source.closed, mismatches], [1, []])
    }),
    { numRuns: 60 },
  )
})

const file = randomBytes(1_000_000)
const flipped = Buffer.from(file)
flipped[999_999] = (flipped[999_999] ?? 0) ^ 1
const blocksOf = (bytes: Buffer) => [bytes.subarray(0, 400_000), bytes.subarray(400_000)]

const DAMAGED: Record<string, readonly Buffer[]> = {
  'a flipped bit': blocksOf(flipped),
  'a missing byte': blocksOf(file.subarray(0, -1)),
  'one byte more': [...blocksOf(file), Buffer.from('x')],
  'much more': [...blocksOf(file), ...blocksOf(file), ...blocksOf(file)],
  'no bytes': [],
}

for (const [name, stored] of Object.entries(DAMAGED)) {
  test(`a stream of damaged bytes reports them once and never completes: ${name}`, async () => {
    const { contentLength, body, source, mismatches } = streamOf(stored, file)
    let sent = 0
    const reading = (async () => {
      for await (const piece of body) sent += Buffer.byteLength(piece)
    })()
    await assert.rejects(reading, BlobCorrupt)
    assert.ok(sent < contentLength, `${sent} of ${contentLength}`)
    assert.deepEqual([mismatches.length, source.closed], [1, 1])
  })
}

test('a damaged file of one piece fails before the first byte', async () => {
  const { body } = streamOf([Buffer.from('abd')], Buffer.from('abc'))
  const pieces: string[] = []
  body.on('data', piece => pieces.push(piece))
  const [error] = await once(body, 'error')
  assert.ok(error instanceof BlobCorrupt)
  assert.deepEqual(pieces, [])
})

test('a failing callback does not hide the mismatch', async () => {
  const stream = contentStream({
    as: 'attachment',
    record,
    byteSize: 3,
    sha256: sha256Hex('abc'),
    inlinePreviewAllowed: false,
    source: readerOf([Buffer.from('abd')]),
    onMismatch: () => Promise.reject(new Error('no database')),
  })
  await assert.rejects(textOf(stream.body), BlobCorrupt)
})

test('a storage error ends the stream', async () => {
  const { body, source, mismatches } = streamOf([file])
  source.next = () => Promise.reject(new Error('EIO'))
  await assert.rejects(textOf(body), /EIO/)
  assert.deepEqual([source.closed, mismatches], [1, []])
})

test('a body that is never read closes its source', async () => {
  const { body, source } = streamOf([file])
  body.destroy()
  await once(body, 'close')
  assert.equal(source.closed, 1)
})

test('a file damaged on disk never arrives as a complete response', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-content-'))
  const path = join(folder, 'blob')
  const server = createServer(async (_request, response) => {
    const source = await openDigestedFile(path, 0)
    const { contentLength, body } = contentStream({
      as: 'attachment',
      record,
      byteSize: file.length,
      sha256: sha256Hex(file),
      inlinePreviewAllowed: true,
      source,
      onMismatch: async () => undefined,
    })
    response.writeHead(200, { 'content-length': contentLength })
    body.on('error', () => response.destroy()).pipe(response)
  }).listen(0)
  const fetchWhole = async (): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    get({ port: (server.address() as AddressInfo).port }, response => {
      response.resume().on('close', () => resolve(response.complete))
      response.on('error', () => {})
    })
    return promise
  }
  try {
    await writeFile(path, file)
    assert.equal(await fetchWhole(), true)
    await writeFile(path, flipped)
    assert.equal(await fetchWhole(), false)
    await writeFile(path, file)
    await truncate(path, 999_999)
    assert.equal(await fetchWhole(), false)
  } finally {
    server.close()
    server.closeAllConnections()
    await rm(folder, { recursive: true })
  }
})
