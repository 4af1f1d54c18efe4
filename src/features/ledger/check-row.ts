import { AuditEvent, renderAuditEvent } from '#api/audit.ts'
import { readRecord } from '#api/record.ts'
import { leafOf, unpackSalts } from './leaf.ts'
import type { LeafRow } from './queries.ts'

type StoredRow = LeafRow & { readonly record: string }

/**
 * Whether a row is what was sealed: its text is what the program writes, so that no member is doubled, moved or unknown;
 * its columns say the same; its leaf has the stored hash.
 */
export const isAsSealed = ({
  record,
  event_id,
  action,
  actor_id,
  resource_id,
  salts,
  hash,
  erased,
}: StoredRow): boolean => {
  try {
    const event = readRecord(AuditEvent, record)
    const { id, action: recorded, actorId, resourceId } = event
    if (id !== event_id || recorded !== action || actorId !== actor_id || resourceId !== resource_id) return false
    if (renderAuditEvent(event) !== record) return false
    return leafOf(event, unpackSalts(salts), new Map(Object.entries(erased ?? {}))).hash.equals(hash)
  } catch {
    return false
  }
}
