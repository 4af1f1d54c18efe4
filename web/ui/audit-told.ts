import type { Schemas } from '#web/api/client.ts'
import type { Told } from './audit-sentence.tsx'

/** The fields of an audit row that its sentence needs. */
export const toldOf = (event: Schemas['AuditEvent']): Told => ({
  ...event,
  actor: { id: event.actorId, kind: event.actorKind, name: event.actorName },
})
