import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { Streamed } from '#api/answer.ts'
import { rangeOf } from '#api/byte-range.ts'
import { beginCall, type Call, change } from '#api/call.ts'
import { reading } from '#api/endpoint.ts'
import { oneOr404, Refusal } from '#api/errors.ts'
import { readRecord } from '#api/record.ts'
import { prefixes } from '#api/routes.ts'
import { writeSecurityEvent } from '#api/security-event.ts'
import { etagOf } from '#api/version.ts'
import type { ZipOutline } from '#lib/virtual-zip.ts'
import { bundleBytes } from './bundle-stream.ts'
import { EvidenceExport, ExportParams, exportPath, surfaceOfExport } from './export.ts'
import { failExport } from './fail-export.ts'
import { faultOf } from './fault.ts'
import { type ExportRow, findExport, lockExport } from './queries.ts'

const media = 'application/vnd.etsi.asic-e+zip'

const gone = (status: string): Refusal => {
  const link = `<${prefixes.v1}${exportPath.v1}>; rel="successor-version"`
  return new Refusal('gone', `The export is ${status}; ask for another.`, { headers: { link } })
}

/** Why there is nothing to download, where there is not. */
const refusalOf = ({ status, progress, failure, expiresAt }: EvidenceExport, now: number): Refusal | undefined => {
  if (status === 'cancelled' || status === 'expired') return gone(status)
  if (status === 'failed') return new Refusal('unprocessable', `The export failed: ${failure?.message}`)
  const { filesDone, filesTotal } = progress
  if (status === 'preparing')
    return new Refusal('unprocessable', `The export is being prepared: ${filesDone} of ${filesTotal} files are read.`)
  return expiresAt !== null && Date.parse(expiresAt) <= now ? gone('expired') : undefined
}

/** A file turned out missing or altered: the bundle is none any longer. */
const giveUp = async (call: Call, id: string, error: unknown): Promise<void> => {
  const fault = faultOf(error)
  if (!fault) return
  const { type, message, resourceId } = fault
  await call.db.transaction(call.organizationId, async tx => {
    const [row] = await tx.query(lockExport, { id })
    if (row?.status !== 'ready') return
    const failing = change(beginCall(call, call.actor, call.requestId), tx, 'evidence.export.fail', null)
    failExport(failing, row, { message, resourceId })
    writeSecurityEvent(failing, { type, context: { resourceId } })
  })
}

/** The bytes, of which the first are there already: what cannot be read at all is refused and not broken off. */
const begun = async (call: Call, { id }: ExportRow, bytes: AsyncGenerator<Buffer, void, void>): Promise<Readable> => {
  const guarded = async function* () {
    try {
      yield* bytes
    } catch (error) {
      await giveUp(call, id, error).catch(cause =>
        call.log.error({ event: 'export_not_failed', requestId: call.requestId, error: cause }),
      )
      throw error
    }
  }
  const iterator = guarded()
  const first = await iterator.next()
  const rest = async function* () {
    if (!first.done) yield first.value
    yield* iterator
  }
  return Readable.from(rest(), { objectMode: true, highWaterMark: 1 })
}

/** Open points "Exports": exact bytes on any node, also a part of them (RFC 9110 section 14). */
export const downloadEvidenceExport = reading({
  name: 'downloadEvidenceExport',
  summary: 'Download a bundle of proof, or a part of its bytes',
  tag: 'Exports',
  ...surfaceOfExport('/content', 'read'),
  media,
  ranges: true,
  params: ExportParams,
  query: Type.Object({
    as: Type.Optional(Type.Enum(['zip'], { description: 'zip: the same bytes, named .zip instead of .asice.' })),
  }),
  response: Type.String({ format: 'binary' }),
  errors: ['not_found', 'unprocessable', 'gone', 'range_not_satisfiable', 'unavailable'],
  async run(call, { params, query, wanted = {} }) {
    const row = oneOr404(await call.read(findExport, { id: params.exportId }), 'evidence export')
    const record = readRecord(EvidenceExport, row.record)
    const refusal = refusalOf(record, call.now)
    if (refusal) throw refusal
    const byteSize = record.byteSize ?? 0
    const etag = etagOf(row.id, record.manifestSha256)
    const range = rangeOf(wanted, { byteSize, etag })
    const { start, end } = range ?? { start: 0, end: byteSize }
    const outline: ZipOutline = JSON.parse(row.outline ?? '{}')
    const bytes = bundleBytes(call, { exportId: row.id, outline, createdAt: record.createdAt }, { start, end })
    const headers = {
      etag,
      'accept-ranges': 'bytes',
      'content-disposition': `attachment; filename="${row.id}.${query.as ?? 'asice'}"`,
      ...(range && { 'content-range': `bytes ${start}-${end - 1}/${byteSize}` }),
    }
    return new Streamed(end - start, await begun(call, row, bytes), { status: range ? 206 : 200, headers })
  },
})
