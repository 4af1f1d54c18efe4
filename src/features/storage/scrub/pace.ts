import { setTimeout as delay } from 'node:timers/promises'
import { second } from '#lib/clock.ts'

/** Waits until this number of further bytes may be read. */
export type ReadPace = (bytes: number) => Promise<void>

export const atOnce: ReadPace = async () => {}

/** Limits reads to a rate; up to a second of unused capacity is kept. */
export const createPace = (bytesPerSecond: number, signal: AbortSignal): ReadPace => {
  let due = performance.now()
  return async bytes => {
    const now = performance.now()
    due = Math.max(due, now - second) + (bytes / bytesPerSecond) * second
    if (due > now) await delay(due - now, undefined, { signal }).catch(() => {})
  }
}
