import { type Static, Type } from 'typebox'
import { statement, text } from '#db/statement.ts'
import { renderer } from './record.ts'
import { Id, Nullable, Timestamp } from './schema.ts'

/** One row of the audit trail: who, what, when, why, and the digests of the record before and after. */
export const AuditEvent = Type.Object(
  {
    id: Id('aud'),
    action: Type.String({ description: 'What was done, such as evidence.claim.create.' }),
    outcome: Type.Enum(['done', 'refused']),
    actorKind: Type.Enum(['service_account', 'person', 'system', 'anonymous']),
    actorId: Type.String(),
    resourceId: Type.String({ description: 'The record that was changed or asked for; empty when there is none.' }),
    reason: Nullable(Type.String()),
    beforeDigest: Nullable(Type.String({ description: 'SHA-256 of the record before, hexadecimal.' })),
    afterDigest: Nullable(Type.String({ description: 'SHA-256 of the record after, hexadecimal.' })),
    detail: Nullable(Type.String({ description: 'Error identifier of a refusal, or what the digests do not show.' })),
    requestId: Type.String(),
    createdAt: Timestamp,
  },
  { title: 'AuditEvent' },
)

export type AuditEvent = Static<typeof AuditEvent>

export const renderAuditEvent = renderer(AuditEvent)

export const insertAuditEvent = statement(
  'insert_audit_event',
  { id: text, action: text, actorId: text, resourceId: text, record: text },
  `insert into audit_event (organization_id, id, action, actor_id, resource_id, record)
   values (:organization, :id, :action, :actorId, :resourceId, :record)`,
)
