import type { WebhookForm } from '#http/event.ts'
import { hour, minute, second } from '#lib/clock.ts'

/**
 * Delay before each attempt, in milliseconds (interface section 6.4). After the last attempt, the delivery becomes a
 * dead letter.
 */
const delays: Readonly<Record<WebhookForm, readonly number[]>> = {
  unversioned: [0, 30 * second, 2 * minute, 10 * minute, hour, 6 * hour, 24 * hour],
  versioned: [0, minute, 2 * minute, 4 * minute, 8 * minute, 16 * minute, 32 * minute],
}

const jitter = 0.05

export interface FailedAttempt {
  readonly form: WebhookForm
  /** The number of the failed attempt, from 1 to 7. */
  readonly attempt: number
  /** When the attempt ended, in milliseconds since 1970. */
  readonly endedAt: number
  /** The delay that a 429 or 503 requested, in milliseconds. */
  readonly retryAfter?: number | undefined
}

/** Returns the longest delay of the schedule, in milliseconds. */
export const longestDelay = (form: WebhookForm): number => Math.max(...delays[form])

/**
 * Returns when the next attempt is due; undefined after the last attempt. Jitter adds at most 5 %. `Retry-After` can
 * lengthen a delay, up to the longest of the schedule, but never shortens it.
 */
export const nextAttempt = (
  { form, attempt, endedAt, retryAfter = 0 }: FailedAttempt,
  random: () => number = Math.random,
): number | undefined => {
  const schedule = delays[form]
  const delay = schedule[attempt]
  if (delay === undefined) return undefined
  const requestedDelay = Math.min(retryAfter, longestDelay(form))
  return Math.ceil(endedAt + Math.max(delay * (1 + jitter * random()), requestedDelay))
}
