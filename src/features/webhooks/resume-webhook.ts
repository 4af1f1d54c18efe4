import { createTransition } from './webhook-transition.ts'

export const resumeWebhook = createTransition('resume', 'Resume a webhook and deliver its waiting events in order')
