import { setTimeout as delay } from 'node:timers/promises'
import { second } from './clock.ts'

const cacheMs = 15 * second
/**
 * How long a scrape waits for a new value. A scrape must succeed even if the database does not respond: it then returns
 * the previous value.
 */
const maxWaitMs = second / 2

/** Receives the outcome of each computation. */
interface MetricObserver {
  worked(): void
  failed(error: unknown): void
}

/**
 * Creates a function that returns the value of a metric, which it computes at most every 15 s. It never rejects.
 */
export const cacheMetric = <T>(first: T, compute: () => Promise<T>, observer: MetricObserver): (() => Promise<T>) => {
  let value = first
  let computedAt = Number.NEGATIVE_INFINITY
  let refreshing: Promise<void> | undefined

  const refresh = async (): Promise<void> => {
    computedAt = performance.now()
    try {
      value = await compute()
      observer.worked()
    } catch (error) {
      observer.failed(error)
    }
    refreshing = undefined
  }

  return async () => {
    if (performance.now() - computedAt >= cacheMs) refreshing ??= refresh()
    if (refreshing) await Promise.race([refreshing, delay(maxWaitMs, undefined, { ref: false })])
    return value
  }
}
