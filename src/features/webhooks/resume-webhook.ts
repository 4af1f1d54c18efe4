import { webhookTransition } from './webhook-transition.ts'

export const resumeWebhook = webhookTransition('resume', 'Resume a webhook and deliver its waiting events in order')
