type Load = () => Promise<unknown>

const loads: Load[] = []

/** Queues code or texts that a later page needs. */
export const preloadLater = (load: Load): void => void loads.push(load)

const idle = (): Promise<void> =>
  new Promise(resolve =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(() => resolve()) : setTimeout(resolve, 50),
  )

/** Loads the queue, one item at a time, while the browser is idle. Pages then open at once, even without a server. */
export const preload = async (): Promise<void> => {
  while (loads.length > 0) {
    await idle()
    await loads
      .shift()?.()
      .catch(() => undefined)
  }
}
