import { createFlag } from './flag.ts'

const shortest = 1000
const longestPause = 15_000
const probe = '/api/health/live'

let lost: { readonly back: Promise<void>; readonly settle: () => void } | undefined

/** Whether the server seems unreachable to this page. It is then probed until it answers. */
export const unreached = createFlag()

/** Until then, or until the browser says that it is online again. */
const pause = (milliseconds: number): Promise<void> =>
  new Promise(done => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      done()
    }
    const timer = setTimeout(end, milliseconds)
    addEventListener('online', end)
  })

const answers = async (): Promise<boolean> => {
  try {
    return (await fetch(probe, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

const look = async (): Promise<void> => {
  for (let wait = shortest; lost; wait = Math.min(2 * wait, longestPause)) {
    await pause(wait)
    if (!(await answers())) continue
    const { settle } = lost
    lost = undefined
    settle()
    unreached.set(false)
  }
}

/** A call got no answer: resolves once the server is back. Rejects with the signal's reason. */
export const untilReached = (signal: AbortSignal): Promise<void> => {
  if (!lost) {
    const { promise: back, resolve: settle } = Promise.withResolvers<void>()
    lost = { back, settle }
    unreached.set(true)
    void look()
  }
  const { back } = lost
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    void back.then(resolve)
  })
}
