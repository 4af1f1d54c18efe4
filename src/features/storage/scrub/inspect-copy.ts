import type { Provided } from '#http/call.ts'
import {
  BlobCorrupt,
  BlobMissing,
  type BlobReader,
  BlobStoreUnavailable,
  type Copy,
  type Damage,
} from '#lib/blob-store.ts'
import { KeyMissing } from '#lib/data-keys.ts'
import type { Digest } from '#lib/digest-thread.ts'
import type { Slice } from '#lib/governor.ts'
import { StoreProblem } from '#lib/object-store.ts'
import { storeLocationOf } from '#shared/blob-copy.ts'
import type { ReadPace } from './pace.ts'
import type { ScrubbedCopyRow } from './queries.ts'

/** `unavailable`: the copy could not be read, which proves nothing about its bytes. */
export type CopyCondition = 'intact' | 'unavailable' | Damage

/** How reads are paced: each block is a slice of background work and waits for the configured rate. */
export interface PacedReading {
  readonly pace: ReadPace
  readonly slice: Slice
}

const readWhole = async (reader: BlobReader, { pace, slice }: PacedReading): Promise<Digest> => {
  const next = () => slice(() => reader.next())
  try {
    for (let block = await next(); block; block = await next()) await pace(block.length)
    return reader.digest()
  } finally {
    reader.close()
  }
}

const describeCopy = (row: ScrubbedCopyRow): Copy => ({
  ...storeLocationOf(row),
  objectKey: row.object_key,
  storedBytes: row.stored_bytes,
  dataKeyId: row.data_key_id,
  versionId: row.version_id,
})

const conditionOf = (error: unknown): CopyCondition => {
  if (error instanceof BlobMissing) return 'missing'
  if (error instanceof BlobCorrupt) return 'altered'
  // An administrator destroyed the key; the bytes may be intact.
  if (error instanceof KeyMissing) return 'unavailable'
  if (error instanceof StoreProblem && error.code === 'altered') return 'altered'
  if (error instanceof BlobStoreUnavailable) return 'unavailable'
  throw error
}

/** Reads a whole copy in the same way as opening its file, and compares it with the digest recorded at upload. */
export const inspectCopy = async (
  { blobs }: Provided<'blobs'>,
  organizationId: string,
  row: ScrubbedCopyRow,
  pacing: PacedReading,
): Promise<CopyCondition> => {
  try {
    const { sha256, byteSize } = await readWhole(await blobs.read(organizationId, [describeCopy(row)]), pacing)
    return sha256 === row.checksum_sha256 && byteSize === row.byte_size ? 'intact' : 'altered'
  } catch (error) {
    return conditionOf(error)
  }
}
