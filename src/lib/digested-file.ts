import type { BlobReader } from './blob-store.ts'
import { type Digest, type DigestSession, openDigestSession } from './digest-thread.ts'

const blocksPerFile = 2

type BlockSet = readonly SharedArrayBuffer[]

interface Memory {
  /** A multiple of 3, so that base64 has no remainder. More or larger blocks are not faster. */
  readonly blockBytes: number
  /** The number of sets to keep for later files, because only the garbage collector frees shared memory. */
  readonly spareSets: number
  readonly spare: BlockSet[]
}

const large: Memory = { blockBytes: 192 * 1024, spareSets: 4, spare: [] }
/**
 * The memory for files that fit into one small block. With large blocks, each of many files opened at once needed 384
 * KiB of new memory. Allocating and collecting it took 1.8 s of the 5.1 s that the thread of a busy server worked in 8
 * s.
 */
const small: Memory = { blockBytes: 24 * 1024, spareSets: 64, spare: [] }

const takeBlocks = ({ spare, blockBytes }: Memory): BlockSet =>
  spare.pop() ?? Array.from({ length: blocksPerFile }, () => new SharedArrayBuffer(blockBytes))

class DigestedFile implements BlobReader {
  readonly #memory: Memory
  readonly #blocks: BlockSet
  readonly #session: DigestSession
  readonly #opened = Promise.withResolvers<void>()
  readonly #ready: Buffer[] = []
  #received = 0
  #isLent = false
  #digest: Digest | undefined
  #failure: Error | undefined
  #closed = false
  #wake = () => {}

  constructor(path: string, memory: Memory) {
    this.#memory = memory
    this.#blocks = takeBlocks(memory)
    this.#session = openDigestSession(path, this.#blocks, {
      opened: () => this.#opened.resolve(),
      block: bytes => this.#receive(bytes),
      end: ({ sum, byteSize }) => {
        this.#digest = { sha256: sum, byteSize }
        this.#wake()
      },
      failed: error => this.#fail(error),
    })
    // Requests blocks before the file is open, so that a small file needs only one exchange with the other thread.
    for (const _ of this.#blocks) this.#session.block()
  }

  opened(): Promise<void> {
    return this.#opened.promise
  }

  async next(): Promise<Buffer | undefined> {
    if (this.#isLent) this.#session.block()
    this.#isLent = false
    while (this.#ready.length === 0 && !this.#digest && !this.#failure) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      await promise
    }
    if (this.#failure) throw this.#failure
    const block = this.#ready.shift()
    this.#isLent = block !== undefined
    return block
  }

  digest(): Digest {
    if (!this.#digest) throw new Error('the file was not read to its end')
    return this.#digest
  }

  /** Closes the file. Its memory may be reused at once, because the other thread handles requests in order. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#session.close()
    const { spare, spareSets } = this.#memory
    if (spare.length < spareSets) spare.push(this.#blocks)
    this.#fail(new Error('the file was closed'))
  }

  #receive(bytes: number): void {
    const block = this.#blocks[this.#received % this.#blocks.length]
    this.#received += 1
    if (block) this.#ready.push(Buffer.from(block, 0, bytes))
    this.#wake()
  }

  #fail(error: Error): void {
    this.#failure ??= error
    this.#opened.reject(error)
    this.#wake()
  }
}

/**
 * Opens a file that another thread reads ahead and hashes, so that this thread neither waits for the disk nor hashes.
 * Uses at most 384 KiB of shared memory, depending on `expectedBytes`. Opening and `next` reject with the system's
 * error.
 */
export const openDigestedFile = async (path: string, expectedBytes: number): Promise<BlobReader> => {
  const file = new DigestedFile(path, expectedBytes <= small.blockBytes ? small : large)
  try {
    await file.opened()
    return file
  } catch (error) {
    file.close()
    throw error
  }
}
