import { setTimeout as delay } from 'node:timers/promises'

/** In milliseconds. An expected event may take its time on a busy machine. */
export const patience = 120_000

/**
 * Repeats the check until its result is neither false nor undefined, and returns the result. After two minutes it
 * throws an error that names the expected event.
 */
export const until = async <T>(
  what: string,
  ask: () => T | Promise<T>,
): Promise<Exclude<Awaited<T>, false | undefined>> => {
  const deadline = performance.now() + patience
  for (;;) {
    const answer = await ask()
    if (answer !== false && answer !== undefined) return answer as Exclude<Awaited<T>, false | undefined>
    if (performance.now() > deadline) throw new Error(`not within ${patience / 1000} s: ${what}`)
    await delay(5)
  }
}
