import { placeOf } from '#api/blob-copy.ts'
import type { Services } from '#api/call.ts'
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
import { StoreProblem } from '#lib/object-store.ts'
import type { Pace } from './pace.ts'
import type { CopyRow } from './queries.ts'

/** `unavailable`: it could not be looked at, which says nothing of its bytes. */
export type Found = 'right' | 'unavailable' | Damage

const readWhole = async (reader: BlobReader, pace: Pace): Promise<Digest> => {
  try {
    for (let block = await reader.next(); block; block = await reader.next()) await pace(block.length)
    return reader.digest()
  } finally {
    reader.close()
  }
}

const copyOf = (row: CopyRow): Copy => ({
  ...placeOf(row),
  objectKey: row.object_key,
  storedBytes: row.stored_bytes,
  dataKeyId: row.data_key_id,
  versionId: row.version_id,
})

const meaning = (error: unknown): Found => {
  if (error instanceof BlobMissing) return 'missing'
  if (error instanceof BlobCorrupt) return 'altered'
  // Its key is gone, on purpose: the bytes may be as they were.
  if (error instanceof KeyMissing) return 'unavailable'
  if (error instanceof StoreProblem && error.code === 'altered') return 'altered'
  if (error instanceof BlobStoreUnavailable) return 'unavailable'
  throw error
}

/** Reads all bytes of a copy, as an opening does, and compares them with what was accepted. */
export const lookAtCopy = async (
  { blobs }: Pick<Services, 'blobs'>,
  organizationId: string,
  row: CopyRow,
  pace: Pace,
): Promise<Found> => {
  try {
    const { sha256, byteSize } = await readWhole(await blobs.read(organizationId, [copyOf(row)]), pace)
    return sha256 === row.checksum_sha256 && byteSize === row.byte_size ? 'right' : 'altered'
  } catch (error) {
    return meaning(error)
  }
}
