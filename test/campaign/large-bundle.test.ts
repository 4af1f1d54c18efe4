import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { verifyBundle } from '#client/verify/bundle.ts'
import { nodePrimitives } from '#client/verify/node.ts'
import type { Source } from '#client/verify/primitives.ts'
import { makeBundle, signContents } from '#test/proof/make-bundle.ts'
import { type Content, layOut, type ZipPiece } from '#test/proof/write-zip.ts'

const largeSize = 2 ** 32 + 5
const chunkSize = 1 << 20

const digestOfZeros = () => {
  const zeros = Buffer.alloc(chunkSize)
  const sha256 = createHash('sha256')
  let crc = 0
  for (let remaining = largeSize; remaining > 0; remaining -= chunkSize) {
    const piece = zeros.subarray(0, Math.min(chunkSize, remaining))
    sha256.update(piece)
    crc = crc32(piece, crc)
  }
  return { sha256: sha256.digest('hex'), crc }
}

/** Reads slices at their positions, without ever keeping the whole file in memory. */
const sparseSource = (pieces: readonly ZipPiece[]): Source => ({
  size: pieces.reduce((end, { at, size }) => Math.max(end, at + size), 0),
  async read(offset, length) {
    const bytes = Buffer.alloc(length)
    for (const { at, size, bytes: from } of pieces)
      if (from && at < offset + length && at + size > offset)
        from.copy(bytes, Math.max(0, at - offset), Math.max(0, offset - at))
    return bytes
  },
})

test('a file of more than 4 GiB, and later files, use ZIP64 fields', async () => {
  const bundle = makeBundle()
  const zeros = digestOfZeros()
  const files = new Map<string, Content>()
  for (const [name, bytes] of bundle.contents) {
    files.set(name, bytes)
    if (name === 'data/index.html') files.set('data/large.bin', { zeros: largeSize, crc: zeros.crc })
  }
  const manifest = (bundle.contents.get('manifest-sha256.txt') ?? '').toString()
  const lines = manifest.replace(/(.{64} {2}data\/index\.html\n)/, `$1${zeros.sha256}  data/large.bin\n`)
  const info = (bundle.contents.get('bag-info.txt') ?? '').toString()
  const [, octets = '', count = ''] = /Payload-Oxum: (\d+)\.(\d+)/.exec(info) ?? []
  bundle.contents.set('manifest-sha256.txt', Buffer.from(lines))
  bundle.contents.set(
    'bag-info.txt',
    Buffer.from(info.replace(`${octets}.${count}`, `${Number(octets) + largeSize}.${Number(count) + 1}`)),
  )
  signContents(bundle.contents, bundle, bundle.bundleKey)
  for (const name of ['manifest-sha256.txt', 'bag-info.txt', 'META-INF/bundle.note'])
    files.set(name, bundle.contents.get(name) ?? Buffer.alloc(0))
  const options = { keys: [bundle.bundleKey.vkey] }
  const report = await verifyBundle(sparseSource(layOut(files)), nodePrimitives, options)
  assert.deepEqual(report.findings, [])
  assert.equal(report.result, 'proven')
})
