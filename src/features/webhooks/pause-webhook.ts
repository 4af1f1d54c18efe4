import { webhookTransition } from './webhook-transition.ts'

export const pauseWebhook = webhookTransition('pause', 'Pause a webhook; its events wait until it is resumed')
