import { cancelReplay } from './cancel-replay.ts'
import { createReplay } from './create-replay.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { getBacklog } from './get-backlog.ts'
import { getDelivery } from './get-delivery.ts'
import { getReplay, listReplays } from './get-replay.ts'
import { getSecretPosture, listSecretPostures } from './get-secret-posture.ts'
import { getWebhook, listWebhooks } from './get-webhook.ts'
import { getWebhookHealth } from './health.ts'
import { keepPartitions } from './keep-partitions.ts'
import { listDeadLetters } from './list-dead-letters.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listEventTypes } from './list-event-types.ts'
import { listPending } from './list-pending.ts'
import { getWebhooksOverview } from './overview.ts'
import { purgeDeadLetter, purgeDeadLetters } from './purge-dead-letters.ts'
import { purgeDeletedWebhooks } from './purge-deleted.ts'
import { replayDeadLetter } from './replay-dead-letter.ts'
import { replayDelivery } from './replay-delivery.ts'
import { rotateWebhookSecret } from './rotate-secret.ts'
import { getWebhookSettings, updateWebhookSettings } from './settings.ts'
import { testWebhook } from './test-webhook.ts'
import { pauseWebhook, resumeWebhook, updateWebhook } from './update-webhook.ts'

export const webhooks = {
  endpoints: [
    listEventTypes,
    getWebhookHealth,
    getWebhooksOverview,
    createWebhook,
    listWebhooks,
    getWebhook,
    updateWebhook,
    pauseWebhook,
    resumeWebhook,
    rotateWebhookSecret,
    deleteWebhook,
    testWebhook,
    listDeliveries,
    getDelivery,
    replayDelivery,
    createReplay,
    listReplays,
    getReplay,
    cancelReplay,
    listDeadLetters,
    replayDeadLetter,
    purgeDeadLetter,
    purgeDeadLetters,
    getBacklog,
    listPending,
    getSecretPosture,
    listSecretPostures,
    getWebhookSettings,
    updateWebhookSettings,
  ],
  jobs: [keepPartitions, purgeDeletedWebhooks],
}
