import { AuditEvent, renderAuditEvent } from '#http/audit.ts'
import { readRecord } from '#http/record.ts'
import { fieldTextsOf } from './field-texts.ts'
import { hashOfTexts, leafOf, unpackSalts } from './leaf.ts'
import type { LeafRow } from './queries.ts'

type StoredRow = LeafRow & { readonly record: string }

/** Whether a JSON text without escapes represents a value. */
const isTextOf = (text: string | undefined, value: string | null): boolean =>
  text === (value === null ? 'null' : `"${value}"`)

/**
 * Whether a row is unchanged since it was sealed. Its text must be what the program writes, so that no member is
 * duplicated, moved or unknown. Its columns must match the text, and its leaf must have the stored hash.
 */
export const isAsSealed = (row: StoredRow): boolean => {
  const { record, event_id, action, actor_id, resource_id, salts, hash, erased } = row
  try {
    const texts = erased ? undefined : fieldTextsOf(record)
    if (texts) {
      const { id, action: recorded, actorId, resourceId } = texts
      if (!(isTextOf(id, event_id) && isTextOf(recorded, action))) return false
      if (!(isTextOf(actorId, actor_id) && isTextOf(resourceId, resource_id))) return false
      return hashOfTexts(texts, unpackSalts(salts)).equals(hash)
    }
    const event = readRecord(AuditEvent, record)
    const { id, action: recorded, actorId, resourceId } = event
    if (id !== event_id || recorded !== action || actorId !== actor_id || resourceId !== resource_id) return false
    if (renderAuditEvent(event) !== record) return false
    return leafOf(event, unpackSalts(salts), new Map(Object.entries(erased ?? {}))).hash.equals(hash)
  } catch {
    return false
  }
}
