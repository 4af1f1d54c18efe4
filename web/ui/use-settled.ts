import { useIsFetching } from '@tanstack/react-query'
import { startTransition, useEffect, useState } from 'react'
import { untilIdle } from '#web/api/idle.ts'

/**
 * Whether the page has loaded its data and the browser has then been idle: the time to load content that can wait. What is
 * on the page stays until the code of its replacement is there; without the transition, React would hide it and draw the
 * fallback next to it.
 */
export const useSettled = (): boolean => {
  const isFetching = useIsFetching() > 0
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (isFetching || isSettled) return
    let isCurrent = true
    void untilIdle().then(() => isCurrent && startTransition(() => setSettled(true)))
    return () => {
      isCurrent = false
    }
  }, [isFetching, isSettled])
  return isSettled
}
