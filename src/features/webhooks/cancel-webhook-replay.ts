import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { getLockedWebhook, notifyChanged } from './change-webhook.ts'
import { ReplayParams } from './get-webhook-replay.ts'
import { changedInProduct } from './people-surfaces.ts'
import { Replay, showReplay } from './replay.ts'
import { cancelReplay, lockReplay, touchWebhook } from './replay-queries.ts'

/** Also removes the replay's queued deliveries. A request in flight completes, but is not retried. */
export const cancelWebhookReplay = changeEndpoint({
  name: 'cancelWebhookReplay',
  summary: 'Cancel a replay and its undelivered events',
  tag: 'Webhooks',
  method: 'POST',
  ...changedInProduct('/{webhookId}/replays/{replayId}/cancel'),
  status: 200,
  action: 'webhook.replay_cancel',
  params: ReplayParams,
  response: Replay,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { webhookId, replayId } }) {
    const { tx } = change
    await getLockedWebhook(change, webhookId)
    const replay = firstOrNotFound(await tx.query(lockReplay, { endpointId: webhookId, id: replayId }), 'replay')
    const [counts] = await tx.query(cancelReplay, { endpointId: webhookId, id: replayId })
    const { unqueued = 0, queued = 0 } = counts ?? {}
    const isFinished = replay.status !== 'running' && queued === 0
    if (isFinished)
      throw new Refusal(
        'unprocessable',
        sentence`replay.nothing_waits: The replay is ${{ status: replay.status }}, and none of its deliveries is waiting.`,
      )
    tx.write(touchWebhook, { id: webhookId })
    change.audit(webhookId, { detail: `${replayId}: ${unqueued + queued} deliveries removed` })
    notifyChanged(change, webhookId)
    return showReplay({ id: replayId, record: replay.record, status: 'cancelled', remaining: 0 })
  },
})
