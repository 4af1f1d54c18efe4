import { sentence } from '#lib/sentence.ts'

export const webhookPaused = sentence`webhook.paused: The webhook is paused; resume it first.`
export const accountDisabled = sentence`webhook.account_disabled: The service account that created the webhook is disabled; enable it first.`
