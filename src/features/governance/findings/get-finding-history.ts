import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { AuditEvent } from '#http/audit.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { pageQuery, respondWithPage } from '#http/page.ts'
import { readRecord } from '#http/record.ts'
import { Nullable, Pagination, Timestamp } from '#http/schema.ts'
import { withoutUnitNames } from '#shared/other-units.ts'
import { FindingParams } from './finding.ts'
import { findFinding, readHistory } from './queries.ts'

const { id, actorKind, actorId, action, outcome, reason, detail } = AuditEvent.properties

const Entry = Type.Object(
  {
    id,
    at: Timestamp,
    actor: Type.Object({ kind: actorKind, id: actorId, name: Nullable(Type.String()) }),
    ...{ action, outcome, reason, detail },
  },
  { title: 'FindingHistoryEntry' },
)

const endpoint = 'getFindingHistory'

export const getFindingHistory = readEndpoint({
  name: endpoint,
  summary: 'Get the audit trail of a finding, newest first',
  tag: 'Findings',
  workspace: { path: '/findings/{findingId}/history', roles: [...roles] },
  params: FindingParams,
  query: Type.Object(pageQuery),
  response: Type.Object({ history: Type.Array(Entry), pagination: Pagination }),
  errors: ['not_found', 'invalid_cursor'],
  async run(call, { params: { findingId }, query }) {
    firstOrNotFound(await call.read(findFinding, { id: findingId }), 'finding')
    return respondWithPage(call, {
      endpoint,
      plural: 'history',
      read: page => call.read(readHistory, { ...page, id: findingId }),
      filters: { findingId },
      query,
      render({ record, actor_name: name }) {
        const { id, createdAt, actorKind, actorId, action, outcome, reason, detail } = readRecord(AuditEvent, record)
        const actor = { kind: actorKind, id: actorId, name }
        return JSON.stringify({
          id,
          at: createdAt,
          actor,
          action,
          outcome,
          reason,
          detail: withoutUnitNames(detail, call.actor),
        })
      },
    })
  },
})
