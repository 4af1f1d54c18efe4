import { untilIdle } from '#web/api/idle.ts'

type Load = () => Promise<unknown>

const loads: Load[] = []

/** Queues code or texts that a later page needs. */
export const preloadLater = (load: Load): void => void loads.push(load)

/** Loads the queue, one item at a time, while the browser is idle. Pages then open at once, even without a server. */
export const preload = async (): Promise<void> => {
  while (loads.length > 0) {
    await untilIdle()
    await loads
      .shift()?.()
      .catch(() => undefined)
  }
}
