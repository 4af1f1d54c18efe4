import { webhookTransition } from './webhook-transition.ts'

export const pauseWebhook = webhookTransition('pause', 'Pause a webhook, so that its events wait')
