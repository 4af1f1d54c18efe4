import {
  BindingUnavailable,
  BlobCorrupt,
  BlobDamaged,
  BlobMissing,
  type BlobReader,
  type BlobStore,
  BlobStoreUnavailable,
  BlobTooLarge,
  type Copy,
  type CopyOptions,
  type PutOptions,
  SourceFailed,
  type StoreLocation,
} from '#lib/blob-store.ts'
import { isKeyError } from '#lib/data-keys.ts'
import type { Digest } from '#lib/digest-thread.ts'
import type { Slice } from '#lib/governor.ts'
import type { Log } from '#lib/log.ts'
import type { ObjectStores } from '#lib/object-store.ts'
import type { BindingWatch } from '#src/features/storage/posture/binding-watch.ts'
import type { FolderStore } from './folder-store.ts'
import { openObjectReader } from './object-reader.ts'
import type { FileSealing } from './sealing.ts'
import type { Spool } from './spool.ts'

interface RouterServices {
  readonly folder: FolderStore
  readonly stores: ObjectStores
  readonly spool: Spool
  readonly sealing: FileSealing
  readonly log: Log
  readonly watch: BindingWatch
}

const unpaced: CopyOptions['pace'] = async () => {}

const isSameDigest = (actual: Digest, expected: Digest): boolean =>
  actual.sha256 === expected.sha256 && actual.byteSize === expected.byteSize

const digestOf = async (reader: BlobReader, pace: CopyOptions['pace']): Promise<Digest> => {
  try {
    for (let block = await reader.next(); block; block = await reader.next()) await pace(block.length)
    return reader.digest()
  } finally {
    reader.close()
  }
}

const asSourceFailure = <T>(work: Promise<T>): Promise<T> =>
  work.catch(error => {
    throw new SourceFailed(error)
  })

/** Begins a slice that lasts until the returned object is disposed. */
const enterSlice = async (slice: Slice): Promise<Disposable> => {
  const ended = Promise.withResolvers<void>()
  await new Promise<void>((begin, reject) => {
    slice(() => {
      begin()
      return ended.promise
    }).catch(reject)
  })
  return { [Symbol.dispose]: ended.resolve }
}

/**
 * Yields the bytes of a copy. Each block occupies a slice until the next block is requested. Each is duplicated, because
 * the reader reuses its buffer while the store still holds the block.
 */
async function* readCopy(
  open: () => Promise<BlobReader>,
  { pace, slice }: Pick<CopyOptions, 'pace' | 'slice'>,
): AsyncGenerator<Buffer, void, void> {
  const reader = await asSourceFailure(open())
  try {
    for (;;) {
      const block = await asSourceFailure(reader.next())
      if (!block) return
      await pace(block.length)
      using _ = await enterSlice(slice)
      yield Buffer.from(block)
    }
  } finally {
    reader.close()
  }
}

const describeCopy = (location: StoreLocation, objectKey: string, storedBytes: number): Copy => ({
  ...location,
  objectKey,
  storedBytes,
  dataKeyId: null,
  versionId: null,
})

/** Returns the error to throw if none of the copies can be read. */
const unreadableError = (copies: readonly Copy[]): Error => {
  const reasons = copies.map(({ unreadableReason }) => unreadableReason)
  if (reasons.includes('unavailable')) return new BindingUnavailable()
  const damage = reasons.find(reason => reason === 'altered' || reason === 'missing')
  return damage ? new BlobDamaged(damage) : new BlobMissing()
}

/** Stores the files of all organizations, each in the bindings of its organization. */
export const routeBlobs = ({ folder, stores, spool, sealing, log, watch }: RouterServices): BlobStore => {
  const openCopy = async (organizationId: string, copy: Copy): Promise<BlobReader> => {
    if (copy.kind === 'folder') return folder.read(organizationId, copy.objectKey, copy.storedBytes)
    const store = await stores.of(organizationId, copy)
    const transform = await sealing.open(organizationId, copy)
    return openObjectReader(await store.read(copy.objectKey, { versionId: copy.versionId }), transform)
  }

  const readBack = async (organizationId: string, copy: Copy, expected: Digest, pace = unpaced): Promise<void> => {
    const actual = await digestOf(await openCopy(organizationId, copy), pace)
    if (!isSameDigest(actual, expected)) throw new BlobCorrupt()
  }

  /** Awaits the store call of a request, and reports the binding to the watch if it is unavailable. */
  const watchCall = async <T>(organizationId: string, { bindingId }: StoreLocation, work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof BlobStoreUnavailable && !isKeyError(error)) {
        error.bindingId = bindingId
        watch.reportFailure(organizationId, bindingId)
      }
      throw error
    }
  }

  const storeBlob = async (organizationId: string, key: string, source: AsyncIterable<Buffer>, input: PutOptions) => {
    const { place, begun, lockFor, reached = () => {}, ...options } = input
    if (place.kind === 'folder') {
      const received = await folder.put(organizationId, key, source, options)
      reached('sent')
      reached('verified')
      return { received, copy: describeCopy(place, key, received.byteSize) }
    }
    const store = await stores.of(organizationId, place)
    const sealed = place.encryption === 'envelope' ? await sealing.seal(organizationId, key) : undefined
    await using spooled = await spool.receive(key, source, options, sealed?.transform)
    const { received, file } = spooled
    const { versionId } = await store.send(key, file, { begun, lockFor, signal: options.signal })
    const copy = { ...describeCopy(place, key, file.byteSize), dataKeyId: sealed?.dataKeyId ?? null, versionId }
    reached('sent')
    await readBack(organizationId, copy, received)
    reached('verified')
    return { received, copy }
  }

  let receiving = 0

  return {
    get receiving() {
      return receiving
    },

    async put(organizationId, key, source, options) {
      receiving++
      try {
        const storing = storeBlob(organizationId, key, source, options)
        const { received, copy } = await watchCall(organizationId, options.place, storing)
        return { ...received, key, copy }
      } finally {
        receiving--
      }
    },

    async copy(organizationId, from, { objectKey, digest, pace, slice, ...options }) {
      const check = (received: Digest) => {
        if (!isSameDigest(received, digest)) throw new SourceFailed(new BlobCorrupt())
        options.reached('read')
      }
      const source = readCopy(() => openCopy(organizationId, from), { pace, slice })
      const { copy } = await storeBlob(organizationId, objectKey, source, {
        ...options,
        check,
        maxBytes: digest.byteSize,
      }).catch(error => Promise.reject(error instanceof BlobTooLarge ? new SourceFailed(new BlobCorrupt()) : error))
      return copy
    },

    verify: (organizationId, copy, { digest, pace }) => readBack(organizationId, copy, digest, pace),

    async read(organizationId, copies) {
      let failure: unknown = unreadableError(copies)
      for (const copy of copies.filter(({ unreadableReason }) => unreadableReason === undefined)) {
        try {
          const reader = await watchCall(organizationId, copy, openCopy(organizationId, copy))
          return Object.assign(reader, { objectKey: copy.objectKey })
        } catch (error) {
          if (!(error instanceof BlobMissing || error instanceof BlobStoreUnavailable)) throw error
          log.warn({ event: 'stored_copy_not_opened', organization: organizationId, record: copy.bindingId, error })
          failure = error
        }
      }
      throw failure
    },

    async lock(organizationId, copy, until) {
      const store = await stores.of(organizationId, copy)
      return store.lock(copy, until)
    },

    tidy: spool.tidy,

    refused: watch.reportRejection,

    async remove(organizationId, { key, place, uploadId }) {
      if (!place || place.kind === 'folder') return folder.remove(organizationId, key)
      const store = await stores.of(organizationId, place)
      if (uploadId !== null) await store.abort({ objectKey: key, uploadId })
      await store.remove(key)
    },
  }
}
