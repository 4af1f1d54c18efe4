import { second } from '#lib/clock.ts'

/** The range of a replay: the dead letters of the hour before now, and of the hour after. */
export const replayed = (now: number) => ({
  from: new Date(now - 3600 * second).toISOString(),
  to: new Date(now + 3600 * second).toISOString(),
  outcome: 'dead',
})

/** An address at which nothing listens. */
export const receiver = (canary: string): string => `http://127.0.0.1:9/${canary}`
