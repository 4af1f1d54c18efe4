import { type Static, Type } from 'typebox'
import { eventName, type WebhookForm } from '#api/event.ts'
import { renderer } from '#api/record.ts'
import { Line, Nullable, Timestamp } from '#api/schema.ts'
import type { Flow } from '#lib/flow.ts'

const statuses = ['active', 'paused'] as const

/** A webhook endpoint as it is kept: in neither form, because the form of the workspace can be switched. */
export const Webhook = Type.Object({
  id: Type.String(),
  /** Null where it is the description. */
  name: Nullable(Line(200)),
  description: Line(500),
  url: Type.String(),
  /** Unversioned names, or `*` alone. */
  events: Type.Array(Type.String()),
  status: Type.Enum([...statuses]),
  secretRotatedAt: Timestamp,
  /** How often the signing secret is to be rotated. */
  rotationIntervalDays: Nullable(Type.Integer({ minimum: 1, maximum: 3650 })),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export type Webhook = Static<typeof Webhook>

export const renderWebhook = renderer(Webhook)

const Events = Type.Array(Type.String(), { description: 'Event types; * alone stands for every type.' })

// The identifier keeps the prefix of the form that it was made in.
const WebhookId = Type.String({
  pattern: '^wh[ek]_[0-9A-Z]{26}$',
  description: 'Opaque identifier, prefix whe_ or whk_.',
})

/** Shape A of interface section 2.8. */
const VersionedWebhook = Type.Object(
  {
    id: WebhookId,
    name: Line(500),
    urlHost: Type.String({ description: 'Host of the receiver.' }),
    subscribedEvents: Events,
    status: Type.Enum([...statuses]),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'VersionedWebhook' },
)

/** Shape B of interface section 2.8. */
const UnversionedWebhook = Type.Object(
  {
    id: WebhookId,
    url: Type.String(),
    events: Events,
    description: Line(500),
    status: Type.Enum([...statuses]),
    createdAt: Timestamp,
  },
  { title: 'UnversionedWebhook' },
)

/** A webhook as it is shown: in the form that the workspace serves now. */
export const ShownWebhook = Type.Union([UnversionedWebhook, VersionedWebhook], { title: 'Webhook' })

type ShownWebhook = Static<typeof ShownWebhook>

const SigningSecret = Type.Optional(
  Type.String({ pattern: '^whsec_', description: 'Shown this once; absent in a replayed answer.' }),
)

/** Interface section 4.5: shape A has the secret beside the webhook, shape B inside. */
export const WebhookWithSecret = Type.Union(
  [
    Type.Object(
      { webhook: Type.Object({ ...UnversionedWebhook.properties, signingSecret: SigningSecret }) },
      { title: 'UnversionedWebhookWithSecret' },
    ),
    Type.Object({ webhook: VersionedWebhook, signingSecret: SigningSecret }, { title: 'VersionedWebhookWithSecret' }),
  ],
  { title: 'WebhookWithSecret' },
)

const shapes = {
  versioned: ({ id, name, description, url, events, status, createdAt, updatedAt }) => ({
    id,
    name: name ?? description,
    urlHost: new URL(url).hostname,
    subscribedEvents: events.map(type => (type === '*' ? type : eventName('versioned', type))),
    status,
    createdAt,
    updatedAt,
  }),
  unversioned: ({ id, url, events, description, status, createdAt }) => ({
    id,
    url,
    events,
    description,
    status,
    createdAt,
  }),
} satisfies Record<WebhookForm, (webhook: Webhook) => ShownWebhook>

export const showWebhook = (form: WebhookForm, webhook: Webhook): ShownWebhook => shapes[form](webhook)

const withSecret = {
  versioned: (webhook, signingSecret) => ({ webhook: shapes.versioned(webhook), signingSecret }),
  unversioned: (webhook, signingSecret) => ({ webhook: { ...shapes.unversioned(webhook), signingSecret } }),
} satisfies Record<WebhookForm, (webhook: Webhook, signingSecret: string) => Static<typeof WebhookWithSecret>>

export const showWithSecret = (form: WebhookForm, webhook: Webhook, secret: string): Static<typeof WebhookWithSecret> =>
  withSecret[form](webhook, secret)

export const prefixes: Readonly<Record<WebhookForm, string>> = { versioned: 'whe', unversioned: 'whk' }

/** Interface section 3.5. */
export const webhookFlow = {
  pause: { from: ['active'], to: 'paused' },
  resume: { from: ['paused'], to: 'active' },
} as const satisfies Flow<Webhook['status'], string>
