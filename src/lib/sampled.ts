import { setTimeout as delay } from 'node:timers/promises'
import { second } from './clock.ts'

const keptFor = 15 * second
/** A scrape must succeed while the database does not respond: it shows what was there, and the new value next time. */
const patience = second / 2

/** Whom failures are told. */
interface Report {
  worked(): void
  failed(error: unknown): void
}

/** Takes a value for a metric at most every 15 s, however often it is called. Never rejects. */
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
