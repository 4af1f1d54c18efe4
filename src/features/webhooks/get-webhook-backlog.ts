import type { Call } from '#api/call.ts'
import { reading } from '#api/endpoint.ts'
import { oneOr404 } from '#api/errors.ts'
import { iso } from '#lib/clock.ts'
import { Backlog, backlogOf, rateOver } from './backlog.ts'
import { type BacklogRow, findBacklog } from './backlog-queries.ts'
import { WebhookParams } from './change-webhook.ts'
import { readInProduct } from './in-product.ts'

/** Throws a 404 for what is unknown, deleted or foreign. */
export const readBacklog = async ({ read, now }: Call, webhookId: string): Promise<BacklogRow> => {
  const asked = { endpointId: webhookId, now: iso(now), since: iso(now - rateOver) }
  return oneOr404(await read(findBacklog, asked), 'webhook')
}

export const getWebhookBacklog = reading({
  name: 'getWebhookBacklog',
  summary: 'Get how much waits for a webhook, why, and for how long',
  tag: 'Webhooks',
  ...readInProduct('/{webhookId}/backlog'),
  params: WebhookParams,
  response: Backlog,
  errors: ['not_found'],
  run: async (call, { params }) => backlogOf(await readBacklog(call, params.webhookId), call.now),
})
