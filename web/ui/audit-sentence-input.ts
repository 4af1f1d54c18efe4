import type { Schemas } from '#web/api/client.ts'
import type { AuditSentenceInput } from './audit-sentence.tsx'

/** The fields of an audit row that its sentence needs. */
export const sentenceInputOf = (event: Schemas['AuditEvent']): AuditSentenceInput => ({
  ...event,
  actor: { id: event.actorId, kind: event.actorKind, name: event.actorName },
})
