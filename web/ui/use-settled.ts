import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { startTransition, useEffect, useState } from 'react'
import { untilIdle } from '#web/api/idle.ts'

/**
 * Whether the page has loaded its code and data and the browser has been idle since, so that content that can wait may
 * load. The state changes in a transition: the page keeps its content until the code of the new part has loaded.
 * Otherwise React would hide the content and show the fallback next to it.
 */
export const useSettled = (): boolean => {
  const queries = useQueryClient()
  const router = useRouter()
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (isSettled) return
    let isCurrent = true
    let isWaiting = false
    // Does not use `useIsFetching`, which would render the component again with each request of the page.
    const isLoading = () => router.state.status === 'pending' || queries.isFetching() > 0
    const look = async () => {
      if (isWaiting || isLoading()) return
      isWaiting = true
      await untilIdle()
      isWaiting = false
      if (isCurrent && !isLoading()) startTransition(() => setSettled(true))
    }
    const unsubscribeQueries = queries.getQueryCache().subscribe(look)
    const unsubscribeRouter = router.subscribe('onResolved', look)
    void look()
    return () => {
      isCurrent = false
      unsubscribeQueries()
      unsubscribeRouter()
    }
  }, [queries, router, isSettled])
  return isSettled
}
