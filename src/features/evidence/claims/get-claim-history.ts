import { Type } from 'typebox'
import { number, statement, text } from '#db/statement.ts'
import { roles } from '#http/access.ts'
import { AuditEvent } from '#http/audit.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { nameOf } from '#http/name-of.ts'
import { pageQuery, respondWithPage } from '#http/page.ts'
import { readRecord } from '#http/record.ts'
import { Nullable, Pagination, Reference, Timestamp } from '#http/schema.ts'
import { findClaim } from './queries.ts'

const { id, actorKind, actorId, action, outcome, resourceId, reason, detail, requestId } = AuditEvent.properties

const Entry = Type.Object(
  {
    id,
    at: Timestamp,
    actor: Type.Object({ kind: actorKind, id: actorId, name: Nullable(Type.String()) }),
    action,
    outcome,
    resourceId,
    reason,
    detail,
    requestId,
  },
  { title: 'ClaimHistoryEntry' },
)

/**
 * Reads the audit rows of a claim and its attachments, newest first. Reads at most one page of each, so there is little
 * to sort. Includes the link ids, because earlier releases named an attachment by its link.
 */
const readHistory = statement(
  'read_claim_history',
  { position: text, limit: number, claimId: text },
  `select h.id, h.record, ${nameOf('h.actor_id')} as actor_name
     from (
       select a.id, a.record, a.actor_id
         from (select :claimId::text as resource_id union all
               select unnest(array[l.artifact_id::text, l.id::text]) from attachment_link l
                where l.organization_id = :organization and l.claim_id = :claimId) r
        cross join lateral (
          select e.id, e.record, e.actor_id from audit_event e
           where e.organization_id = :organization and e.resource_id = r.resource_id and e.id < :position
           order by e.id desc limit :limit) a
        order by a.id desc limit :limit) h
    order by h.id desc`,
)

const endpoint = 'getClaimHistory'

export const getClaimHistory = readEndpoint({
  name: endpoint,
  summary: 'Get the audit trail of a claim and its attachments, newest first',
  tag: 'Review',
  workspace: { path: '/claims/{claimId}/history', roles: [...roles] },
  params: Type.Object({ claimId: Reference('gec') }),
  query: Type.Object(pageQuery),
  response: Type.Object({ history: Type.Array(Entry), pagination: Pagination }),
  errors: ['not_found', 'invalid_cursor'],
  async run(call, { params: { claimId }, query }) {
    firstOrNotFound(await call.read(findClaim, { id: claimId }), 'evidence claim')
    return respondWithPage(call, {
      endpoint,
      plural: 'history',
      read: page => call.read(readHistory, { ...page, claimId }),
      filters: { claimId },
      query,
      render({ record, actor_name }) {
        const {
          createdAt,
          actorKind,
          actorId,
          beforeDigest: _,
          afterDigest: __,
          contentDigest: ___,
          id,
          ...rest
        } = readRecord(AuditEvent, record)
        return JSON.stringify({ id, at: createdAt, actor: { kind: actorKind, id: actorId, name: actor_name }, ...rest })
      },
    })
  },
})
