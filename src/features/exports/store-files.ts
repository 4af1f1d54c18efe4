import { crc32 } from 'node:zlib'
import type { Call, Change, Provided } from '#http/call.ts'
import { BlobStoreUnavailable, type StagedBlob } from '#lib/blob-store.ts'
import { iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { discardBlob, keepStaged, lockStaged, stageBlob } from '#shared/stage-blob.ts'
import { insertEntries, insertOwnArtifact } from './entry-queries.ts'
import type { LeasedExport } from './lease.ts'

/** A stored file of a bundle that is not yet recorded. An empty file is not stored. */
export interface StoredFile {
  readonly path: string
  readonly byteSize: number
  readonly sha256: string
  readonly crc32: number
  readonly blob: StagedBlob | undefined
}

const emptyFile = (path: string): StoredFile => ({
  path,
  byteSize: 0,
  sha256: sha256Hex(''),
  crc32: 0,
  blob: undefined,
})

/** The files stored in one step. Deletes them at the end of the step unless they were recorded. */
export interface StepStorage extends AsyncDisposable {
  readonly call: Call & Provided<'blobs'>
  readonly progressed: () => void
  readonly keys: string[]
}

export const openStepStorage = ({ call, progressed }: Pick<LeasedExport, 'call' | 'progressed'>): StepStorage => {
  const keys: string[] = []
  return {
    call,
    progressed,
    keys,
    async [Symbol.asyncDispose]() {
      for (const key of keys) await discardBlob(call, key)
    },
  }
}

/** Stores a file of a bundle in the active storage binding of the workspace. */
export const storeFile = async (
  { call, progressed, keys }: StepStorage,
  path: string,
  bytes: AsyncIterable<Buffer>,
): Promise<StoredFile> => {
  const iterator = bytes[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (first.done) return emptyFile(path)
  let checksum = 0
  async function* readSumming() {
    for (let next = first; !next.done; next = await iterator.next()) {
      checksum = crc32(next.value, checksum)
      progressed()
      yield next.value
    }
  }
  const blob = await stageBlob(call, readSumming(), {
    check: () => {},
    isRetained: false,
    maxBytes: Number.MAX_SAFE_INTEGER,
  })
  keys.push(blob.key)
  return { path, byteSize: blob.byteSize, sha256: blob.sha256, crc32: checksum, blob }
}

export const storeText = (storage: StepStorage, path: string, content: string | Buffer): Promise<StoredFile> =>
  storeFile(
    storage,
    path,
    (async function* () {
      if (content.length > 0) yield Buffer.from(content)
    })(),
  )

/** The error to throw if the sweeper has removed a staged file; the step then starts over. */
const sweptMeanwhile = () => new BlobStoreUnavailable()

/** Records stored files as the next entries of a bundle, starting at a position. */
export const recordFiles = async (
  change: Change,
  exportId: string,
  from: number,
  files: readonly StoredFile[],
): Promise<void> => {
  const { tx, ids, now } = change
  const artifactIds: string[] = []
  for (const { blob, byteSize, sha256, crc32 } of files) {
    if (!blob) {
      artifactIds.push('')
      continue
    }
    if (!(await lockStaged(change, blob))) throw sweptMeanwhile()
    const id = ids.next('art', now)
    tx.write(insertOwnArtifact, { id, blobKey: blob.key, byteSize, checksumSha256: sha256, crc32, at: iso(now) })
    keepStaged(change, blob)
    artifactIds.push(id)
  }
  tx.write(insertEntries, {
    exportId,
    from,
    paths: files.map(({ path }) => path),
    byteSizes: files.map(({ byteSize }) => byteSize),
    sha256s: files.map(({ sha256 }) => sha256),
    crc32s: files.map(({ crc32 }) => crc32),
    artifactIds,
    isOwn: true,
  })
}
