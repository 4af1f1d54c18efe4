import type { Transaction } from '#db/database.ts'
import { narrows, statement, text } from '#db/statement.ts'
import type { Call } from '#http/call.ts'
import { notFound } from '#http/errors.ts'

/** Finds an open room; with a bundle id, only if the bundle was prepared for the room. */
const findOpenRoom = statement(
  'find_open_room_with_bundle',
  { roomId: text, bundleId: text },
  `select r.record::json ->> 'scopeDigest' as scope_digest from room r
    where r.organization_id = :organization and r.id = :roomId and r.status = 'open'
      and (:bundleId::text = '' or exists (select from room_bundle b
        where b.organization_id = :organization and b.room_id = r.id and b.export_id = :bundleId))`,
  narrows<{ scope_digest: string }>,
)

interface OpenRoom {
  readonly roomId: string
  readonly scopeDigest: string
}

/**
 * Throws a 404 unless the guest's room is open and the bundle was prepared for it. Binds the transaction to the
 * organization only after this check.
 */
export const withOpenRoom = <T>(
  { db, actor, organizationId }: Pick<Call, 'db' | 'actor' | 'organizationId'>,
  bundleId: string | undefined,
  work: (tx: Transaction, openRoom: OpenRoom) => Promise<T>,
): Promise<T> =>
  db.transaction(organizationId, async tx => {
    const roomId = actor.room?.id ?? ''
    const [room] = await tx.query(findOpenRoom, { roomId, bundleId: bundleId ?? '' })
    if (!room) throw notFound('bundle')
    tx.rebind(organizationId)
    return work(tx, { roomId, scopeDigest: room.scope_digest })
  })
