import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { Nullable, Pagination, Timestamp } from '#http/schema.ts'
import { hour, iso } from '#lib/clock.ts'
import { idFloor } from '#lib/ids.ts'
import { Delivery, type DeliveryExchange, deliveryOutcomes } from './engine/delivery.ts'
import { readExchange } from './engine/exchange-record.ts'
import { type HealthRow, maxPerEndpoint, readHealth } from './health-queries.ts'
import { readInProduct } from './people-surfaces.ts'
import { Webhook } from './webhook.ts'

const Count = Type.Integer({ minimum: 0, maximum: maxPerEndpoint })

const LastResponse = Type.Object(
  {
    status: Nullable(
      Type.Integer({ description: "The status of the receiver's response; null if it did not respond." }),
    ),
    failure: Delivery.properties.failure,
    message: Nullable(Type.String({ description: 'The reason why the attempt failed, as a sentence.' })),
    firstLine: Nullable(
      Type.String({ description: 'The first line of the response, if it is text; at most 200 characters.' }),
    ),
  },
  { title: 'WebhookLastAnswer', description: 'The result of the latest attempt, while the receiver is failing.' },
)

const maxLineLength = 200

const firstLineOf = ({ response }: DeliveryExchange): string | null => {
  if (response?.encoding !== 'utf8') return null
  const line = response.body.split(/[\r\n]/).find(text => text.trim() !== '') ?? ''
  return [...line.trim()].slice(0, maxLineLength).join('') || null
}

const lastResponseOf = (last: Delivery, exchange: string | null) => {
  const { status, failure, message } = last
  return exchange === null ? null : { status, failure, message, firstLine: firstLineOf(readExchange(last, exchange)) }
}

const EndpointHealth = Type.Object(
  {
    webhookId: Type.String(),
    status: Webhook.properties.status,
    pending: Count,
    deadLetters: Count,
    lastAttemptAt: Nullable(Timestamp),
    lastOutcome: Type.Unsafe<Delivery['outcome'] | null>({
      type: ['string', 'null'],
      enum: [...deliveryOutcomes, null],
    }),
    failingSince: Nullable(Timestamp),
    lastAnswer: Nullable(LastResponse),
    consecutiveFailures: { ...Count, description: 'The number of failed attempts since the last successful one.' },
    nextAttemptAt: Nullable({
      ...Timestamp,
      description: 'Null if nothing is waiting, or if the webhook is paused or stopped.',
    }),
    last24h: Type.Object({ succeeded: Count, failed: Count }),
  },
  { title: 'WebhookHealth' },
)

const nextAttemptAt = ({ status, stopped, oldest }: HealthRow, now: number): string | null =>
  status === 'paused' || stopped || oldest === null ? null : iso(Math.max(oldest, now))

/** Lists the endpoints in the order of `listWebhooks` (interface section 4.5). */
export const getWebhookHealth = readEndpoint({
  name: 'getWebhookHealth',
  summary: 'Get the health of every webhook: its pending deliveries, last attempt and last 24 hours',
  tag: 'Webhooks',
  ...readInProduct('/health'),
  response: Type.Object({
    endpoints: Type.Array(EndpointHealth),
    countedUpTo: Type.Integer({
      description: 'Counting stops at this number: a count equal to it means this many or more.',
    }),
    pagination: Pagination,
  }),
  async run({ now, read }) {
    const rows = await read(readHealth, { since: idFloor('whd', now - 24 * hour) })
    const endpoints = rows.map(row => {
      const last = row.last === null ? null : readRecord(Delivery, row.last)
      return {
        webhookId: row.id,
        status: row.status,
        pending: row.pending,
        deadLetters: row.dead_letters,
        lastAttemptAt: last?.startedAt ?? null,
        lastOutcome: last?.outcome ?? null,
        lastAnswer: last && lastResponseOf(last, row.exchange),
        failingSince: row.failing_since && iso(row.failing_since.getTime()),
        consecutiveFailures: row.failures,
        nextAttemptAt: nextAttemptAt(row, now),
        last24h: { succeeded: row.attempts - row.failed, failed: row.failed },
      }
    })
    return { endpoints, countedUpTo: maxPerEndpoint, pagination: {} }
  },
})
