import { setTimeout as delay } from 'node:timers/promises'
import { second } from './clock.ts'

const keptFor = 15 * second
/**
 * A scrape must succeed while the database does not respond: it then shows the previous value, and the new one next
 * time.
 */
const patience = second / 2

/** The receiver of failures. */
interface Report {
  worked(): void
  failed(error: unknown): void
}

/** Takes a value for a metric at most every 15 s, regardless of the number of calls. Never rejects. */
export const createSample = <T>(first: T, take: () => Promise<T>, report: Report): (() => Promise<T>) => {
  let value = first
  let takenAt = Number.NEGATIVE_INFINITY
  let taking: Promise<void> | undefined

  const again = async (): Promise<void> => {
    takenAt = performance.now()
    try {
      value = await take()
      report.worked()
    } catch (error) {
      report.failed(error)
    }
    taking = undefined
  }

  return async () => {
    if (performance.now() - takenAt >= keptFor) taking ??= again()
    if (taking) await Promise.race([taking, delay(patience, undefined, { ref: false })])
    return value
  }
}
