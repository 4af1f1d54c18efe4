import { useEffect, useSyncExternalStore } from 'react'
import { buildNameOf } from '#web/api/build-name.ts'
import { newerVersion } from '#web/api/newer-version.ts'
import { unreachable } from '#web/api/reach.ts'

const minute = 60_000
const checkInterval = 5 * minute

let checkedAt = Date.now()

const checkVersion = async (): Promise<void> => {
  checkedAt = Date.now()
  const response = await fetch('/', { cache: 'no-store' }).catch(() => undefined)
  if (!response?.ok) return
  const served = buildNameOf(new DOMParser().parseFromString(await response.text(), 'text/html'))
  if (served && served !== buildNameOf(document)) newerVersion.set(true)
}

/** Whether a newer version is served. Checks when the server is back and when the person returns to the page. */
export const useNewerVersion = (): boolean => {
  useEffect(() => {
    const onReach = () => {
      if (!unreachable.get()) void checkVersion()
    }
    const onFocus = () => {
      if (document.visibilityState === 'visible' && Date.now() - checkedAt > checkInterval) void checkVersion()
    }
    document.addEventListener('visibilitychange', onFocus)
    const stop = unreachable.subscribe(onReach)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', onFocus)
    }
  }, [])
  return useSyncExternalStore(newerVersion.subscribe, newerVersion.get)
}
