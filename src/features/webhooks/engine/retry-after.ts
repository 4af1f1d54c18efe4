import { second } from '#lib/clock.ts'
import type { Exchange } from './exchange.ts'

const statuses: ReadonlySet<number | null> = new Set([429, 503])

// The formats of RFC 9110 section 5.6.7 that have a time zone. Date.parse alone accepts "later 2030" as a date.
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, .*\d\d:\d\d:\d\d GMT$/

/**
 * Returns the delay that a 429 or 503 requests, in milliseconds (RFC 9110 section 10.2.3); undefined if it requests
 * none.
 */
export const retryAfter = ({ status, headers }: Exchange, now: number): number | undefined => {
  const text = statuses.has(status) ? headers['retry-after']?.trim() : undefined
  if (!text) return undefined
  if (/^\d+$/.test(text)) return Number(text) * second
  const time = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : Math.max(0, time - now)
}
