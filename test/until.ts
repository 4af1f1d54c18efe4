import { setTimeout as delay } from 'node:timers/promises'

/** The longest wait in milliseconds. It is generous, because an expected event may take long on a busy machine. */
export const patience = 120_000

/**
 * Repeats the check until its result is neither false nor undefined, and returns the result. After two minutes it
 * throws an error that names the expected event.
 */
export const until = async <T>(
  description: string,
  check: () => T | Promise<T>,
): Promise<Exclude<Awaited<T>, false | undefined>> => {
  const deadline = performance.now() + patience
  for (;;) {
    const result = await check()
    if (result !== false && result !== undefined) return result as Exclude<Awaited<T>, false | undefined>
    if (performance.now() > deadline) throw new Error(`not within ${patience / 1000} s: ${description}`)
    await delay(5)
  }
}
