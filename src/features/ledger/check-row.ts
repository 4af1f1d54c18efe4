import { AuditEvent, renderAuditEvent } from '#http/audit.ts'
import { readRecord } from '#http/record.ts'
import { readFieldTexts } from './field-texts.ts'
import { hashTexts, leafOf, unpackSalts } from './leaf.ts'
import type { LeafRow } from './queries.ts'

type StoredRow = LeafRow & { readonly record: string }

/** Whether a JSON text without escapes represents a value. */
const represents = (text: string | undefined, value: string | null): boolean =>
  text === (value === null ? 'null' : `"${value}"`)

/**
 * Whether a row is unchanged since it was sealed. Its text must be exactly as the program writes it, without duplicate,
 * reordered or unknown members. Its columns must match the text, and its leaf must have the stored hash.
 */
export const isAsSealed = (row: StoredRow): boolean => {
  const { record, event_id, action, actor_id, resource_id, salts, hash, erased } = row
  try {
    const texts = erased ? undefined : readFieldTexts(record)
    if (texts) {
      const { id, action: recordedAction, actorId, resourceId } = texts
      if (!(represents(id, event_id) && represents(recordedAction, action))) return false
      if (!(represents(actorId, actor_id) && represents(resourceId, resource_id))) return false
      return hashTexts(texts, unpackSalts(salts)).equals(hash)
    }
    const event = readRecord(AuditEvent, record)
    const { id, action: recordedAction, actorId, resourceId } = event
    if (id !== event_id || recordedAction !== action || actorId !== actor_id || resourceId !== resource_id) return false
    if (renderAuditEvent(event) !== record) return false
    return leafOf(event, unpackSalts(salts), new Map(Object.entries(erased ?? {}))).hash.equals(hash)
  } catch {
    return false
  }
}
