import type { Readable } from 'node:stream'
import type { Transaction } from '#db/database.ts'
import { type RangeHeaders, selectRange } from '#http/byte-range.ts'
import { beginCall, type Call, change, type Provided } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { Streamed } from '#http/rendered.ts'
import { etagOf } from '#http/version.ts'
import type { ZipOutline } from '#lib/virtual-zip.ts'
import { PieceStream } from '#shared/piece-stream.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { bundleBytes } from './bundle-stream.ts'
import { EvidenceExport } from './export.ts'
import { failExport } from './fail-export.ts'
import { faultOf } from './fault.ts'
import { type ExportRow, lockExport } from './queries.ts'

export const media = 'application/vnd.etsi.asic-e+zip'

/** Fails the export if the error reports a missing or altered file, because the bundle is no longer valid. */
const failAfterFault = async (call: Call, id: string, error: unknown): Promise<void> => {
  const fault = faultOf(error)
  if (!fault) return
  const { type, message, resourceId } = fault
  await call.db.transaction(call.organizationId, async tx => {
    // A guest's transaction is bound to the room, which may only see that a bundle exists.
    tx.rebind(call.organizationId)
    const [row] = await tx.query(lockExport, { id })
    if (row?.status !== 'ready') return
    const failChange = change(beginCall(call, call.actor, call.requestId), tx, 'evidence.export.fail', null)
    failExport(failChange, row, { message, resourceId })
    writeSecurityEvent(failChange, { type, context: { resourceId } })
  })
}

/**
 * The number of chunks to read before sending. At the start of a bundle, the first file's header precedes its stored
 * bytes.
 */
const chunksReadAhead = (start: number): number => (start === 0 ? 2 : 1)

interface StreamStart {
  readonly id: string
  readonly start: number
}

/**
 * Reads the first chunk before it returns the stream, so that an unreadable file leads to an error response instead of
 * a truncated one.
 */
const startStream = async (
  call: Call,
  { id, start }: StreamStart,
  bytes: AsyncGenerator<Buffer, void, void>,
): Promise<Readable> => {
  const guarded = async function* () {
    try {
      yield* bytes
    } catch (error) {
      await failAfterFault(call, id, error).catch(cause =>
        call.log.error({ event: 'export_not_failed', requestId: call.requestId, error: cause }),
      )
      throw error
    }
  }
  const iterator = guarded()
  const chunks: Buffer[] = []
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    chunks.push(next.value)
    if (chunks.length === chunksReadAhead(start)) break
  }
  // Not a generator: if it were never read, as for a HEAD request, it would not close its file.
  const rest = {
    async next(): Promise<IteratorResult<Buffer, void>> {
      const value = chunks.shift()
      return value ? { done: false, value } : iterator.next()
    },
  }
  return new PieceStream(rest, () => void iterator.return().catch(() => undefined))
}

interface SendOptions {
  readonly rangeHeaders: RangeHeaders
  /** The extension of the file name under which the client saves the bundle. */
  readonly extension: string
  /** Reads the plan, bound to the organization. */
  readonly read: Transaction['query']
}

/** Sends the requested bytes of a ready bundle: all bytes or a range (RFC 9110 section 14). */
export const sendBundle = async (
  call: Call & Provided<'blobs'>,
  row: ExportRow,
  { rangeHeaders, extension, read }: SendOptions,
): Promise<Streamed> => {
  const { id: exportId } = row
  const { byteSize: size, manifestSha256, createdAt } = readRecord(EvidenceExport, row.record)
  const byteSize = size ?? 0
  const etag = etagOf(exportId, manifestSha256)
  const range = selectRange(rangeHeaders, { byteSize, etag })
  const { start, end } = range ?? { start: 0, end: byteSize }
  const outline: ZipOutline = JSON.parse(row.outline ?? '{}')
  const bytes = bundleBytes({ ...call, read }, { exportId, outline, createdAt }, { start, end })
  const headers = {
    etag,
    'accept-ranges': 'bytes',
    'content-disposition': `attachment; filename="${exportId}.${extension}"`,
    ...(range && { 'content-range': `bytes ${start}-${end - 1}/${byteSize}` }),
  }
  return new Streamed(end - start, await startStream(call, { id: exportId, start }, bytes), {
    status: range ? 206 : 200,
    headers,
  })
}
