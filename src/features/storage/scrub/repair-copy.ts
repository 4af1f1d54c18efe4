import type { Provided, Services } from '#http/call.ts'
import { BlobCorrupt, type BlobReader, newBlobKey, type ReceivedBlob } from '#lib/blob-store.ts'
import { iso } from '#lib/clock.ts'
import {
  deleteStagedBlob,
  insertBlobCopy,
  readCopies,
  recordUploadId,
  stageIn,
  storeLocationOf,
} from '#shared/blob-copy.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { discardBlob, lockStaged } from '#shared/stage-blob.ts'
import type { ReadPace } from './pace.ts'
import type { ScrubbedCopyRow } from './queries.ts'

async function* bytesOf(reader: BlobReader, pace: ReadPace): AsyncGenerator<Buffer, void, void> {
  try {
    for (let block = await reader.next(); block; block = await reader.next()) {
      await pace(block.length)
      // Duplicated, because the next read may overwrite the bytes while the store still uses them.
      yield Buffer.from(block)
    }
  } finally {
    reader.close()
  }
}

interface Repair {
  readonly organizationId: string
  /** The id of the job run. */
  readonly requestId: string
  readonly row: ScrubbedCopyRow & { readonly copies: string | null }
  readonly pace: ReadPace
}

/**
 * Copies a file from another copy into the binding of a damaged copy, under a new key; the damaged copy stays as
 * evidence. The new copy is staged like an upload, so that a crash leaves no copy without a record.
 * @throws the errors of the stores
 */
export const repairCopy = async (
  services: Services & Provided<'blobs'>,
  { organizationId, requestId, row, pace }: Repair,
): Promise<void> => {
  const { db, clock, blobs, nodeId } = services
  const key = newBlobKey()
  const now = clock.now()
  const source = bytesOf(await blobs.read(organizationId, readCopies(row.copies)), pace)
  const check = ({ sha256, byteSize }: ReceivedBlob) => {
    if (sha256 !== row.checksum_sha256 || byteSize !== row.byte_size) throw new BlobCorrupt()
  }
  try {
    const staged = { blobKey: key, nodeId, createdAt: iso(now), bindingId: row.binding_id }
    await db.transaction(organizationId, tx => tx.write(stageIn, staged))
    const { copy } = await blobs.put(organizationId, key, source, {
      place: storeLocationOf(row),
      maxBytes: row.byte_size,
      check,
      begun: uploadId => db.transaction(organizationId, tx => tx.write(recordUploadId, { blobKey: key, uploadId })),
    })
    await db.transaction(organizationId, async tx => {
      if (!(await lockStaged({ tx }, { key, copy })))
        throw new Error('the repaired copy was swept, or its key was destroyed')
      tx.write(insertBlobCopy, { ...copy, blobKey: row.blob_key, state: 'verified', at: iso(now) })
      tx.write(deleteStagedBlob, { blobKey: key })
      const context = { resourceId: row.artifact_id, bindingId: row.binding_id, runId: requestId }
      writeSecurityEvent(
        { ...services, organizationId, tx, requestId },
        { type: 'storageOperationsCopyRepaired', context },
      )
    })
  } catch (error) {
    await source.return()
    await discardBlob({ ...services, organizationId, now }, key)
    throw error
  }
}
