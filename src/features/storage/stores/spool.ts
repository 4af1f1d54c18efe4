import { createHash, type Hash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BlobStoreUnavailable, type ReceivedBlob, type ReceiveOptions } from '#lib/blob-store.ts'
import { PART_BYTES, type SpooledFile } from '#lib/object-store.ts'
import { receive } from './receive.ts'
import { SpoolWriter } from './spool-writer.ts'

/**
 * Transforms bytes in transit, for example by encrypting them. A yielded chunk is valid at least until the caller
 * requests the next one.
 */
export interface Transform {
  push(chunk: Buffer): Iterable<Buffer>
  /** Returns the remaining bytes after the last `push`. */
  end(): Iterable<Buffer>
  /** Discards its state. */
  close?(): void
}

const identity: Transform = { push: chunk => [chunk], end: () => [] }

/** Hashes each part of the written file, so that a part can be signed before it is read again. */
class PartDigests {
  readonly parts: string[] = []
  byteSize = 0
  #hash: Hash = createHash('sha256')

  add(bytes: Buffer): void {
    for (let offset = 0; offset < bytes.length; ) {
      const remaining = PART_BYTES - (this.byteSize % PART_BYTES)
      const piece = bytes.subarray(offset, offset + remaining)
      this.#hash.update(piece)
      this.byteSize += piece.length
      offset += piece.length
      if (piece.length === remaining) this.#end()
    }
  }

  end(): void {
    if (this.byteSize % PART_BYTES !== 0 || this.byteSize === 0) this.#end()
  }

  #end(): void {
    this.parts.push(this.#hash.digest('hex'))
    this.#hash = createHash('sha256')
  }
}

export interface SpooledUpload extends AsyncDisposable {
  readonly received: ReceivedBlob
  /** The bytes as they will be sent. Deleted on disposal. */
  readonly file: SpooledFile
}

/**
 * Collects and checks files on this node before it contacts the object store: small files in memory, others on disk. A
 * slow client therefore occupies a file on this node, but little memory and no connection to the store. Each node has
 * its own folder, `<root>/<node>`. The files need not survive a crash, so they are not synced.
 */
export const createSpool = (root: string, nodeId: string) => {
  const folder = join(root, nodeId)
  return {
    folder,
    /** @throws the errors of `receive` and `check`, and BlobStoreUnavailable when this disk is full or missing */
    async receive(
      key: string,
      source: AsyncIterable<Buffer>,
      options: ReceiveOptions,
      transform = identity,
    ): Promise<SpooledUpload> {
      const path = join(folder, key)
      await using writer = new SpoolWriter(path)
      const digests = new PartDigests()
      const write = async (chunks: Iterable<Buffer>) => {
        for (const chunk of chunks) {
          digests.add(chunk)
          await mapDiskErrors(writer.write(chunk))
        }
      }
      try {
        const received = await receive(source, options, chunk => write(transform.push(chunk)))
        await write(transform.end())
        digests.end()
        const bytes = await mapDiskErrors(writer.finish())
        await options.check?.(received)
        const { byteSize, parts } = digests
        return { received, file: { path, bytes, byteSize, parts }, [Symbol.asyncDispose]: () => writer.remove() }
      } catch (error) {
        await writer.settle()
        await writer.remove().catch(() => {})
        throw error
      }
    },
    /** Removes the folders of nodes that no longer run. */
    async tidy(running: ReadonlySet<string>): Promise<void> {
      const nodes = await readdir(root).catch(() => [])
      const stopped = nodes.filter(node => node !== nodeId && !running.has(node))
      for (const node of stopped) await mapDiskErrors(rm(join(root, node), { recursive: true, force: true }))
    },
  }
}

export type Spool = ReturnType<typeof createSpool>

const mapDiskErrors = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (cause) {
    throw new BlobStoreUnavailable({ cause })
  }
}
