import { violatedConstraint } from '#db/sql-error.ts'
import type { Call, Change, Provided } from '#http/call.ts'
import type { BlobStore } from '#lib/blob-store.ts'
import {
  BindingUnavailable,
  BlobStoreUnavailable,
  newBlobKey,
  type ReceivedBlob,
  type StagedBlob,
  unlessLocked,
} from '#lib/blob-store.ts'
import { day, iso } from '#lib/clock.ts'
import { reachedUploadStep } from '#lib/storage-steps.ts'
import {
  type ActiveBindingRow,
  deleteStagedBlob,
  insertBlobCopy,
  insertStagedBlob,
  lockDataKey,
  lockStagedBlob,
  recordStagedLock,
  recordUploadId,
  type StoreBindingRow,
  storeLocationOf,
} from './blob-copy.ts'

declare module '#http/call.ts' {
  interface Capabilities {
    readonly blobs: BlobStore
  }
}

type Staging = Pick<Call, 'organizationId' | 'db' | 'nodeId' | 'now' | 'settings' | 'log'> & Provided<'blobs'>

interface StageOptions {
  readonly check: (received: ReceivedBlob) => void | Promise<void>
  /** The size limit in bytes; by default the upload limit. */
  readonly maxBytes?: number
  /** Whether the file must be retained for a time. */
  readonly isRetained: boolean
}

const unusableBindingConstraint = 'staged_blob_in_usable_binding'

// Retries once, because another binding may become active, and the previous one be retired, before the row is written.
const findPlace = async (
  { db, blobs, organizationId, nodeId, now }: Staging,
  blobKey: string,
): Promise<StoreBindingRow> => {
  const staged = { blobKey, nodeId, createdAt: iso(now) }
  let place: ActiveBindingRow | undefined
  const insert = () =>
    db.transaction(organizationId, tx =>
      tx.write(insertStagedBlob, staged, ([row]) => {
        place = row
      }),
    )
  await insert().catch(error => {
    if (violatedConstraint(error) === unusableBindingConstraint) return insert()
    throw error
  })
  if (!place) throw new BlobStoreUnavailable()
  if (place.accepts_no_files) {
    blobs.refused(organizationId, place.binding_id)
    throw new BindingUnavailable()
  }
  return place
}

/**
 * The duration of the initial lock of a file that must be retained, if its binding locks files. It is short, so that
 * the leftovers of a failed upload do not stay locked for years. A job extends it once the file belongs to a record
 * (`features/storage/locks`).
 */
const initialLockMs = day

/**
 * Stores a file in the active binding. Writes a row before the first byte, so that leftovers of a crash can be found.
 * The row names the binding, which stays the destination even if another one becomes active. If `check` throws, removes
 * all bytes and rethrows the error.
 */
export const stageBlob = async (
  call: Staging,
  bytes: AsyncIterable<Buffer>,
  { check, isRetained, maxBytes = call.settings.maxUploadBytes }: StageOptions,
): Promise<StagedBlob> => {
  const { organizationId, blobs, db } = call
  const key = newBlobKey()
  const place = await findPlace(call, key)
  reachedUploadStep('staged')
  let isSent = place.kind === 'folder'
  try {
    return await blobs.put(organizationId, key, bytes, {
      place: storeLocationOf(place),
      maxBytes,
      lockFor: isRetained ? initialLockMs : undefined,
      async check(received) {
        await check(received)
        isSent = true
        reachedUploadStep('received')
      },
      async begun(uploadId) {
        await db.transaction(organizationId, tx => tx.write(recordUploadId, { blobKey: key, uploadId }))
        reachedUploadStep('begun')
      },
      reached: reachedUploadStep,
    })
  } catch (error) {
    // Until the check has passed, no bytes leave this node, so that deleting the row is enough and the store need not
    // be contacted.
    await (isSent
      ? discardBlob(call, key)
      : db.transaction(organizationId, tx => tx.write(deleteStagedBlob, { blobKey: key })))
    throw error
  }
}

/**
 * Removes a file if it is still staged. After a commit, even if the connection broke before its confirmation, the file
 * belongs to a record and stays. A job later removes files that cannot be removed now.
 */
export const discardBlob = async ({ organizationId, blobs, db, log }: Staging, key: string): Promise<void> => {
  try {
    await db.transaction(organizationId, async tx => {
      const [staged] = await tx.query(lockStagedBlob, { blobKey: key })
      if (!staged) return
      const leftover = { key, place: storeLocationOf(staged), uploadId: staged.upload_id }
      const lockedUntil = await unlessLocked(blobs.remove(organizationId, leftover))
      if (lockedUntil === undefined) tx.write(deleteStagedBlob, { blobKey: key })
      else tx.write(recordStagedLock, { blobKey: key, until: iso(lockedUntil) })
    })
  } catch (error) {
    log.warn({ event: 'staged_blob_left', error })
  }
}

/** Locks the key of a copy until the transaction ends; false if the key is destroyed, so that the copy is useless. */
export const lockCopyKey = async (tx: Change['tx'], id: string | null): Promise<boolean> =>
  id === null || (await tx.query(lockDataKey, { id })).length > 0

/**
 * Locks a staged file until the transaction ends; false if another process has removed it, or if its key is destroyed.
 * Must be called after locking the rows of its future record.
 */
export const lockStaged = async (
  { tx }: Pick<Change, 'tx'>,
  { key, copy }: Pick<StagedBlob, 'key' | 'copy'>,
): Promise<boolean> => {
  const [staged] = await tx.query(lockStagedBlob, { blobKey: key })
  return staged !== undefined && (await lockCopyKey(tx, copy.dataKeyId))
}

/** Turns a locked staged file into the copy of the artifact just written. Calls `onCommitted` after the commit. */
export const keepStaged = ({ tx, now }: Change, { key, copy }: StagedBlob, onCommitted?: () => void): void => {
  tx.write(insertBlobCopy, { ...copy, blobKey: key, state: 'verified', at: iso(now) })
  tx.write(deleteStagedBlob, { blobKey: key })
  if (onCommitted) tx.afterCommit(onCommitted)
}
