import { second } from '#lib/clock.ts'
import type { Exchange } from './exchange.ts'

const statuses: ReadonlySet<number | null> = new Set([429, 503])

/** Milliseconds that a 429 or 503 asks to wait (RFC 9110 section 10.2.3: seconds or a date), else undefined. */
export const retryAfter = ({ status, headers }: Exchange, now: number): number | undefined => {
  const text = statuses.has(status) ? headers['retry-after']?.trim() : undefined
  if (!text) return undefined
  if (/^\d{1,10}$/.test(text)) return Number(text) * second
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
