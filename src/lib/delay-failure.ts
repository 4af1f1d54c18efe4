/** How long a refusal takes, in milliseconds: longer than a lookup and a hash (25 ms here) with some before it. */
const step = 250

/**
 * Lets a failure out only at multiples of 250 ms after the beginning, so that its time does not tell what was found on
 * the way. The timer starts before the work: no part of the work is in it.
 */
export const delayFailure = async <T>(work: () => Promise<T>): Promise<T> => {
  let tick = Promise.withResolvers<void>()
  const timer = setInterval(() => {
    tick.resolve()
    tick = Promise.withResolvers()
  }, step)
  try {
    return await work()
  } catch (error) {
    await tick.promise
    throw error
  } finally {
    clearInterval(timer)
  }
}
