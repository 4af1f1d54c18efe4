import type { Schemas } from '#web/api/client.ts'
import { isVersioned, type Versioned } from '#web/api/version.ts'

export type Webhook = Schemas['Webhook']
/** One that can be changed. */
export type SeenWebhook = Webhook & Versioned
export type Delivery = Schemas['WebhookDelivery']
export type Form = Schemas['WebhookSettings']['webhookForm']

/** The fields that the two shapes of the record share (interface section 2.8). */
interface Endpoint {
  readonly id: string
  readonly status: Webhook['status']
  readonly createdAt: string
  readonly form: Form
  readonly name: string
  readonly events: readonly string[]
  /** Where deliveries go: the URL, or in the versioned form only the host. */
  readonly target: string
  /** Null in the versioned form, which does not show it. */
  readonly url: string | null
  readonly createdBy: Webhook['createdBy']
  /** Whether the service account that created it is disabled. */
  readonly stopped: boolean
  readonly withheldEvents: readonly string[]
}

export const webhookStates = ['active', 'failing', 'paused', 'stopped'] as const

type State = (typeof webhookStates)[number]

/** Paused, or stopped with its account, takes precedence over failing: no delivery is tried then. */
export const stateOf = (
  { status, stopped }: Pick<Endpoint, 'status' | 'stopped'>,
  failingSince: string | null | undefined,
): State => {
  if (status === 'paused') return 'paused'
  if (stopped) return 'stopped'
  return failingSince ? 'failing' : 'active'
}

const hasNewForm = (webhook: Webhook): webhook is Schemas['VersionedWebhook'] => 'urlHost' in webhook

/** A webhook as the pages show it, in either form that the workspace serves. */
export const readWebhook = (webhook: Webhook): Endpoint => {
  const { id, status, createdAt, createdBy, withheldEvents } = webhook
  const shared = { id, status, createdAt, createdBy, stopped: webhook.stopped !== null, withheldEvents }
  return hasNewForm(webhook)
    ? {
        ...shared,
        form: 'versioned',
        name: webhook.name,
        events: webhook.subscribedEvents,
        target: webhook.urlHost,
        url: null,
      }
    : {
        ...shared,
        form: 'unversioned',
        name: webhook.description,
        events: webhook.events,
        target: webhook.url,
        url: webhook.url,
      }
}

/** The secret is next to the webhook or inside it, and only in the first answer. */
export const asSeenByPeople = (webhook: Webhook): SeenWebhook => {
  if (!isVersioned(webhook)) throw new Error(`the webhook ${webhook.id} was read without its version`)
  return webhook
}

/** The secret is beside the webhook or inside it; only the first answer has it. */
export const secretOf = (made: Schemas['WebhookWithSecret']): string | undefined => {
  if ('signingSecret' in made) return made.signingSecret
  return 'signingSecret' in made.webhook ? made.webhook.signingSecret : undefined
}

/** The subject of an event type, in words: `evidence.claim.created` and its versioned name concern the evidence claim. */
export const resourceOf = (type: string): string =>
  type
    .replace(/^governance\./, '')
    .replace(/\.v\d+$/, '')
    .split('.')
    .slice(0, -1)
    .join(' ')
    .replaceAll('_', ' ')
