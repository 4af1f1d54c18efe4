import { useQueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useState } from 'react'
import { untilIdle } from '#web/api/idle.ts'

/**
 * Whether the page has loaded its data and the browser has then been idle: the time to load content that can wait. The
 * page keeps its content until the code of the replacement is there; without the transition, React would hide it and draw
 * the fallback next to it.
 */
export const useSettled = (): boolean => {
  const queries = useQueryClient()
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (isSettled) return
    let isCurrent = true
    let isWaiting = false
    // Without `useIsFetching`, which would draw the component again with each request of the page.
    const look = async () => {
      if (isWaiting || queries.isFetching() > 0) return
      isWaiting = true
      await untilIdle()
      isWaiting = false
      if (isCurrent && queries.isFetching() === 0) startTransition(() => setSettled(true))
    }
    const unsubscribe = queries.getQueryCache().subscribe(look)
    void look()
    return () => {
      isCurrent = false
      unsubscribe()
    }
  }, [queries, isSettled])
  return isSettled
}
