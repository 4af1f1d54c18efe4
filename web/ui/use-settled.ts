import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { untilIdle } from '#web/api/idle.ts'

/** Whether the page has loaded its data and the browser has then been idle: the time to load content that can wait. */
export const useSettled = (): boolean => {
  const isFetching = useIsFetching() > 0
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (isFetching || isSettled) return
    let isCurrent = true
    void untilIdle().then(() => isCurrent && setSettled(true))
    return () => {
      isCurrent = false
    }
  }, [isFetching, isSettled])
  return isSettled
}
