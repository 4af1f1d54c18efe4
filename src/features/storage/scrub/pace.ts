import { setTimeout as delay } from 'node:timers/promises'
import { second } from '#lib/clock.ts'

/** Waits until this many more bytes may be read. */
export type ReadPace = (bytes: number) => Promise<void>

export const atOnce: ReadPace = async () => {}

/** Unused rate is kept for a second. */
export const createPace = (bytesPerSecond: number, signal: AbortSignal): ReadPace => {
  let due = performance.now()
  return async bytes => {
    const now = performance.now()
    due = Math.max(due, now - second) + (bytes / bytesPerSecond) * second
    if (due > now) await delay(due - now, undefined, { signal }).catch(() => {})
  }
}
