import { createTransition } from './webhook-transition.ts'

export const pauseWebhook = createTransition('pause', 'Pause a webhook; its events wait until it is resumed')
