import { Type } from 'typebox'
import type { Transaction } from '#db/database.ts'
import { type Call, change } from '#http/call.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, notFound, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { sentence } from '#lib/sentence.ts'
import { EvidenceExport, ExportParams } from './export.ts'
import { withOpenRoom } from './in-room.ts'
import { type ExportRow, findExport } from './queries.ts'
import { media, sendBundle } from './send-bundle.ts'

const label = 'bundle'

const requireReady = (record: string, now: number): void => {
  const { status, expiresAt } = readRecord(EvidenceExport, record)
  if (status === 'preparing')
    throw new Refusal('unprocessable', sentence`room.bundle_preparing: The bundle is being prepared.`)
  if (status !== 'ready' || expiresAt === null || Date.parse(expiresAt) <= now) throw notFound(label)
}

const wholeRange = /^bytes=0-$/

/** Describes the requested range for the audit trail. */
const describeRange = (range: string | undefined): string =>
  range === undefined || wholeRange.test(range) ? 'all' : 'a part'

const findReady = (call: Call, id: string): Promise<ExportRow> =>
  withOpenRoom(call, id, async tx => {
    const row = firstOrNotFound(await tx.query(findExport, { id }), label)
    requireReady(row.record, call.now)
    return row
  })

/** Reads the plan page by page, and checks at each page that the room is still open. */
const readInRoom =
  (call: Call, id: string): Transaction['query'] =>
  (statement, values) =>
    withOpenRoom(call, id, tx => tx.query(statement, values))

export const downloadRoomBundle = readEndpoint({
  name: 'downloadRoomBundle',
  summary: 'Download the evidence bundle of this room, or a range of its bytes. The audit trail records each request',
  tag: 'Rooms',
  room: { path: '/bundles/{exportId}/content', access: 'guest' },
  media,
  ranges: true,
  params: ExportParams,
  response: Type.String({ format: 'binary' }),
  errors: ['not_found', 'unprocessable', 'range_not_satisfiable', 'unavailable', 'rate_limited'],
  needs: ['blobs'],
  async run(call, { params: { exportId: id }, rangeHeaders = {} }) {
    const { organizationId, actor, limiter } = call
    const row = await findReady(call, id)
    // A range at the end of a file still makes the install read the whole file, so only a few downloads a minute are
    // allowed.
    const { allowed, headers } = await limiter.consume([{ bucket: 'room-bundle', key: actor.id }])
    if (!allowed)
      throw new Refusal(
        'rate_limited',
        sentence`room.too_many_downloads: Too many downloads; wait for Retry-After seconds.`,
        { headers },
      )
    await call.db.transaction(organizationId, tx =>
      change(call, tx, 'room.bundle.download', null).audit(id, { detail: describeRange(rangeHeaders.range) }),
    )
    return sendBundle(call, row, { rangeHeaders, extension: 'asice', read: readInRoom(call, id) })
  },
})
