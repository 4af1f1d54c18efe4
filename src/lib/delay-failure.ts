/**
 * The interval in milliseconds: longer than a lookup and a hash (25 ms here), even if some others are queued first.
 */
const stepMs = 250

/**
 * Delays a failure until a multiple of 250 ms after the start, so that its duration does not reveal the result of the
 * lookup. The timer starts before the work, so the delay includes the work.
 */
export const delayFailure = async <T>(work: () => Promise<T>): Promise<T> => {
  let tick = Promise.withResolvers<void>()
  const timer = setInterval(() => {
    tick.resolve()
    tick = Promise.withResolvers()
  }, stepMs)
  try {
    return await work()
  } catch (error) {
    await tick.promise
    throw error
  } finally {
    clearInterval(timer)
  }
}
