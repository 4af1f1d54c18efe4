import { randomBytes } from 'node:crypto'
import { BlobCorrupt } from './blob-store.ts'
import { Blocks } from './blocks.ts'
import { ObjectCipher, type ObjectSecret, SALT_AT, TAG_BYTES } from './object-cipher.ts'
import type { ByteRange } from './object-store.ts'
import { releaseBuffer } from './release-buffer.ts'

/** The length of the header, which every range needs, even if it does not begin at 0. */
export const HEADER_BYTES = 40

/** Chunks of 64 KiB. Sealing plus SHA-256 reaches 1,270 MB/s on one core; a range reads at most 128 KiB too much. */
const defaultChunkBits = 16

const magic = Buffer.from('PBE1')
const maxChunks = 2 ** 32
const noBytes = Buffer.alloc(0)

const chunksOf = (plain: number, bits: number): number => Math.max(1, Math.ceil(plain / 2 ** bits))

/** The size of the object for a file of `plain` bytes. */
export const sealedSize = (plain: number, bits = defaultChunkBits): number =>
  HEADER_BYTES + plain + TAG_BYTES * chunksOf(plain, bits)

/** The size of the file in an object of `sealed` bytes. Throws BlobCorrupt if no object has this size. */
export const plainSize = (sealed: number, bits = defaultChunkBits): number => {
  const body = sealed - HEADER_BYTES
  const plain = body - TAG_BYTES * Math.ceil(body / (2 ** bits + TAG_BYTES))
  if (plain < 0 || sealedSize(plain, bits) !== sealed) throw new BlobCorrupt()
  return plain
}

/**
 * The stored range that contains the chunks of a range of the file, which has `plain` bytes. If it includes the first
 * chunk, it begins at 0, with the header; otherwise the header must be read separately. Throws RangeError if the range
 * is empty or exceeds the file.
 */
export const storedRange = ({ start, end }: ByteRange, plain: number, bits = defaultChunkBits): ByteRange => {
  const isWhole = start === 0 && end === plain
  if (!isWhole && !(start >= 0 && start < end && end <= plain)) throw new RangeError('the range exceeds the file')
  const chunk = 2 ** bits
  const first = Math.floor(start / chunk)
  const after = Math.max(1, Math.ceil(end / chunk))
  const sealed = chunk + TAG_BYTES
  return {
    start: first === 0 ? 0 : HEADER_BYTES + first * sealed,
    end: Math.min(HEADER_BYTES + after * sealed, sealedSize(plain, bits)),
  }
}

const makeHeader = (bits: number, salt: Buffer): Buffer => Buffer.concat([magic, Buffer.from([bits, 0, 0, 0]), salt])

interface ChunkedSecret extends ObjectSecret {
  /** The binary logarithm of the chunk size in bytes; by default 16. */
  readonly chunkBits?: number
}

/**
 * Seals a file that arrives in buffers of any size: `push` each buffer, then call `end`. The object is the sequence of
 * the yielded buffers, which belong to the caller.
 */
export class ChunkSealer {
  readonly #cipher: ObjectCipher
  readonly #blocks: Blocks
  readonly #header: Buffer
  #index = 0

  /** @param salt 32 random bytes; tests set their own. */
  constructor(secret: ChunkedSecret, salt = randomBytes(HEADER_BYTES - SALT_AT)) {
    const { chunkBits = defaultChunkBits } = secret
    this.#header = makeHeader(chunkBits, salt)
    this.#cipher = new ObjectCipher(secret, this.#header)
    this.#blocks = new Blocks(2 ** chunkBits)
  }

  *push(plain: Buffer): Generator<Buffer, void, void> {
    for (const block of this.#blocks.push(plain)) yield* this.#seal(block, false)
  }

  *end(): Generator<Buffer, void, void> {
    yield* this.#seal(this.#blocks.end(), true)
  }

  *#seal(block: Buffer, isLast: boolean): Generator<Buffer, void, void> {
    if (this.#index === maxChunks) throw new RangeError('the file has too many chunks')
    // A copy, because the caller may release its memory after writing it.
    if (this.#index === 0) yield Buffer.concat([this.#header])
    yield* this.#cipher.seal(this.#index++, isLast, block)
  }
}

interface OpenOptions extends ChunkedSecret {
  /** The size of the file, from its record or from `plainSize` of the object. */
  readonly plainSize: number
  /** The requested range of the file; by default all bytes. */
  readonly range?: ByteRange
  /** The first HEADER_BYTES of the object, if `storedRange` does not begin at 0. */
  readonly header?: Buffer
}

/**
 * Opens an object, or the chunks of a range from `storedRange`: `push` the stored bytes as they arrive, then call
 * `end`. It yields the plain bytes of the range, only after they are verified, and overwrites them at the next step.
 * Throws BlobCorrupt for anything other than the bytes that were sealed for this object.
 */
export class ChunkOpener {
  readonly #secret: ObjectSecret
  readonly #range: ByteRange
  readonly #plainSize: number
  readonly #bits: number
  readonly #blocks: Blocks
  readonly #last: number
  readonly #after: number
  #index: number
  #header = noBytes
  #cipher: ObjectCipher | undefined

  constructor(options: OpenOptions) {
    const { plainSize, range = { start: 0, end: plainSize }, header, chunkBits = defaultChunkBits } = options
    const stored = storedRange(range, plainSize, chunkBits)
    const sealed = 2 ** chunkBits + TAG_BYTES
    this.#secret = options
    this.#range = range
    this.#plainSize = plainSize
    this.#bits = chunkBits
    this.#blocks = new Blocks(sealed)
    this.#last = chunksOf(plainSize, chunkBits) - 1
    this.#index = stored.start === 0 ? 0 : (stored.start - HEADER_BYTES) / sealed
    this.#after = Math.ceil((stored.end - HEADER_BYTES) / sealed)
    if (stored.start > 0 && !header) throw new TypeError('a range after the first chunk needs the header of the object')
    if (stored.start > 0 && header) this.#begin(header)
  }

  *push(stored: Buffer): Generator<Buffer, void, void> {
    let bytes = stored
    if (!this.#cipher) {
      const missing = HEADER_BYTES - this.#header.length
      this.#header = Buffer.concat([this.#header, bytes.subarray(0, missing)])
      bytes = bytes.subarray(missing)
      if (this.#header.length === HEADER_BYTES) this.#begin(this.#header)
    }
    for (const block of this.#blocks.push(bytes)) yield* this.#open(block)
  }

  *end(): Generator<Buffer, void, void> {
    yield* this.#open(this.#blocks.end())
    if (this.#index !== this.#after) throw new BlobCorrupt()
  }

  #begin(header: Buffer): void {
    const isExpected = makeHeader(this.#bits, header.subarray(SALT_AT)).equals(header)
    if (!isExpected || header.length !== HEADER_BYTES) throw new BlobCorrupt()
    this.#cipher = new ObjectCipher(this.#secret, header)
  }

  *#open(block: Buffer): Generator<Buffer, void, void> {
    const index = this.#index++
    const from = index * 2 ** this.#bits
    const size = Math.min(2 ** this.#bits, this.#plainSize - from)
    if (!this.#cipher || index >= this.#after || block.length !== size + TAG_BYTES) throw new BlobCorrupt()
    const plain = this.#cipher.open(index, index === this.#last, block)
    const requested = plain.subarray(Math.max(0, this.#range.start - from), Math.max(0, this.#range.end - from))
    if (requested.length > 0) yield requested
    releaseBuffer(plain)
  }
}
