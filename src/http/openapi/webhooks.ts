import { Type } from 'typebox'
import { type CataloguedEvent, eventName } from '#http/event.ts'
import { Id, Timestamp } from '#http/schema.ts'
import type { Schema, Schemas } from './schemas.ts'

/** The tag of the events that the service sends. */
export const eventTag = 'Events'

const header = (name: string, description: string, example: string, schema: Schema = {}): Schema => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', ...schema },
  example,
})

/** The headers of interface sections 6.1 and 6.2, and of Standard Webhooks 1.0. */
const headers: readonly Schema[] = [
  header(
    'X-Service-Signature',
    'HMAC-SHA256, in hex, of the timestamp header, a full stop and the raw body; the key is the whole signing secret. For 60 seconds after a rotation the header has one `v1=` per secret, the newest first.',
    't=1795140252,v1=1fa7c5f278838a6a9e7fc9a554ec23776a5b30f5b1a389772db53b5e6da71c68',
    { pattern: '^t=\\d+(,v1=[0-9a-f]{64})+$' },
  ),
  header(
    'X-Service-Timestamp',
    'The time when the attempt was signed. Reject requests older than 5 minutes.',
    '2026-11-20T02:04:12.500Z',
    {
      format: 'date-time',
    },
  ),
  header('X-Service-Delivery-Id', 'A new id for each attempt.', 'whd_01JZ8Q4D3N6V0M2K5T7W9Y1B4F', {
    pattern: '^whd_[0-9A-Z]{26}$',
  }),
  header('X-Service-Event', 'The event type, as in the body.', 'evidence.claim.created'),
  header('webhook-id', 'The `id` of the event (Standard Webhooks 1.0).', 'evt_01JZ8Q4D3N6V0M2K5T7W9Y1B4C', {
    pattern: '^evt_[0-9A-Z]{26}$',
  }),
  header('webhook-timestamp', 'The same time in whole Unix seconds (Standard Webhooks 1.0).', '1795140252', {
    pattern: '^\\d+$',
  }),
  header(
    'webhook-signature',
    'HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the raw body, joined by full stops; the key is what base64 decodes after `whsec_`. Signatures of two secrets are separated by a space (Standard Webhooks 1.0).',
    'v1,Vt4r3iErAofHjftW2Kt796Wr0KvVjSzCwuqeFKlrFp8=',
    { pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$' },
  ),
]

/** `components/parameters` of the events. */
export const eventParameters: Readonly<Record<string, Schema>> = Object.fromEntries(
  headers.map(parameter => [String(parameter.name), parameter]),
)

const parameters = Object.keys(eventParameters).map(name => ({ $ref: `#/components/parameters/${name}` }))

const responses: Schema = {
  '2XX': { description: 'Accepted: any 2xx status line within 10 seconds of the start of the request.' },
  default: {
    description:
      'The attempt counts as failed and is retried, 7 attempts in total; so is one with a missing or late response. Redirects are not followed.',
  },
}

/** The envelope of an event (interface section 6.1). */
const envelope = ({ type, data }: CataloguedEvent) =>
  Type.Object({
    id: { ...Id('evt'), description: 'Stable across attempts and replays; use it for deduplication.' },
    type: Type.Enum([eventName('unversioned', type), eventName('versioned', type)], {
      description: 'The event type, in the form that the workspace uses.',
    }),
    createdAt: { ...Timestamp, description: 'The time of the event in the workspace.' },
    organization: Type.Object({ id: Id('org'), slug: Type.String() }, { title: 'EventOrganization' }),
    data,
  })

const example = ({ type, example: data }: CataloguedEvent): Schema => ({
  id: 'evt_01JZ8Q4D3N6V0M2K5T7W9Y1B4C',
  type: eventName('unversioned', type),
  createdAt: '2026-11-20T02:04:11.318Z',
  organization: { id: 'org_01JZ8Q4D3N6V0M2K5T7W9Y1B4A', slug: 'acme' },
  data,
})

/** `evidence.claim.created` → `onEvidenceClaimCreated` */
const operationId = (type: string): string =>
  `on${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`

/** The Path Item Object of an event type (OpenAPI 3.1 `webhooks`): the request that a receiver gets. */
export const webhookObject = (event: CataloguedEvent, schemas: Schemas): Schema => ({
  post: {
    operationId: operationId(event.type),
    summary: event.description,
    description: `Called \`${eventName('versioned', event.type)}\` in workspaces that use the versioned form. Scope: \`${event.scope}\`.`,
    tags: [eventTag],
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemas.reference(envelope(event)), example: example(event) } },
    },
    responses,
  },
})
