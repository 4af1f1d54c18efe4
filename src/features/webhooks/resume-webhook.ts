import { webhookTransition } from './webhook-transition.ts'

export const resumeWebhook = webhookTransition('resume', 'Resume a webhook: what waited is delivered, in order')
