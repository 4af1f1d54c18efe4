import { setTimeout as delay } from 'node:timers/promises'
import { second } from '#lib/clock.ts'

/** Waits until `bytes` more bytes may be read. */
export type ReadPace = (bytes: number) => Promise<void>

export const unpaced: ReadPace = async () => {}

/** Limits reads to a rate; unused capacity of up to a second is kept. */
export const createPace = (bytesPerSecond: number, signal: AbortSignal): ReadPace => {
  let nextAt = performance.now()
  return async bytes => {
    const now = performance.now()
    nextAt = Math.max(nextAt, now - second) + (bytes / bytesPerSecond) * second
    if (nextAt > now) await delay(nextAt - now, undefined, { signal }).catch(() => {})
  }
}
