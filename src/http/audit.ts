import { type Static, Type } from 'typebox'
import type { Transaction } from '#db/database.ts'
import { statement, text } from '#db/statement.ts'
import { iso } from '#lib/clock.ts'
import { canonicalDigest, sha256Hex } from '#lib/hash.ts'
import type { Ids } from '#lib/ids.ts'
import { type Actor, actorKinds } from './access.ts'
import { renderer } from './record.ts'
import { Id, Nullable, Timestamp } from './schema.ts'

/** One row of the audit trail: who, what, when, why, and the digests of the record before and after. */
export const AuditEvent = Type.Object(
  {
    id: Id('aud'),
    action: Type.String({ description: 'The action, such as evidence.claim.create.' }),
    outcome: Type.Enum(['done', 'refused']),
    actorKind: Type.Enum([...actorKinds]),
    actorId: Type.String(),
    resourceId: Type.String({
      description: 'The record that the action changed or requested; empty if it concerns no record.',
    }),
    reason: Nullable(Type.String()),
    beforeDigest: Nullable(Type.String({ description: 'SHA-256 of the record before, hexadecimal.' })),
    afterDigest: Nullable(Type.String({ description: 'SHA-256 of the record after, hexadecimal.' })),
    contentDigest: Type.Optional(
      Nullable(
        Type.String({
          description:
            'SHA-256, hexadecimal, of the RFC 8785 JSON of everything the record holds beyond its public form, by name. ' +
            'Rows of earlier releases lack it.',
        }),
      ),
    ),
    detail: Nullable(
      Type.String({ description: 'Error identifier of a refusal, or details that the digests do not show.' }),
    ),
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

/** The fields of a call that audit rows need. */
export interface AuditedCall {
  readonly actor: Actor
  readonly requestId: string
  readonly ids: Ids
  readonly now: number
}

/** Everything that a record holds beyond its public form, by name, as JSON values. */
export type Content = Readonly<Record<string, unknown>>

export interface AuditDetail {
  readonly before?: string
  readonly after?: string
  readonly content?: Content
  readonly detail?: string
  readonly action?: string
  /** Overrides the reason of the request. */
  readonly reason?: string | null
  readonly outcome?: AuditEvent['outcome']
  /** The time of the row if it is later than the call, so that the rows of a package keep the order of its log. */
  readonly at?: number
}

/**
 * Writes an audit row. `before` and `after` are rendered records of the resource; `content` is everything it holds
 * beyond them. The row keeps their digests, which must match the resource until its next audit row (decision 065).
 */
export const writeAuditEvent = (
  { actor, requestId, ids, now }: AuditedCall,
  tx: Transaction,
  resourceId: string,
  {
    action,
    reason = null,
    before,
    after,
    content,
    detail,
    outcome = 'done',
    at = now,
  }: AuditDetail & { readonly action: string },
): void => {
  const event: AuditEvent = {
    id: ids.next('aud', at),
    action,
    outcome,
    actorKind: actor.kind,
    actorId: actor.id,
    resourceId,
    reason,
    beforeDigest: before === undefined ? null : sha256Hex(before),
    afterDigest: after === undefined ? null : sha256Hex(after),
    contentDigest: content === undefined ? null : canonicalDigest(content),
    detail: detail ?? null,
    requestId,
    createdAt: iso(at),
  }
  const record = renderAuditEvent(event)
  tx.write(insertAuditEvent, { id: event.id, action, actorId: event.actorId, resourceId, record })
}
