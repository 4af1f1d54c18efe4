import { type Static, Type } from 'typebox'
import type { Transaction } from '#db/database.ts'
import { statement, text } from '#db/statement.ts'
import { iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import type { Ids } from '#lib/ids.ts'
import { type Actor, actorKinds } from './access.ts'
import { renderer } from './record.ts'
import { Id, Nullable, Timestamp } from './schema.ts'

/** One row of the audit trail: who, what, when, why, and the digests of the record before and after. */
export const AuditEvent = Type.Object(
  {
    id: Id('aud'),
    action: Type.String({ description: 'What was done, such as evidence.claim.create.' }),
    outcome: Type.Enum(['done', 'refused']),
    actorKind: Type.Enum([...actorKinds]),
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

const insertAuditEvent = statement(
  'insert_audit_event',
  { id: text, action: text, actorId: text, resourceId: text, record: text },
  `insert into audit_event (organization_id, id, action, actor_id, resource_id, record)
   values (:organization, :id, :action, :actorId, :resourceId, :record)`,
)

/** What the trail says of the call by which something was done. */
export interface Audited {
  readonly actor: Actor
  readonly requestId: string
  readonly ids: Ids
  readonly now: number
}

export interface AuditDetail {
  readonly before?: string
  readonly after?: string
  readonly detail?: string
  readonly action?: string
  /** Where the reason is not that of the request. */
  readonly reason?: string | null
  readonly outcome?: AuditEvent['outcome']
}

/** Writes an audit row; `before` and `after` are rendered records, of which the digests are kept. */
export const writeAuditEvent = (
  { actor, requestId, ids, now }: Audited,
  tx: Transaction,
  resourceId: string,
  { action, reason = null, before, after, detail, outcome = 'done' }: AuditDetail & { readonly action: string },
): void => {
  const event: AuditEvent = {
    id: ids.next('aud', now),
    action,
    outcome,
    actorKind: actor.kind,
    actorId: actor.id,
    resourceId,
    reason,
    beforeDigest: before === undefined ? null : sha256Hex(before),
    afterDigest: after === undefined ? null : sha256Hex(after),
    detail: detail ?? null,
    requestId,
    createdAt: iso(now),
  }
  const record = renderAuditEvent(event)
  tx.write(insertAuditEvent, { id: event.id, action, actorId: event.actorId, resourceId, record })
}
