import { Type } from 'typebox'
import { type Actor, roles } from '#http/access.ts'
import { AuditEvent } from '#http/audit.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { pageLimit, pagePosition, pageQuery } from '#http/page.ts'
import { readRecord, renderer } from '#http/record.ts'
import { Rendered } from '#http/rendered.ts'
import { Id, Nullable, Pagination, Timestamp } from '#http/schema.ts'
import type { NamedRecord } from '#shared/title-source.ts'
import { Decision } from './decision.ts'
import { PackageParams } from './package.ts'
import { isIdle } from './policy.ts'
import { findPackage } from './queries.ts'
import { SubmissionEvent } from './submission-event.ts'
import { readTimeline, type TimelineRow } from './timeline-queries.ts'

const endpoint = 'getSubmissionTimeline'

/** An attempt to deliver an event of the package. The receiver's full URL, which may contain a secret, is left out. */
const Delivery = Type.Object(
  {
    id: Id('whd'),
    eventId: Id('evt'),
    eventType: Type.String({ description: 'The name of the event as it was sent.' }),
    attempt: Type.Integer(),
    origin: Type.Enum(['live', 'test', 'replay']),
    urlHost: Type.String({ description: 'The host of the receiver.' }),
    webhookId: Nullable(Type.String({ description: 'Null if the caller may not read webhooks.' })),
    webhookName: Nullable(Type.String()),
    outcome: Type.Enum(['delivered', 'failed', 'dead']),
    status: Nullable(
      Type.Integer({ description: "The status of the receiver's response; null if it did not respond." }),
    ),
    startedAt: Timestamp,
  },
  { title: 'TimelineDelivery' },
)

const renderDelivery = renderer(Delivery)

/** The actor of an event or a decision. */
const TimelineActor = Type.Object(
  {
    kind: AuditEvent.properties.actorKind,
    id: Type.String(),
    name: Nullable(Type.String({ description: "The actor's current name." })),
  },
  { title: 'TimelineActor' },
)

const Entry = Type.Object(
  {
    at: Timestamp,
    kind: Type.Enum(['event', 'decision', 'delivery']),
    event: Type.Optional(SubmissionEvent),
    decision: Type.Optional(Decision),
    delivery: Type.Optional(Delivery),
    by: Type.Optional(TimelineActor),
    idle: Type.Optional(Type.Literal(true, { description: 'Present if the event was recorded but changed nothing.' })),
  },
  { title: 'TimelineEntry' },
)

interface RenderedEntry {
  /** The sort key: the time, with a delivery after its event. */
  readonly order: string
  readonly text: string
}

const renderActor = ({ actor_kind: kind, actor_id: id, actor_name: name }: TimelineRow): string =>
  kind === null ? '' : `,"by":${JSON.stringify({ kind, id, name })}`

/** Whether the caller may read webhooks, which belong to no unit. */
const seesWebhooks = ({ role, units }: Actor): boolean => !units && (role === 'admin' || role === 'auditor')

type Titles = ReadonlyMap<string, NamedRecord>

const renderEntry = (row: TimelineRow, webhooks: Titles | undefined): RenderedEntry => {
  const { kind, record, webhook_id: id } = row
  const entry = (time: string, renderedRecord: string, order: number, idle = false): RenderedEntry => ({
    order: `${time} ${order}`,
    text: `{"at":"${time}","kind":"${kind}","${kind}":${renderedRecord}${renderActor(row)}${idle ? ',"idle":true' : ''}}`,
  })
  if (kind === 'decision') return entry(readRecord(Decision, record).createdAt, record, 0)
  if (kind === 'event') {
    const { createdAt, statusBefore, eventKind } = readRecord(SubmissionEvent, record)
    return entry(createdAt, record, 0, isIdle(statusBefore, eventKind))
  }
  const { url, ...delivery } = JSON.parse(record)
  const webhook = {
    webhookId: webhooks ? id : null,
    webhookName: (id !== null && webhooks?.get(id)?.title) || null,
  }
  return entry(delivery.startedAt, renderDelivery({ ...delivery, urlHost: new URL(url).host, ...webhook }), 1)
}

const compareEntries = (a: RenderedEntry, b: RenderedEntry): number =>
  Number(a.order > b.order) - Number(a.order < b.order)

/**
 * Reads the history of a package, oldest first: events, decisions by people, and deliveries to other systems. The page
 * size counts events and decisions, each with its deliveries.
 */
export const getSubmissionTimeline = readEndpoint({
  name: endpoint,
  summary: 'Get the history of a package, oldest first: events, decisions and webhook deliveries',
  tag: 'Submissions',
  workspace: { path: '/packages/{packageId}/timeline', roles: [...roles] },
  params: PackageParams,
  query: Type.Object(pageQuery),
  response: Type.Object({ timeline: Type.Array(Entry), pagination: Pagination }),
  errors: ['not_found', 'invalid_cursor'],
  needs: ['findTitles'],
  async run(call, { params: { packageId }, query }) {
    const { organizationId } = call
    firstOrNotFound(await call.read(findPackage, { id: packageId }), 'submission package')
    const listContext = { endpoint, organization: organizationId, filters: { packageId } }
    const limit = pageLimit(query)
    const from = pagePosition(call, listContext, query.cursor) ?? ''
    const rows = await call.read(readTimeline, { packageId, position: from, limit: limit + 1 })
    const steps = [...new Set(rows.map(({ step }) => step))]
    const next = steps.length > limit ? steps[limit - 1] : undefined
    const webhookIds = new Set(rows.flatMap(({ webhook_id: id }) => id ?? []))
    const webhooks = seesWebhooks(call.actor) ? await call.findTitles(call.read, [...webhookIds]) : undefined
    const entries = rows.filter(({ step }) => next === undefined || step <= next).map(row => renderEntry(row, webhooks))
    const timeline = entries.sort(compareEntries).map(({ text }) => text)
    const pagination = next ? `{"nextCursor":"${call.cursors.encode({ ...listContext, position: next })}"}` : '{}'
    return new Rendered(`{"timeline":[${timeline.join(',')}],"pagination":${pagination}}`)
  },
})
