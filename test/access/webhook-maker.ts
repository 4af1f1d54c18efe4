import type { Probata } from '#test/system.ts'
import { receiver, replayBody } from './webhook-values.ts'

/** Creates webhooks, and events that could not be delivered to them. */
export interface WebhookFactory {
  webhook(pause?: 'pause'): Promise<string>
  /** Creates a webhook with an attempt to deliver an event, which is also a dead letter. */
  deadLetter(): Promise<{ readonly webhookId: string; readonly eventId: string }>
  /** Creates a webhook with a dead letter and a running replay. */
  replay(): Promise<{ readonly webhookId: string; readonly replayId: string }>
}

interface Dependencies {
  readonly canary: string
  /** Sends a request as an administrator. */
  // biome-ignore lint/suspicious/noExplicitAny: each endpoint returns its own shape
  readonly post: (path: string, body: Readonly<Record<string, unknown>>) => Promise<any>
  readonly word: () => string
  readonly now: () => number
}

export const webhooksOf = (p: Probata, { canary, post, word, now }: Dependencies): WebhookFactory => {
  const maker: WebhookFactory = {
    async webhook(pause) {
      const body = { url: receiver(canary), events: ['*'], description: word() }
      const { webhook } = await post('webhooks', body)
      if (pause) await post(`webhooks/${webhook.id}/pause`, {})
      return webhook.id
    },
    async deadLetter() {
      const webhookId = await maker.webhook()
      const { eventId } = await post(`webhooks/${webhookId}/test`, {})
      // Drops the deliveries to all other webhooks: attempts at failing receivers are spaced out, which took 30 s.
      await p.sql('delete from webhook_queue where endpoint_id <> $1', [webhookId])
      await p.system.delivery.drain()
      await p.sql(
        `insert into webhook_dead_letter select a.organization_id, a.endpoint_id, a.event_id, e.body, a.record
           from webhook_attempt a join outbox_event e on e.id = a.event_id where a.endpoint_id = $1`,
        [webhookId],
      )
      return { webhookId, eventId }
    },
    async replay() {
      const { webhookId } = await maker.deadLetter()
      const { id: replayId } = await post(`webhooks/${webhookId}/replays`, replayBody(now()))
      return { webhookId, replayId }
    },
  }
  return maker
}
