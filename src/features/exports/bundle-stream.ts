import type { Call, Provided } from '#http/call.ts'
import { BlobCorrupt } from '#lib/blob-store.ts'
import type { ByteRange } from '#lib/object-store.ts'
import { type ZipEntry, type ZipOutline, type ZipSource, zipRange } from '#lib/virtual-zip.ts'
import { readCopies } from '#shared/blob-copy.ts'
import { sendingBuffers } from '#shared/piece-stream.ts'
import { type EntryRow, entriesFromOffset } from './entry-queries.ts'
import { UnreadableStoredFile } from './fault.ts'

const pageSize = 500

/** An archive entry with its row in the bundle plan. */
interface PlannedEntry extends ZipEntry {
  readonly row: EntryRow
}

const toPlannedEntry = (row: EntryRow): PlannedEntry => {
  if (row.crc32 === null || row.file_offset === null) throw new Error('the bundle plan is incomplete')
  return { row, path: row.path, byteSize: row.byte_size, crc32: row.crc32, offset: row.file_offset }
}

type ReadContext = Pick<Call, 'read' | 'organizationId'> & Provided<'blobs'>

const copyBytes = (bytes: Buffer): Buffer => {
  const { bufferBytes } = sendingBuffers
  if (bytes.length < bufferBytes / 8 || bytes.length > bufferBytes) return Buffer.from(bytes)
  const buffer = sendingBuffers.take()
  return buffer.subarray(0, bytes.copy(buffer))
}

/**
 * Yields a range of a stored file. The file is always read from its beginning, so that a client that resumes in the
 * middle gets the end only if the digest matches. Bytes outside the range are read and hashed, but not sent.
 */
async function* fileBytes({ blobs, organizationId }: ReadContext, row: EntryRow, { start, end }: ByteRange) {
  try {
    const reader = await blobs.read(organizationId, readCopies(row.copies))
    try {
      let offset = 0
      let pending: Buffer | undefined
      while (offset < end) {
        const block = await reader.next()
        if (!block) break
        const part = block.subarray(Math.max(0, start - offset), Math.max(0, end - offset))
        offset += block.length
        if (part.length === 0) continue
        if (pending) yield pending
        // Copied because the reader reuses its memory.
        pending = copyBytes(part)
      }
      if (end === row.byte_size) await requireSameFile(reader, row)
      if (pending) yield pending
    } finally {
      reader.close()
    }
  } catch (error) {
    throw UnreadableStoredFile.of(error, row)
  }
}

const requireSameFile = async (
  reader: Awaited<ReturnType<ReadContext['blobs']['read']>>,
  row: EntryRow,
): Promise<void> => {
  if (await reader.next()) throw new BlobCorrupt()
  const { sha256, byteSize } = reader.digest()
  if (sha256 !== row.sha256 || byteSize !== row.byte_size) throw new BlobCorrupt()
}

/** Yields a range of the bundle. @throws UnreadableStoredFile before the last bytes of a missing or altered file */
export const bundleBytes = (
  context: ReadContext,
  {
    exportId,
    outline,
    createdAt,
  }: { readonly exportId: string; readonly outline: ZipOutline; readonly createdAt: string },
  range: ByteRange,
): AsyncGenerator<Buffer, void, void> => {
  const { read } = context
  const source: ZipSource<PlannedEntry> = {
    async *entries(from = 0) {
      for (let after = -1; ; ) {
        const params = { exportId, offset: from, after, limit: pageSize }
        const page = (await read(entriesFromOffset, params)).map(toPlannedEntry)
        yield* page
        const last = page.at(-1)
        if (!last || page.length < pageSize) return
        after = last.offset
      }
    },
    read: ({ row }, range) => fileBytes(context, row, range),
  }
  return zipRange(outline, source, Date.parse(createdAt), range)
}
