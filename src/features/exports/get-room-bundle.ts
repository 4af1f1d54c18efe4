import { type Static, Type } from 'typebox'
import { statement, text } from '#db/statement.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { EvidenceExport } from './export.ts'
import { withOpenRoom } from './in-room.ts'

/** Finds the bundle of a room, preferring a ready bundle to one in preparation, and then the newest. */
const findBundleOfRoom = statement(
  'find_bundle_of_room',
  { roomId: text, now: text },
  `select e.record from room_bundle b
     join evidence_export e on e.organization_id = b.organization_id and e.id = b.export_id
    where b.organization_id = :organization and b.room_id = :roomId and e.status in ('preparing', 'ready')
      and (e.expires_at is null or e.expires_at > :now)
    order by e.status desc, e.id desc limit 1`,
)

const { byteSize, manifestSha256, leftOut, attachments, expiresAt } = EvidenceExport.properties

/** The fields of a room's bundle that a guest sees. */
const RoomBundle = Type.Object(
  {
    id: Id('gee'),
    status: Type.Enum(['preparing', 'ready']),
    isCurrent: Type.Boolean({
      description: 'Whether it contains the current state of the room rather than an earlier one.',
    }),
    ...{ byteSize, manifestSha256, attachments, leftOut },
    preparedAt: Timestamp,
    expiresAt,
  },
  { title: 'RoomBundle' },
)

const showBundle = (record: string, scopeDigest: string): Static<typeof RoomBundle> => {
  const { id, status, scope, createdAt, ...bundle } = readRecord(EvidenceExport, record)
  const { byteSize, manifestSha256, attachments, leftOut, expiresAt } = bundle
  return {
    ...{ id, status: status === 'ready' ? 'ready' : 'preparing', isCurrent: scope.scopeDigest === scopeDigest },
    ...{ byteSize, manifestSha256, attachments, leftOut, preparedAt: createdAt, expiresAt },
  }
}

const isBundleKey = (vkey: string): boolean => vkey.includes('/bundles+')

export const getRoomBundle = readEndpoint({
  name: 'getRoomBundle',
  summary: 'Get the evidence bundle prepared for this room, and the keys that verify it',
  tag: 'Rooms',
  room: { path: '/bundle', access: 'guest' },
  response: Type.Object({
    bundle: Nullable(RoomBundle),
    keys: Type.Array(Type.String(), { description: 'Every bundle key of the workspace, as vkeys, oldest first.' }),
  }),
  errors: ['not_found'],
  needs: ['bundles'],
  async run(call) {
    const bundle = await withOpenRoom(call, undefined, async (tx, { roomId, scopeDigest }) => {
      const [row] = await tx.query(findBundleOfRoom, { roomId, now: iso(call.now) })
      return row ? showBundle(row.record, scopeDigest) : null
    })
    if (!bundle) return { bundle: null, keys: [] }
    // The first key is created when a bundle is signed, not on a guest's request.
    const keys = bundle.status === 'ready' ? await call.bundles.keys(call.organizationId, 0) : []
    return { bundle, keys: keys.filter(isBundleKey) }
  },
})
