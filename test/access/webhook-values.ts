import { second } from '#lib/clock.ts'

/** A replay range that covers dead letters from an hour ago to an hour ahead. */
export const replayBody = (now: number) => ({
  from: new Date(now - 3600 * second).toISOString(),
  to: new Date(now + 3600 * second).toISOString(),
  outcome: 'dead',
})

/** A URL where nothing listens. */
export const receiver = (canary: string): string => `http://127.0.0.1:9/${canary}`
