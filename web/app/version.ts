import { useEffect, useSyncExternalStore } from 'react'
import { reach } from '#web/api/reach.ts'

const minute = 60_000
const pause = 5 * minute

const scriptOf = (page: Document): string | null | undefined =>
  page.querySelector('script[type="module"]')?.getAttribute('src')

let isNewer = false
let lookedAt = Date.now()
const listeners = new Set<() => void>()

/** Whether the server serves another build of the app than this page is. */
const newerVersion = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  get: () => isNewer,
}

const look = async (): Promise<void> => {
  lookedAt = Date.now()
  const response = await fetch('/', { cache: 'no-store' }).catch(() => undefined)
  if (!response?.ok) return
  const served = scriptOf(new DOMParser().parseFromString(await response.text(), 'text/html'))
  if (!served || served === scriptOf(document)) return
  isNewer = true
  for (const listener of listeners) listener()
}

/** Looks when the server is back, and when somebody comes back to the page. */
export const useNewerVersion = (): boolean => {
  useEffect(() => {
    const onReach = () => {
      if (!reach.isLost()) void look()
    }
    const onFocus = () => {
      if (document.visibilityState === 'visible' && Date.now() - lookedAt > pause) void look()
    }
    document.addEventListener('visibilitychange', onFocus)
    const stop = reach.subscribe(onReach)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', onFocus)
    }
  }, [])
  return useSyncExternalStore(newerVersion.subscribe, newerVersion.get)
}
