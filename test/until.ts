import { setTimeout as delay } from 'node:timers/promises'

/** Milliseconds: what surely comes may take its time on a busy machine. */
export const patience = 120_000

/**
 * Asks again until the answer is neither false nor undefined, and returns it. After two minutes it throws
 * what was waited for.
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
