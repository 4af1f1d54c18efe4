/** Limits the number of tasks that run at once; others wait, first come, first served. */
export const createSlots = (count: number) => {
  const waiting: (() => void)[] = []
  let free = count

  const take = async (signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted()
    if (free > 0) {
      free--
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      const index = waiting.indexOf(resolve)
      if (index >= 0) waiting.splice(index, 1)
      reject(signal?.reason)
    }
    waiting.push(resolve)
    signal?.addEventListener('abort', giveUp, { once: true })
    await promise.finally(() => signal?.removeEventListener('abort', giveUp))
  }

  const release = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }

  return async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    await take(signal)
    try {
      return await work()
    } finally {
      release()
    }
  }
}

export type Slots = ReturnType<typeof createSlots>
