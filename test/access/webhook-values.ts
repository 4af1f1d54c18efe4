import { second } from '#lib/clock.ts'

/** A replay range from an hour ago to an hour from now. */
export const replayBody = (now: number) => ({
  from: new Date(now - 3600 * second).toISOString(),
  to: new Date(now + 3600 * second).toISOString(),
  outcome: 'dead',
})

/** Returns a URL at which nothing listens. */
export const receiver = (canary: string): string => `http://127.0.0.1:9/${canary}`
