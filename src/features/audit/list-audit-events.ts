import { type Static, Type } from 'typebox'
import { search } from '#family/search.ts'
import { AuditEvent } from '#http/audit.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { invalid } from '#http/errors.ts'
import { nameOf } from '#http/name-of.ts'
import { pageQuery } from '#http/page.ts'
import { readRecord } from '#http/record.ts'
import { Line, Nullable, Pagination, Timestamp } from '#http/schema.ts'
import { notTimestamp } from '#http/sentences.ts'
import { hour, iso, minute, parseTimestamp } from '#lib/clock.ts'
import { idFloor, idTime, isId } from '#lib/ids.ts'
import type { NamedRecord } from '#shared/title-source.ts'

const Erased = Type.Object(
  {
    field: Type.String({ description: 'The erased field; its digest stays in the ledger.' }),
    erasedAt: Timestamp,
    erasedBy: Type.String(),
    erasedByName: Nullable(Type.String()),
    reason: Nullable(Type.String()),
  },
  { title: 'ErasedField' },
)

const ShownAuditEvent = Type.Object(
  {
    ...AuditEvent.properties,
    actorName: Nullable(Type.String({ description: 'The name of a person or service account.' })),
    record: Nullable(
      Type.Object(
        {
          id: Type.String(),
          title: Type.String(),
          part: Type.Optional(
            Type.String({ description: 'The number of the version, or the kind of the requested change.' }),
          ),
        },
        {
          description:
            'The record that the action concerns, with its present title; null if the row has no record with a title.',
        },
      ),
    ),
    leaf: Type.Optional(
      Type.Object(
        { generation: Type.Integer(), index: Type.Integer() },
        { title: 'LeafPlace', description: 'The position of the row in the ledger; absent until the row is sealed.' },
      ),
    ),
    erased: Type.Array(Erased),
  },
  { title: 'AuditEvent' },
)

type AuditEventItem = Static<typeof ShownAuditEvent>

interface Row {
  id: string
  record: string
  actor_name: string | null
  leaf: AuditEventItem['leaf'] | null
  erased: (Omit<Static<typeof Erased>, 'erasedAt'> & { erasedAt: number })[] | null
}

/** Selects who erased a field and why. The audit row of the erasure names this row and, in its detail, the fields. */
const erasures = `select json_agg(json_build_object('field', x.field, 'erasedAt', (extract(epoch from x.erased_at) * 1000)::bigint,
             'erasedBy', x.erased_by, 'erasedByName', ${nameOf('x.erased_by')},
             'reason', (select e.record::json ->> 'reason' from audit_event e
                where e.organization_id = :organization and e.resource_id = t.id and e.action = 'audit.event.erase'
                  and x.field = any (string_to_array(e.record::json ->> 'detail', ',')) limit 1)))
            from ledger_erasure x where x.organization_id = :organization and x.event_id = t.id`

const findAuditEvents = search<Row>({
  table: 'audit_event',
  columns: `${nameOf('t.actor_id')} as actor_name,
          (select json_build_object('generation', l.generation, 'index', l.leaf_index) from ledger_leaf l
            where l.organization_id = :organization and l.event_id = t.id) as leaf,
          (${erasures}) as erased`,
  filters: {
    resourceId: 'resource_id',
    actorId: 'actor_id',
    action: 'action',
    outcome: `record::json ->> 'outcome'`,
    requestId: `record::json ->> 'requestId'`,
  },
  indexes: [
    { by: ['resourceId'] },
    { by: [], where: { outcome: 'refused' } },
    { by: ['actorId'] },
    { by: ['action'] },
    { by: [] },
  ],
})

interface Range {
  readonly from: number
  readonly before: number
}

/**
 * How long after its start a request, delivery or job run may still write rows. The id contains the start time, which
 * limits the search. An index on request ids would slow down every insert of an audit row.
 */
const maxDurations: readonly (readonly [prefix: string, ms: number])[] = [
  ['req', 10 * minute],
  ['whd', 10 * minute],
  ['jrn', 24 * hour],
]

const unlimited: Range = { from: Number.NEGATIVE_INFINITY, before: Number.POSITIVE_INFINITY }

const findRequestRange = (requestId: string | undefined): Range => {
  const [, ms] = maxDurations.find(([prefix]) => requestId !== undefined && isId(prefix, requestId)) ?? []
  if (requestId === undefined || ms === undefined) return unlimited
  const startedAt = idTime(requestId)
  return { from: startedAt, before: startedAt + ms }
}

const readTime = (name: string, text: string | undefined, fallback: number): number => {
  const time = text === undefined ? fallback : parseTimestamp(text)
  if (time === undefined) throw invalid([name], notTimestamp)
  return time
}

const renderEvent = ({ record, actor_name: actorName, leaf, erased }: Row, named: NamedRecord | null): string => {
  const erasedFields = (erased ?? []).map(({ erasedAt, ...field }) => ({ ...field, erasedAt: iso(erasedAt) }))
  const addedFields = { actorName, record: named, ...(leaf && { leaf }), erased: erasedFields }
  return `${record.slice(0, -1)},${JSON.stringify(addedFields).slice(1)}`
}

/**
 * Returns the ids of the records that a row concerns, other than its actor: two for a link between two records. If the
 * row names only its actor, the record is in the detail, such as the room that a guest entered.
 */
const recordIdsOf = ({ record }: Row): string[] => {
  const { resourceId, actorId, detail } = readRecord(AuditEvent, record)
  const others = resourceId.split('/').filter(id => id !== actorId)
  if (others.length > 0) return others
  const [prefix = ''] = detail?.split('_', 1) ?? []
  return [detail !== null && isId(prefix, detail) ? detail : resourceId]
}

/** Names a record, or both ends of a link. */
const nameRecord = (row: Row, titles: ReadonlyMap<string, NamedRecord>): NamedRecord | null => {
  const named = recordIdsOf(row).flatMap(id => titles.get(id) ?? [])
  const [first] = named
  return first ? { ...first, title: named.map(({ title }) => title).join(' · ') } : null
}

const endpoint = 'listAuditEvents'

export const listAuditEvents = readEndpoint({
  name: endpoint,
  summary: 'Search the audit trail, newest first',
  tag: 'Audit',
  workspace: { path: '/audit', roles: ['admin', 'auditor'] },
  query: Type.Object({
    action: Type.Optional(Line(100, 'The action, such as evidence.claim.create.')),
    actorId: Type.Optional(Line(100, 'The id of the actor.')),
    resourceId: Type.Optional(Line(100, 'The id of the record that was changed or requested.')),
    outcome: Type.Optional(AuditEvent.properties.outcome),
    requestId: Type.Optional(Line(100, 'The id of the request, delivery or job run that caused the event.')),
    from: Type.Optional({ ...Timestamp, description: 'The beginning, inclusive.' }),
    to: Type.Optional({ ...Timestamp, description: 'The end, exclusive.' }),
    ...pageQuery,
  }),
  response: Type.Object({ auditEvents: Type.Array(ShownAuditEvent), pagination: Pagination }),
  errors: ['invalid_cursor'],
  needs: ['findTitles'],
  run(call, { query: { cursor, limit, from, to, ...filters } }) {
    const request = findRequestRange(filters.requestId)
    const start = Math.max(readTime('from', from, unlimited.from), request.from)
    const end = Math.min(readTime('to', to, unlimited.before), request.before)
    let titles: ReadonlyMap<string, NamedRecord> = new Map()
    return findAuditEvents(call, {
      endpoint,
      plural: 'auditEvents',
      query: { ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) },
      filterValues: filters,
      bound: { from, to },
      range: {
        ...(start > unlimited.from && { from: idFloor('aud', start) }),
        ...(end < unlimited.before && { before: idFloor('aud', end) }),
      },
      async prepare(rows) {
        titles = await call.findTitles(call.read, [...new Set(rows.flatMap(recordIdsOf))])
      },
      render: row => renderEvent(row, nameRecord(row, titles)),
    })
  },
})
