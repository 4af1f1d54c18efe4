/**
 * The duration of a refusal, in milliseconds: longer than a lookup and a hash (25 ms here) with some queued before it.
 */
const step = 250

/**
 * Delays a failure to a multiple of 250 ms after the start, so that its time does not reveal the result of the lookup.
 * The timer starts before the work, so the work's time is not added to it.
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
