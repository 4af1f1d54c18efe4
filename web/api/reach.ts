import { createFlag } from './flag.ts'

const minPauseMs = 1000
const maxPauseMs = 15_000
const probePath = '/api/health/live'

let outage: { readonly ended: Promise<void>; readonly end: () => void } | undefined

/** Whether the server seems unreachable. This page then probes it until it responds. */
export const unreachable = createFlag()

/**
 * Calls a function once: after a pause, or as soon as the browser is online again or the person returns to the page.
 * Returns a function that cancels it.
 */
export const callAfter = (milliseconds: number, call: () => void): (() => void) => {
  const cancel = () => {
    clearTimeout(timer)
    removeEventListener('online', end)
    document.removeEventListener('visibilitychange', onReturn)
  }
  const end = () => {
    cancel()
    call()
  }
  const onReturn = () => {
    if (document.visibilityState === 'visible') end()
  }
  const timer = setTimeout(end, milliseconds)
  addEventListener('online', end)
  document.addEventListener('visibilitychange', onReturn)
  return cancel
}

const pause = (milliseconds: number): Promise<void> => new Promise(done => callAfter(milliseconds, done))

const isReachable = async (): Promise<boolean> => {
  try {
    return (await fetch(probePath, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

const probeUntilReached = async (): Promise<void> => {
  for (let wait = minPauseMs; outage; wait = Math.min(2 * wait, maxPauseMs)) {
    await pause(wait)
    if (!(await isReachable())) continue
    const { end } = outage
    outage = undefined
    end()
    unreachable.set(false)
  }
}

/** Resolves once the server is reachable again. Rejects with the signal's reason. */
export const untilReached = (signal?: AbortSignal): Promise<void> => {
  if (!outage) {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    outage = { ended, end }
    unreachable.set(true)
    void probeUntilReached()
  }
  const { ended } = outage
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    void ended.then(resolve)
  })
}
