import { hour, minute } from '#lib/clock.ts'

/** The waits after each attempt that failed, in milliseconds; the last one repeats. */
const waits = [minute, 2 * minute, 5 * minute, 10 * minute, 20 * minute, 40 * minute, hour, 2 * hour]

/** How long a message is tried. The next digest then has what it was about. */
const triedFor = 20 * hour

/** When to try again after a number of attempts; undefined to give up. */
export const nextSending = (attempts: number, createdAt: number, now: number): number | undefined => {
  const due = now + (waits[Math.min(attempts, waits.length) - 1] ?? minute)
  return due > createdAt + triedFor ? undefined : due
}
