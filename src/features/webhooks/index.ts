import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { getDelivery } from './get-delivery.ts'
import { getWebhook, listWebhooks } from './get-webhook.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listEventTypes } from './list-event-types.ts'
import { replayDelivery } from './replay-delivery.ts'
import { rotateWebhookSecret } from './rotate-secret.ts'
import { getWebhookSettings, updateWebhookSettings } from './settings.ts'
import { testWebhook } from './test-webhook.ts'
import { pauseWebhook, resumeWebhook, updateWebhook } from './update-webhook.ts'

export const webhooks = {
  endpoints: [
    listEventTypes,
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
    getWebhookSettings,
    updateWebhookSettings,
  ],
}
