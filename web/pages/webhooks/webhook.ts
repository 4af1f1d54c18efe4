import type { Schemas } from '#web/api/client.ts'
import { isVersioned, type Versioned } from '#web/api/version.ts'

export type Webhook = Schemas['Webhook']
/** A webhook with its version, which a change needs. */
export type WebhookWithVersion = Webhook & Versioned
export type Delivery = Schemas['WebhookDelivery']
export type Form = Schemas['WebhookSettings']['webhookForm']

/** A webhook in the common shape that the pages use for both forms of the record. */
interface Endpoint {
  readonly id: string
  readonly status: Webhook['status']
  readonly createdAt: string
  readonly form: Form
  readonly name: string
  readonly events: readonly string[]
  /** The receiver: its URL, or only its host in the versioned form. */
  readonly target: string
  /** Null in the versioned form, which does not show the URL. */
  readonly url: string | null
  readonly createdBy: Webhook['createdBy']
  /** Whether the service account that created it is disabled. */
  readonly stopped: boolean
  readonly withheldEvents: readonly string[]
}

export const webhookStates = ['active', 'failing', 'paused', 'stopped'] as const

type State = (typeof webhookStates)[number]

/** The state of a webhook. Paused and stopped take precedence over failing, because nothing is sent then. */
export const stateOf = (
  { status, stopped }: Pick<Endpoint, 'status' | 'stopped'>,
  failingSince: string | null | undefined,
): State => {
  if (status === 'paused') return 'paused'
  if (stopped) return 'stopped'
  return failingSince ? 'failing' : 'active'
}

const isVersionedForm = (webhook: Webhook): webhook is Schemas['VersionedWebhook'] => 'urlHost' in webhook

/** Reads a webhook in either form that the workspace uses. */
export const readWebhook = (webhook: Webhook): Endpoint => {
  const { id, status, createdAt, createdBy, withheldEvents } = webhook
  const commonFields = { id, status, createdAt, createdBy, stopped: webhook.stopped !== null, withheldEvents }
  return isVersionedForm(webhook)
    ? {
        ...commonFields,
        form: 'versioned',
        name: webhook.name,
        events: webhook.subscribedEvents,
        target: webhook.urlHost,
        url: null,
      }
    : {
        ...commonFields,
        form: 'unversioned',
        name: webhook.description,
        events: webhook.events,
        target: webhook.url,
        url: webhook.url,
      }
}

/** Narrows a webhook to one with a version, which every read of a person has. */
export const requireVersion = (webhook: Webhook): WebhookWithVersion => {
  if (!isVersioned(webhook)) throw new Error(`the webhook ${webhook.id} was read without its version`)
  return webhook
}

/**
 * The new secret of a webhook, which a response contains next to the webhook or inside it. Only the first response has
 * it.
 */
export const secretOf = (response: Schemas['WebhookWithSecret']): string | undefined => {
  if ('signingSecret' in response) return response.signingSecret
  return 'signingSecret' in response.webhook ? response.webhook.signingSecret : undefined
}
