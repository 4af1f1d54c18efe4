import { crc32 } from 'node:zlib'
import { readRecord } from '#http/record.ts'
import { BlobCorrupt, type OpenedCopy } from '#lib/blob-store.ts'
import { iso, second } from '#lib/clock.ts'
import { reachedExportStep } from '#lib/storage-steps.ts'
import { markSuspect, readCopies } from '#shared/blob-copy.ts'
import { type EntryRow, entriesToRead, recordRead } from './entry-queries.ts'
import { EvidenceExport, renderExport } from './export.ts'
import { UnreadableStoredFile } from './fault.ts'
import { type LeasedExport, preparerName } from './lease.ts'
import { recordProgress } from './queries.ts'

const pageSize = 64
const reportInterval = second

interface ReadFile {
  readonly position: number
  readonly crc32: number
  readonly byteSize: number
}

/** Reads a copy to its end. @throws BlobCorrupt if its bytes differ from the file */
const readCopy = async (
  reader: OpenedCopy,
  entry: EntryRow,
  { services, signal, progressed }: LeasedExport,
): Promise<ReadFile> => {
  const next = () => services.governor.slice(preparerName, () => reader.next())
  try {
    let checksum = 0
    for (let block = await next(); block; block = await next()) {
      checksum = crc32(block, checksum)
      progressed()
      signal.throwIfAborted()
    }
    const { byteSize, sha256 } = reader.digest()
    if (byteSize !== entry.byte_size || sha256 !== entry.sha256) throw new BlobCorrupt()
    return { position: entry.position, crc32: checksum, byteSize }
  } finally {
    reader.close()
  }
}

/** Reads a stored file to its end, or another copy if the first is corrupt. @throws UnreadableStoredFile */
const readOne = async (leased: LeasedExport, entry: EntryRow): Promise<ReadFile> => {
  const { services, call } = leased
  const { organizationId } = call
  let copies = readCopies(entry.copies)
  try {
    for (;;) {
      const reader = await services.blobs.read(organizationId, copies)
      try {
        return await readCopy(reader, entry, leased)
      } catch (error) {
        if (!(error instanceof BlobCorrupt)) throw error
        await markSuspect(services, organizationId, reader.objectKey)
        copies = copies.filter(({ objectKey }) => objectKey !== reader.objectKey)
        if (copies.every(({ unreadableReason }) => unreadableReason !== undefined)) throw error
      }
    }
  } catch (error) {
    throw UnreadableStoredFile.of(error, entry)
  }
}

/** Records the files that were read, so that another node continues after them. */
const recordFiles = (leased: LeasedExport, files: readonly ReadFile[]): Promise<void> =>
  leased.change('evidence.export.read', ({ tx, now }, row) => {
    const current = readRecord(EvidenceExport, row.record)
    const { progress } = current
    const bytes = files.reduce((total, { byteSize }) => total + byteSize, 0)
    const record = renderExport({
      ...current,
      progress: { ...progress, filesDone: progress.filesDone + files.length, bytesDone: progress.bytesDone + bytes },
      updatedAt: iso(now),
    })
    const positions = files.map(({ position }) => position)
    tx.write(recordRead, { exportId: leased.id, positions, crc32s: files.map(file => file.crc32) })
    tx.write(recordProgress, { id: leased.id, stage: row.stage, record, outline: row.outline })
  })

/**
 * Reads attached files, each to its end, while `mayContinue` returns true. Returns whether all files have been read.
 */
export const readFiles = async (leased: LeasedExport, mayContinue: () => boolean): Promise<boolean> => {
  const { services, call, id: exportId } = leased
  for (;;) {
    const entries = await services.db.read(call.organizationId, entriesToRead, { exportId, limit: pageSize })
    if (entries.length === 0) return true
    const unrecorded: ReadFile[] = []
    let recordedAt = performance.now()
    try {
      for (const entry of entries) {
        if (!mayContinue()) return false
        unrecorded.push(await readOne(leased, entry))
        reachedExportStep('read')
        if (performance.now() - recordedAt < reportInterval) continue
        await recordFiles(leased, unrecorded.splice(0))
        recordedAt = performance.now()
      }
    } finally {
      if (unrecorded.length > 0 && !leased.signal.aborted) await recordFiles(leased, unrecorded)
    }
  }
}
