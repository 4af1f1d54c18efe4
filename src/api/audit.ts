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
    action: Type.String({ description: 'What was done, such as evidence.claim.create.' }),
    outcome: Type.Enum(['done', 'refused']),
    actorKind: Type.Enum([...actorKinds]),
    actorId: Type.String(),
    resourceId: Type.String({ description: 'The record that was changed or asked for; empty when there is none.' }),
    reason: Nullable(Type.String()),
    beforeDigest: Nullable(Type.String({ description: 'SHA-256 of the record before, hexadecimal.' })),
    afterDigest: Nullable(Type.String({ description: 'SHA-256 of the record after, hexadecimal.' })),
    contentDigest: Type.Optional(
      Nullable(
        Type.String({
          description:
            'SHA-256, hexadecimal, of the RFC 8785 JSON of all that the record holds beyond its public form, by name. ' +
            'Rows of earlier releases lack it.',
        }),
      ),
    ),
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

/** All that a record holds beyond its public form, by name: JSON values. */
export type Content = Readonly<Record<string, unknown>>

export interface AuditDetail {
  readonly before?: string
  readonly after?: string
  readonly content?: Content
  readonly detail?: string
  readonly action?: string
  /** Where the reason is not that of the request. */
  readonly reason?: string | null
  readonly outcome?: AuditEvent['outcome']
  /** When it was logged, where that is later than the call: rows of a package are in the order of its log. */
  readonly at?: number
}

/**
 * Writes an audit row; `before` and `after` are rendered records of the resource, `content` is all that it holds beyond
 * them. Their digests are kept, and say what the row of the resource holds from now on (decision 065).
 */
export const writeAuditEvent = (
  { actor, requestId, ids, now }: Audited,
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
