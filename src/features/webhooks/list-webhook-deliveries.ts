import { Type } from 'typebox'
import { search } from '#family/search.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { type PageQuery, pageQuery } from '#http/page.ts'
import { Line, Pagination, Timestamp } from '#http/schema.ts'
import { parseTimestamp } from '#lib/clock.ts'
import { idFloor } from '#lib/ids.ts'
import { WebhookParams, webhookSurfaces } from './change-webhook.ts'
import { Delivery, deliveryOutcomes } from './engine/delivery.ts'
import { readWebhook } from './people-surfaces.ts'

/** Failed attempts have their own index, which a fixed outcome matches. */
const findAttempts = search<{ id: string; record: string }>({
  table: 'webhook_attempt',
  columns: 'outcome',
  filters: {
    webhookId: 'endpoint_id',
    outcome: 'outcome',
    eventType: `record::json ->> 'eventType'`,
    status: `record::json ->> 'status'`,
    origin: `record::json ->> 'origin'`,
  },
  indexes: [
    { by: ['webhookId'], where: { outcome: 'failed' } },
    { by: ['webhookId'], where: { outcome: 'dead' } },
    { by: ['webhookId'] },
  ],
})

/** The filters of people, who look for the deliveries of one event or of one outage. */
const peopleQuery = {
  eventType: Type.Optional(Line(200, 'The name of the event type as it was sent.')),
  status: Type.Optional(
    Type.String({ pattern: '^[1-5][0-9]{2}$', description: "The status of the receiver's response, such as 503." }),
  ),
  origin: Type.Optional(Delivery.properties.origin),
  startedAtFrom: Type.Optional({ ...Timestamp, description: 'The earliest startedAt.' }),
  startedAtTo: Type.Optional({ ...Timestamp, description: 'The end of the range of startedAt, exclusive.' }),
}

const textOf = (value: unknown): string | undefined => (value === undefined ? undefined : String(value))

/** The first id of attempts that started at this time. */
const floorOf = (text: string | undefined): string | undefined => {
  const time = text === undefined ? undefined : parseTimestamp(text)
  return time === undefined ? undefined : idFloor('whd', time)
}

/** Lists every attempt, not only the last attempt of each delivery. */
export const listWebhookDeliveries = readEndpoint({
  name: 'listWebhookDeliveries',
  summary: 'List the delivery attempts of a webhook, newest first',
  tag: 'Webhooks',
  ...webhookSurfaces('/{webhookId}/deliveries', 'auditor'),
  params: WebhookParams,
  query: Type.Object({ outcome: Type.Optional(Type.Enum([...deliveryOutcomes])), ...pageQuery }),
  peopleQuery,
  response: Type.Object({ deliveries: Type.Array(Delivery), pagination: Pagination }),
  errors: ['not_found', 'invalid_cursor'],
  async run(call, { params: { webhookId }, query }) {
    await readWebhook(call, webhookId)
    const parameters: PageQuery & Readonly<Record<string, unknown>> = query
    const { eventType, status, origin, startedAtFrom, startedAtTo } = parameters
    const [from, to] = [textOf(startedAtFrom), textOf(startedAtTo)]
    return findAttempts(call, {
      endpoint: 'listWebhookDeliveries',
      plural: 'deliveries',
      query,
      filterValues: {
        ...{ webhookId, outcome: query.outcome },
        ...{ eventType: textOf(eventType), status: textOf(status), origin: textOf(origin) },
      },
      bound: { startedAtFrom: from, startedAtTo: to },
      range: { from: floorOf(from), before: floorOf(to) },
      render: ({ record }) => record,
    })
  },
})
