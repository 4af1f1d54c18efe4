import { setTimeout as delay } from 'node:timers/promises'
import { second } from './clock.ts'

const cacheMs = 15 * second
/**
 * How long a scrape waits for a new value. It must succeed while the database does not respond: it then shows the
 * previous value, and the new one next time.
 */
const maxWaitMs = second / 2

/** Receives the outcomes. */
interface Report {
  worked(): void
  failed(error: unknown): void
}

/**
 * Creates a function that computes a value for a metric at most every 15 s, however often it is called. Never rejects.
 */
export const createSample = <T>(first: T, take: () => Promise<T>, report: Report): (() => Promise<T>) => {
  let value = first
  let takenAt = Number.NEGATIVE_INFINITY
  let refreshing: Promise<void> | undefined

  const refresh = async (): Promise<void> => {
    takenAt = performance.now()
    try {
      value = await take()
      report.worked()
    } catch (error) {
      report.failed(error)
    }
    refreshing = undefined
  }

  return async () => {
    if (performance.now() - takenAt >= cacheMs) refreshing ??= refresh()
    if (refreshing) await Promise.race([refreshing, delay(maxWaitMs, undefined, { ref: false })])
    return value
  }
}
