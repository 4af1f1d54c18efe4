import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { BlobCorrupt } from './blob-store.ts'
import { ChunkOpener, ChunkSealer, HEADER_BYTES, plainSize, sealedSize, storedRange } from './chunked-gcm.ts'
import { sha256Hex } from './hash.ts'

const chunkBits = 5
const chunk = 2 ** chunkBits
const place = {
  dataKey: Buffer.alloc(32, 7),
  organizationId: 'org_0000000000000000000000000A',
  objectKey: '00112233445566778899aabbccddeeff',
  chunkBits,
}
const salt = Buffer.from(Array.from({ length: 32 }, (_, i) => i))

const pattern = (bytes: number): Buffer => createHash('shake256', { outputLength: bytes }).update('plain').digest()

/** Splits bytes into pieces and overwrites each after use, as a stream may do. */
const pieces = function* (bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) {
    const piece = Buffer.from(bytes.subarray(at, at + size))
    yield piece
    piece.fill('!')
  }
}

const through = (machine: ChunkSealer | ChunkOpener, bytes: Buffer, size: number): Buffer => {
  const out: Buffer[] = []
  for (const piece of pieces(bytes, size)) for (const part of machine.push(piece)) out.push(Buffer.from(part))
  for (const part of machine.end()) out.push(Buffer.from(part))
  return Buffer.concat(out)
}

const seal = (plain: Buffer, overrides: object = {}, size = 7): Buffer =>
  through(new ChunkSealer({ ...place, ...overrides }, salt), plain, size)

const open = (sealed: Buffer, plainBytes: number, overrides: object = {}, size = 11): Buffer =>
  through(new ChunkOpener({ ...place, plainSize: plainBytes, ...overrides }), sealed, size)

const flip = (bytes: Buffer, bit: number): Buffer => {
  const flipped = Buffer.from(bytes)
  flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return flipped
}

// Sealed by this program when the format was frozen, and opened by the independent program below. They ensure that
// stored files stay readable.
const vectors = [
  { plain: '', sealed: 'UEJFMQUAAAAAAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHwZQCt6CL48SmMAgCWyDpbY=' },
  {
    plain: 'proof of a nightly backup',
    sealed:
      'UEJFMQUAAAAAAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eH7zrrfZr6oMULDj3Ay4Ww4jxqu3y4vbwOOEeGJFHqwSYs1637BmvFC1g',
  },
  {
    plain: 'proof of a nightly backup, and of the one before',
    sealed:
      'UEJFMQUAAAAAAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHxDu9cxFTSKxiG9qW77cdDFnZzXUEx6vbpCKZEIv9n3sEGfJ4wYDFmnccCS4sgXWjC+9AnTBi6yr0CzsIKRawek6K1SRpyCte4mpzdZuQZmC',
  },
] as const

/** An independent implementation of the format, with another AES-GCM library. */
const python = `
import base64, json, sys
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
given = json.load(sys.stdin)
sealed = base64.b64decode(given['sealed'])
header, body = sealed[:40], sealed[40:]
assert header[:4] == b'PBE1' and header[5:8] == bytes(3)
size = 2 ** header[4] + 16
info = ('probata blob v1 ' + given['organizationId'] + '/' + given['objectKey']).encode()
made = HKDF(SHA256(), 39, header[8:], info).derive(base64.b64decode(given['dataKey']))
chunks = [body[at:at + size] for at in range(0, len(body), size)]
def nonce(index):
    return made[32:] + index.to_bytes(4, 'big') + bytes([index == len(chunks) - 1])
plain = b''.join(AESGCM(made[:32]).decrypt(nonce(i), c, header if i == 0 else None) for i, c in enumerate(chunks))
sys.stdout.write(base64.b64encode(plain).decode())
`

const hasPython = spawnSync('python3', ['-c', 'import cryptography']).status === 0

describe('sealed bytes', () => {
  test('open to the same bytes, for sizes around chunk boundaries and pieces of any size', () => {
    for (const size of [0, 1, 31, 32, 33, 63, 64, 65, 96, 1000])
      for (const piece of [1, 16, 31, 32, 33, 48, 2000]) {
        const plain = pattern(size)
        const sealed = seal(plain, {}, piece)
        assert.equal(sealed.length, sealedSize(size, chunkBits))
        assert.equal(plainSize(sealed.length, chunkBits), size)
        assert.ok(open(sealed, size, {}, piece).equals(plain), `${size} bytes in pieces of ${piece}`)
      }
  })

  test('have not changed since the format was frozen', () => {
    for (const { plain, sealed } of vectors) {
      assert.equal(seal(Buffer.from(plain)).toString('base64'), sealed)
      assert.equal(open(Buffer.from(sealed, 'base64'), plain.length).toString(), plain)
    }
    const large = pattern(200_000)
    const sealed = seal(large, { chunkBits: 16 }, 4096)
    assert.equal(sha256Hex(sealed), '11409b271246ca1102801780dd7270cc27e88e54545c5081b5071852fe1e0140')
  })

  test('open in another program', { skip: !hasPython && 'needs python3-cryptography' }, () => {
    const { organizationId, objectKey, dataKey } = place
    for (const [plain, bits] of [
      ...vectors.map(({ plain }) => [Buffer.from(plain), chunkBits] as const),
      [pattern(200_000), 16] as const,
    ]) {
      const sealed = seal(plain, { chunkBits: bits }, 4096).toString('base64')
      const input = JSON.stringify({ organizationId, objectKey, dataKey: dataKey.toString('base64'), sealed })
      const { stdout, stderr } = spawnSync('python3', ['-c', python], { input, encoding: 'utf8' })
      assert.equal(stdout, plain.toString('base64'), stderr)
    }
  })

  test('differ each time, and reveal nothing about the file', () => {
    const plain = Buffer.alloc(64, 'secret')
    const [first, second] = [0, 1].map(() => through(new ChunkSealer(place), plain, 64))
    assert.ok(first && second && !first.equals(second))
    assert.ok(!first.includes('secret'))
  })

  test('cannot be made with a key that was wiped or is too short', () => {
    for (const dataKey of [Buffer.alloc(32), Buffer.alloc(31, 1)]) {
      assert.throws(() => new ChunkSealer({ ...place, dataKey }), TypeError)
    }
  })
})

describe('altered bytes do not open', () => {
  const plain = pattern(2 * chunk + 5)
  const sealed = seal(plain)
  const sealedChunk = chunk + 16
  const cut = (from: number, to: number): Buffer =>
    sealed.subarray(HEADER_BYTES + from * sealedChunk, HEADER_BYTES + to * sealedChunk)
  const header = sealed.subarray(0, HEADER_BYTES)
  const assertRejected = (bytes: Buffer, change: string, overrides: object = {}) => {
    assert.throws(() => open(bytes, plain.length, overrides), BlobCorrupt, change)
    // This also holds if the size of the file is derived from the size of the object.
    assert.throws(
      () => open(bytes, plainSize(bytes.length, chunkBits), overrides),
      BlobCorrupt,
      `${change}, by its size`,
    )
  }

  test('any bit', () => {
    for (let bit = 0; bit < sealed.length * 8; bit++) assertRejected(flip(sealed, bit), `bit ${bit}`)
  })

  test('truncated at any byte', () => {
    for (let end = 0; end < sealed.length; end++) assertRejected(sealed.subarray(0, end), `${end} bytes`)
  })

  test('with additional bytes or chunks, or in another order', () => {
    for (let more = 1; more <= 2 * sealedChunk; more++)
      assertRejected(Buffer.concat([sealed, pattern(more)]), `${more} more`)
    assertRejected(Buffer.concat([sealed, cut(1, 2)]), 'one of its chunks appended')
    assertRejected(Buffer.concat([sealed, cut(2, 3)]), 'the last chunk twice')
    assertRejected(Buffer.concat([header, cut(1, 2), cut(0, 1), cut(2, 3)]), 'two chunks swapped')
    assertRejected(Buffer.concat([header, cut(0, 1), cut(0, 1), cut(2, 3)]), 'one chunk replaced by another')
    assertRejected(Buffer.concat([header, cut(1, 3)]), 'without the first chunk')
    assertRejected(Buffer.concat([header, cut(0, 1), cut(2, 3)]), 'without one in the middle')
  })

  test('from another place, under another key or another salt', () => {
    assertRejected(sealed, 'another object', { objectKey: place.objectKey.replace('0', '1') })
    assertRejected(sealed, 'another organization', { organizationId: 'org_0000000000000000000000000B' })
    assertRejected(sealed, 'another key', { dataKey: Buffer.alloc(32, 8) })
    assertRejected(sealed, 'another size of chunks', { chunkBits: 6 })
    const other = through(new ChunkSealer(place), plain, 64)
    assertRejected(
      Buffer.concat([other.subarray(0, HEADER_BYTES), sealed.subarray(HEADER_BYTES)]),
      'the header of another object',
    )
  })

  test('a forged empty file, and a file that became empty', () => {
    const empty = seal(Buffer.alloc(0))
    assert.equal(open(empty, 0).length, 0)
    for (let bit = 0; bit < empty.length * 8; bit++) assert.throws(() => open(flip(empty, bit), 0), BlobCorrupt)
    assert.throws(() => open(empty, plain.length), BlobCorrupt)
    assert.throws(() => open(sealed, 0), BlobCorrupt)
    assert.throws(() => open(Buffer.alloc(0), 0), BlobCorrupt)
  })
})

test('sizes that no object has are rejected', () => {
  const possible = new Set(Array.from({ length: 300 }, (_, size) => sealedSize(size, chunkBits)))
  for (let size = 0; size < 350; size++)
    if (possible.has(size)) assert.equal(sealedSize(plainSize(size, chunkBits), chunkBits), size)
    else assert.throws(() => plainSize(size, chunkBits), BlobCorrupt, `${size}`)
  assert.equal(sealedSize(0), 56)
  assert.equal(sealedSize(65_536), 65_592)
  assert.equal(sealedSize(65_537), 65_609)
  assert.equal(plainSize(sealedSize(5 * 2 ** 30)), 5 * 2 ** 30)
})

describe('a range', () => {
  const edges = (size: number) =>
    fc.oneof(
      fc.nat({ max: size }),
      fc
        .tuple(fc.nat({ max: Math.ceil(size / chunk) }), fc.integer({ min: -1, max: 1 }))
        .map(([n, by]) => Math.min(size, Math.max(0, n * chunk + by))),
    )
  const ranges = fc
    .integer({ min: 1, max: 5 * chunk + 1 })
    .chain(size => fc.tuple(fc.constant(size), edges(size), edges(size), fc.integer({ min: 1, max: 60 })))
    .filter(([, a, b]) => a !== b)

  const read = (sealed: Buffer, size: number, range: { start: number; end: number }, piece: number): Buffer => {
    const stored = storedRange(range, size, chunkBits)
    assert.ok(stored.end - stored.start <= range.end - range.start + 2 * (chunk + 16) + HEADER_BYTES + 16 * 6)
    const header = sealed.subarray(0, HEADER_BYTES)
    return open(sealed.subarray(stored.start, stored.end), size, { range, header }, piece)
  }

  test('opens to exactly its bytes, at and around every chunk boundary', () => {
    fc.assert(
      fc.property(ranges, ([size, a, b, piece]) => {
        const plain = pattern(size)
        const range = { start: Math.min(a, b), end: Math.max(a, b) }
        const opened = read(seal(plain), size, range, piece)
        assert.ok(opened.equals(plain.subarray(range.start, range.end)))
      }),
      { numRuns: 1000 },
    )
  })

  test('does not open if any bit of it or of the header is flipped', () => {
    const size = 3 * chunk
    const sealed = seal(pattern(size))
    const range = { start: chunk + 3, end: chunk + 5 }
    const stored = storedRange(range, size, chunkBits)
    const bits = [[0, HEADER_BYTES] as const, [stored.start, stored.end] as const].flatMap(([from, to]) =>
      Array.from({ length: 8 * (to - from) }, (_, bit) => 8 * from + bit),
    )
    for (const bit of bits) assert.throws(() => read(flip(sealed, bit), size, range, 13), BlobCorrupt, `bit ${bit}`)
    const short = sealed.subarray(stored.start, stored.end - 1)
    const options = { range, header: sealed.subarray(0, HEADER_BYTES) }
    assert.throws(() => open(short, size, options), BlobCorrupt)
    assert.throws(() => open(Buffer.alloc(0), size, options), BlobCorrupt)
    const other = sealed.subarray(HEADER_BYTES + 2 * (chunk + 16))
    assert.throws(() => open(other, size, options), BlobCorrupt, 'the chunk after it')
    assert.throws(() => open(sealed.subarray(stored.start), size, options), BlobCorrupt, 'more than the range')
  })

  test('outside the file is rejected, and so is one without the header', () => {
    for (const [start, end] of [
      [3, 3],
      [-1, 2],
      [4, 3],
      [0, 101],
    ] as const)
      assert.throws(() => storedRange({ start, end }, 100), RangeError)
    const range = { start: chunk, end: chunk + 1 }
    assert.throws(() => new ChunkOpener({ ...place, plainSize: 100, range }), TypeError)
  })
})
