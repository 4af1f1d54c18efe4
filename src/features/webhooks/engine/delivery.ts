import { type Static, Type } from 'typebox'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import { type Failure, failures } from './exchange.ts'

export const deliveryOutcomes = Object.freeze(['delivered', 'failed', 'dead'] as const)

/** One delivery attempt that ended (interface sections 3.5 and 6.4). */
export const Delivery = Type.Object(
  {
    id: Id('whd'),
    eventId: Id('evt'),
    eventType: Type.String({ description: 'The name of the event type as it was sent.' }),
    attempt: Type.Integer({ minimum: 1, maximum: 7 }),
    origin: Type.Enum(['live', 'test', 'replay']),
    url: Type.String({ description: 'The URL to which the event was sent.' }),
    outcome: Type.Enum([...deliveryOutcomes], {
      description: 'failed: another attempt follows; dead: no further attempt, unless it is replayed.',
    }),
    status: Nullable(
      Type.Integer({ description: "The status of the receiver's response; null if it did not respond." }),
    ),
    failure: Type.Unsafe<Failure | null>({
      type: ['string', 'null'],
      description: `One of ${Object.keys(failures).join(', ')}.`,
    }),
    message: Nullable(Type.String({ description: 'The reason for the failure, as a sentence.' })),
    startedAt: Timestamp,
    ms: Type.Integer({ minimum: 0, description: 'Duration in milliseconds.' }),
    nextAttemptAt: Nullable(Timestamp),
  },
  { title: 'WebhookDelivery' },
)

export type Delivery = Static<typeof Delivery>

const Headers = Type.Record(Type.String(), Type.String(), { description: 'Names in lower case.' })

const Response = Type.Object({
  headers: Headers,
  body: Type.String({ description: 'The first 16 KiB.' }),
  encoding: Type.Enum(['utf8', 'base64']),
  truncated: Type.Boolean({ description: 'Whether the body was longer or incomplete.' }),
})

/** The request and response of one attempt; `response` is null if the receiver did not respond. */
export const DeliveryExchange = Type.Object({
  request: Type.Object({ headers: Headers }),
  response: Nullable(Response),
  code: Nullable(Type.String({ description: 'A technical error code, such as ECONNREFUSED.' })),
})

export type DeliveryExchange = Static<typeof DeliveryExchange>
