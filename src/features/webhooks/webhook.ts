import { type Static, Type } from 'typebox'
import { bound, fieldsOf, readAsIs } from '#family/bound.ts'
import type { Actor } from '#http/access.ts'
import { eventName, type WebhookForm } from '#http/event.ts'
import { renderer } from '#http/record.ts'
import { Line, Nullable, Timestamp } from '#http/schema.ts'
import { etagOf, versionField } from '#http/version.ts'
import type { Flow } from '#lib/flow.ts'
import { findWithheldEvents, type WebhookOwner } from './owner.ts'

const statuses = ['active', 'paused'] as const

/** The stored webhook. It has neither form, because the workspace can switch between them. */
export const Webhook = Type.Object({
  id: Type.String(),
  /** Null if the name is the same as the description. */
  name: Nullable(Line(200)),
  /** Null if the description is the same as the name. */
  description: Nullable(Line(500)),
  url: Type.String(),
  /** Unversioned names, or `*` alone. */
  events: Type.Array(Type.String()),
  status: Type.Enum([...statuses]),
  /** The actor who paused the webhook, if resuming it needs more than the scope to manage it. */
  pausedBy: Nullable(Type.String()),
  secretRotatedAt: Timestamp,
  /** How often the signing secret should be rotated. */
  rotationIntervalDays: Nullable(Type.Integer({ minimum: 1, maximum: 3650 })),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export type Webhook = Static<typeof Webhook>

export const renderWebhook = renderer(Webhook)

export const boundWebhooks = bound({
  table: 'webhook_endpoint',
  prefix: ['whe', 'whk'],
  content: { personId: readAsIs, scopes: readAsIs, serviceAccountId: readAsIs, status: readAsIs },
  repeats: fieldsOf('id', 'url', 'events'),
})

const Events = Type.Array(Type.String(), { description: 'Event types; * alone stands for every type.' })

// The identifier keeps the prefix of the form in which the webhook was created.
const WebhookId = Type.String({
  pattern: '^wh[ek]_[0-9A-Z]{26}$',
  description: 'Opaque identifier, prefix whe_ or whk_.',
})

const commonFields = {
  createdBy: Type.Object(
    {
      kind: Type.Enum(['service_account', 'person']),
      id: Nullable(Type.String({ description: 'Null for a person whose id was not recorded.' })),
      name: Type.Optional(Nullable(Type.String({ description: 'Only people see this name.' }))),
    },
    { description: 'The owner of the subscription, regardless of later changes by others.' },
  ),
  stopped: Type.Unsafe<'account_disabled' | null>({
    type: ['string', 'null'],
    enum: ['account_disabled', null],
    description: 'Why nothing is delivered, regardless of the status. Events wait as during a pause.',
  }),
  withheldEvents: Type.Array(Type.String(), {
    description:
      "Subscribed event types that are not sent, because the webhook's creator, or the account that set its address, lacks the scope to read them.",
  }),
  etag: Type.Optional(versionField.etag),
}

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
    ...commonFields,
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
    ...commonFields,
  },
  { title: 'UnversionedWebhook' },
)

/** A webhook in responses, in the form that the workspace uses now. */
export const ShownWebhook = Type.Union([UnversionedWebhook, VersionedWebhook], { title: 'Webhook' })

type ShownWebhook = Static<typeof ShownWebhook>

const SigningSecret = Type.Optional(
  Type.String({ pattern: '^whsec_', description: 'Shown only once; absent from a replayed response.' }),
)

/** A webhook with its secret: next to the webhook in shape A, inside it in shape B (interface section 4.5). */
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

/** Returns the display name of a webhook. */
export const webhookName = ({ name, description }: Pick<Webhook, 'name' | 'description'>): string =>
  name ?? description ?? ''

const shapes = {
  versioned: ({ id, name, description, url, events, status, createdAt, updatedAt }) => ({
    id,
    name: webhookName({ name, description }),
    urlHost: new URL(url).hostname,
    subscribedEvents: events.map(type => (type === '*' ? type : eventName('versioned', type))),
    status,
    createdAt,
    updatedAt,
  }),
  unversioned: ({ id, name, url, events, description, status, createdAt }) => ({
    id,
    url,
    events,
    description: description ?? webhookName({ name, description }),
    status,
    createdAt,
  }),
} satisfies Record<WebhookForm, (webhook: Webhook) => Omit<ShownWebhook, keyof typeof commonFields>>

/** A webhook with the form that the workspace uses, and its owner. */
export interface WebhookWithOwner {
  readonly webhook: Webhook
  readonly form: WebhookForm
  readonly owner: WebhookOwner
}

export const webhookEtag = ({ webhook, form }: WebhookWithOwner): string => etagOf(renderWebhook(webhook), form)

const showCommonFields = (current: WebhookWithOwner, { kind }: Actor) => {
  const { webhook, form, owner } = current
  const isPerson = kind === 'person'
  return {
    createdBy: { kind: owner.kind, id: owner.id, ...(isPerson && { name: owner.name }) },
    stopped: owner.disabled ? ('account_disabled' as const) : null,
    withheldEvents: findWithheldEvents(webhook.events, owner).map(({ type }) => eventName(form, type)),
    etag: webhookEtag(current),
  }
}

/** Renders the webhook for this caller; only people see names. */
export const showWebhook = (current: WebhookWithOwner, actor: Actor): ShownWebhook => ({
  ...shapes[current.form](current.webhook),
  ...showCommonFields(current, actor),
})

/** Renders the webhook with its secret. */
export const showWithSecret = (
  current: WebhookWithOwner,
  actor: Actor,
  signingSecret: string,
): Static<typeof WebhookWithSecret> => {
  const { form, webhook } = current
  const common = showCommonFields(current, actor)
  return form === 'versioned'
    ? { webhook: { ...shapes.versioned(webhook), ...common }, signingSecret }
    : { webhook: { ...shapes.unversioned(webhook), ...common, signingSecret } }
}

export const webhookIdPrefixes: Readonly<Record<WebhookForm, string>> = { versioned: 'whe', unversioned: 'whk' }

export const webhookFlow = {
  pause: { from: ['active'], to: 'paused' },
  resume: { from: ['paused'], to: 'active' },
} as const satisfies Flow<Webhook['status'], string>
