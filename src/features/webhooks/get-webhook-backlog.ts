import type { Call } from '#http/call.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import { backlogOf, ratePeriod, WebhookBacklog } from './backlog.ts'
import { type BacklogRow, findBacklog } from './backlog-queries.ts'
import { WebhookParams } from './change-webhook.ts'
import { readInProduct } from './people-surfaces.ts'

/** Throws a 404 for unknown, deleted and foreign webhooks. */
export const readBacklog = async ({ read, now }: Call, webhookId: string): Promise<BacklogRow> => {
  const values = { endpointId: webhookId, now: iso(now), since: iso(now - ratePeriod) }
  return firstOrNotFound(await read(findBacklog, values), 'webhook')
}

export const getWebhookBacklog = readEndpoint({
  name: 'getWebhookBacklog',
  summary: 'Get the backlog of a webhook: its size, reason and expected duration',
  tag: 'Webhooks',
  ...readInProduct('/{webhookId}/backlog'),
  params: WebhookParams,
  response: WebhookBacklog,
  errors: ['not_found'],
  run: async (call, { params }) => backlogOf(await readBacklog(call, params.webhookId), call.now),
})
