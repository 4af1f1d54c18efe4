import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { access, type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  BlobCorrupt,
  BlobMissing,
  type BlobReader,
  BlobStoreUnavailable,
  type ReceivedBlob,
  type ReceiveOptions,
} from '#lib/blob-store.ts'
import type { Digest, Sum } from '#lib/digest-thread.ts'
import { openDigestedFile } from '#lib/digested-file.ts'
import { digestOfFile, type FollowedFile, followFile } from '#lib/follow-file.ts'
import { StreamMac } from '#lib/mac.ts'
import type { ByteRange, ObjectBytes, StoredObject } from '#lib/object-store.ts'
import { FileWriter } from './file-writer.ts'
import { receive } from './receive.ts'

const keyPattern = /^[0-9a-f]{32}$/
const shardPattern = /^[0-9a-f]{2}$/
const noKey = '0'.repeat(32)
const rangeBytes = 256 * 1024
const organizationPattern = /^[a-z]{2,8}_[0-9A-Za-z]{1,64}$/

/** Stores files of all organizations by random keys of 32 hex digits. Every call may throw BlobStoreUnavailable. */
export interface FolderStore {
  /**
   * Writes `source` durably and reads it back while writing. After a failure, nothing remains under the key.
   * @throws BlobTooLarge, BlobCorrupt, and the errors of `source` and `check`
   */
  put(
    organizationId: string,
    key: string,
    source: AsyncIterable<Buffer>,
    options: ReceiveOptions,
  ): Promise<ReceivedBlob>
  /** Reads the stored bytes. @throws BlobMissing */
  verify(organizationId: string, key: string): Promise<Digest>
  /** Opens the stored bytes, whose size must be the expected one. @throws BlobMissing */
  read(organizationId: string, key: string, expectedBytes: number): Promise<BlobReader>
  /** Opens a range of the stored bytes, from `start` up to but excluding `end`. @throws BlobMissing */
  readRange(organizationId: string, key: string, range?: ByteRange): Promise<ObjectBytes>
  /** Removes the bytes, including leftovers of an interrupted `put`; a missing key is not an error. */
  remove(organizationId: string, key: string): Promise<void>
  /** Removes all files of an organization. */
  removeAll(organizationId: string): Promise<void>
  /** Lists files of an organization in the order of their keys, starting after the key `after`. */
  list(organizationId: string, options: { after?: string | undefined; limit: number }): Promise<StoredObject[]>
  /** Lists the incomplete files of all organizations, with the time of the last write. */
  unfinished(): Promise<StoredObject[]>
}

interface BlobPaths {
  readonly organization: string
  readonly shard: string
  readonly final: string
  readonly staging: string
}

/** Converts a system error, which may contain a path, to the cause of a BlobStoreUnavailable. */
const toUnavailable = (cause: unknown): Error => new BlobStoreUnavailable({ cause })

const mapStorageErrors = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (cause) {
    throw toUnavailable(cause)
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

const syncDirectory = async (path: string): Promise<void> => {
  await using directory = await open(path, 'r')
  await directory.sync()
}

/** Creates only the last directory of the path: a missing parent means an unmounted disk. */
const ensureDirectory = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return
    throw error
  }
  await syncDirectory(dirname(path))
}

/**
 * Keeps blobs in a folder, as `<root>/<organization>/<2 hex>/<key>`. They are written under `<root>/staging` and renamed
 * when complete. The folder is created here, once. If it is missing later (a disk not mounted), every call fails with
 * BlobStoreUnavailable rather than creating an empty one.
 *
 * Storing 100 MB on 2 cores takes 1.2 to 1.6 times as long as bare Fastify multipart that hashes to a file without
 * sync, and 1.25 times as long with 20 uploads at once. This includes reading back and syncing. Incoming bytes are
 * hashed on this thread; another thread reads them back behind the writer and compares a MAC, which takes a fifth less
 * CPU than a second SHA-256.
 */
export const createFolderStore = (root: string): FolderStore => {
  const stagingFolder = join(root, 'staging')
  mkdirSync(stagingFolder, { recursive: true, mode: 0o700 })

  const locate = (organizationId: string, key: string): BlobPaths => {
    if (!organizationPattern.test(organizationId)) throw new TypeError('not an organization id')
    if (!keyPattern.test(key)) throw new TypeError('not a blob key')
    const organization = join(root, organizationId)
    const shard = join(organization, key.slice(0, 2))
    return { organization, shard, final: join(shard, key), staging: join(stagingFolder, key) }
  }

  const describeFile = async (path: string, objectKey: string): Promise<StoredObject[]> => {
    const file = await stat(path).catch(() => undefined)
    return file?.isFile() ? [{ objectKey, byteSize: file.size, modifiedAt: file.mtimeMs }] : []
  }

  /** A file counts as missing only if the store itself exists. */
  const toMissing = async (error: unknown): Promise<Error> => {
    if (!hasCode(error, 'ENOENT')) return toUnavailable(error)
    await mapStorageErrors(stat(stagingFolder))
    return new BlobMissing({ cause: error })
  }

  return {
    async put(organizationId, key, source, options) {
      const paths = locate(organizationId, key)
      const file = await mapStorageErrors(openStaging(paths))
      const macKey = randomBytes(32)
      const mac = new StreamMac(macKey)
      const stored = followFile(paths.staging, macKey)
      const writer = new FileWriter(file, { onWritten: stored.upTo, durable: true })
      try {
        const received = await receive(source, options, chunk => {
          mac.update(chunk)
          return mapStorageErrors(writer.write(chunk))
        })
        await mapStorageErrors(writer.finish())
        await options.check?.(received)
        await compare({ sum: mac.digest(), byteSize: received.byteSize }, stored)
        await mapStorageErrors(publish(file, paths))
        return received
      } catch (error) {
        await writer.settle()
        stored.close()
        await discard(file, paths)
        throw error
      }
    },

    async verify(organizationId, key) {
      const { final } = locate(organizationId, key)
      try {
        return await digestOfFile(final)
      } catch (error) {
        throw await toMissing(error)
      }
    },

    async read(organizationId, key, expectedBytes) {
      const { final } = locate(organizationId, key)
      try {
        const file = await openDigestedFile(final, expectedBytes)
        return { next: () => mapStorageErrors(file.next()), digest: () => file.digest(), close: () => file.close() }
      } catch (error) {
        throw await toMissing(error)
      }
    },

    async readRange(organizationId, key, range) {
      const { final } = locate(organizationId, key)
      const file = await open(final).catch(async error => Promise.reject(await toMissing(error)))
      const { size } = await mapStorageErrors(file.stat())
      const { start, end } = range ?? { start: 0, end: size }
      const byteSize = Math.max(0, Math.min(end, size) - start)
      return {
        byteSize,
        async *[Symbol.asyncIterator]() {
          const block = Buffer.allocUnsafe(Math.min(rangeBytes, byteSize))
          for (let offset = 0; offset < byteSize; ) {
            const { bytesRead } = await mapStorageErrors(
              file.read(block, 0, Math.min(block.length, byteSize - offset), start + offset),
            )
            if (bytesRead === 0) throw new BlobStoreUnavailable()
            offset += bytesRead
            yield block.subarray(0, bytesRead)
          }
        },
        [Symbol.asyncDispose]: () => file.close().catch(() => {}),
      }
    },

    async list(organizationId, { after = '', limit }) {
      const { organization } = locate(organizationId, noKey)
      await mapStorageErrors(stat(stagingFolder))
      const objects: StoredObject[] = []
      for (const shard of await mapStorageErrors(listNames(organization))) {
        if (objects.length >= limit) break
        if (shard < after.slice(0, 2) || !shardPattern.test(shard)) continue
        for (const key of await mapStorageErrors(listNames(join(organization, shard)))) {
          if (objects.length >= limit) break
          if (key <= after || !keyPattern.test(key) || !key.startsWith(shard)) continue
          objects.push(...(await describeFile(join(organization, shard, key), key)))
        }
      }
      return objects
    },

    async unfinished() {
      const keys = (await mapStorageErrors(readdir(stagingFolder))).filter(key => keyPattern.test(key))
      return (await Promise.all(keys.map(key => describeFile(join(stagingFolder, key), key)))).flat()
    },

    async remove(organizationId, key) {
      const { final, staging } = locate(organizationId, key)
      await mapStorageErrors(stat(stagingFolder))
      for (const path of [final, staging]) await mapStorageErrors(removeFile(path))
    },
    async removeAll(organizationId) {
      if (!organizationPattern.test(organizationId)) throw new TypeError('not an organization id')
      await mapStorageErrors(stat(stagingFolder))
      await mapStorageErrors(rm(join(root, organizationId), { recursive: true, force: true }))
    },
  }
}

/** The exclusive staging file locks the key, so that its creator can check whether the key is in use. */
const openStaging = async (paths: BlobPaths): Promise<FileHandle> => {
  const file = await open(paths.staging, 'wx', 0o600)
  try {
    await ensureDirectory(paths.organization)
    await ensureDirectory(paths.shard)
    const isTaken = await access(paths.final).then(
      () => true,
      () => false,
    )
    if (isTaken) throw new Error('the blob key is in use')
    return file
  } catch (error) {
    await file.close()
    await rm(paths.staging, { force: true })
    throw error
  }
}

const compare = async (written: Sum, stored: FollowedFile): Promise<void> => {
  const { sum, byteSize } = await mapStorageErrors(stored.end())
  if (sum !== written.sum || byteSize !== written.byteSize) throw new BlobCorrupt()
}

const publish = async (file: FileHandle, paths: BlobPaths): Promise<void> => {
  await file.close()
  await rename(paths.staging, paths.final)
  await syncDirectory(paths.shard)
}

/** Returns sorted names; empty if the folder does not exist or is a file. An organization without files has none. */
const listNames = async (folder: string): Promise<string[]> => {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return []
    throw error
  }
}

/** Cleans up after a failure that the caller reports. Ignores errors, because `remove` is called later. */
const discard = async (file: FileHandle, paths: BlobPaths): Promise<void> => {
  await file.close().catch(() => {})
  for (const path of [paths.staging, paths.final]) await rm(path, { force: true }).catch(() => {})
}

const removeFile = async (path: string): Promise<void> => {
  try {
    await rm(path)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  await syncDirectory(dirname(path))
}
