import { cancelWebhookReplay } from './cancel-webhook-replay.ts'
import { createWebhook } from './create-webhook.ts'
import { createWebhookReplay } from './create-webhook-replay.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { deliverWebhookNow } from './deliver-webhook-now.ts'
import { getWebhook } from './get-webhook.ts'
import { getWebhookBacklog } from './get-webhook-backlog.ts'
import { getWebhookDelivery } from './get-webhook-delivery.ts'
import { getWebhookHealth } from './get-webhook-health.ts'
import { getWebhookReplay } from './get-webhook-replay.ts'
import { getWebhookSecretPosture } from './get-webhook-secret-posture.ts'
import { getWebhookSettings } from './get-webhook-settings.ts'
import { getWebhooksOverview } from './get-webhooks-overview.ts'
import { keepPartitions } from './keep-partitions.ts'
import { listPendingWebhookDeliveries } from './list-pending-webhook-deliveries.ts'
import { listWebhookDeadLetters } from './list-webhook-dead-letters.ts'
import { listWebhookDeliveries } from './list-webhook-deliveries.ts'
import { listWebhookEventTypes } from './list-webhook-event-types.ts'
import { listWebhookReplays } from './list-webhook-replays.ts'
import { listWebhookSecretPostures } from './list-webhook-secret-postures.ts'
import { listWebhooks } from './list-webhooks.ts'
import { pauseWebhook } from './pause-webhook.ts'
import { webhookProblems } from './problems.ts'
import { purgeDeletedWebhooks } from './purge-deleted.ts'
import { purgeWebhookDeadLetter } from './purge-webhook-dead-letter.ts'
import { purgeWebhookDeadLetters } from './purge-webhook-dead-letters.ts'
import { replayWebhookDeadLetter } from './replay-webhook-dead-letter.ts'
import { replayWebhookDelivery } from './replay-webhook-delivery.ts'
import { resumeWebhook } from './resume-webhook.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { testWebhook } from './test-webhook.ts'
import { searchedWebhooks, webhookTitles } from './titles.ts'
import { updateWebhook } from './update-webhook.ts'
import { updateWebhookSettings } from './update-webhook-settings.ts'
import { boundWebhooks } from './webhook.ts'

export const webhooks = {
  bounds: [boundWebhooks],
  titleSources: webhookTitles,
  searchSources: searchedWebhooks,
  endpoints: [
    listWebhookEventTypes,
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
    deliverWebhookNow,
    listWebhookDeliveries,
    getWebhookDelivery,
    replayWebhookDelivery,
    createWebhookReplay,
    listWebhookReplays,
    getWebhookReplay,
    cancelWebhookReplay,
    listWebhookDeadLetters,
    replayWebhookDeadLetter,
    purgeWebhookDeadLetter,
    purgeWebhookDeadLetters,
    getWebhookBacklog,
    listPendingWebhookDeliveries,
    getWebhookSecretPosture,
    listWebhookSecretPostures,
    getWebhookSettings,
    updateWebhookSettings,
  ],
  jobs: [keepPartitions, purgeDeletedWebhooks],
  problemSources: webhookProblems,
}
