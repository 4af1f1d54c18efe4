import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { untilIdle } from '#web/api/idle.ts'

/** Whether the page has once had its data and the browser was idle: the time for what the reader does not wait for. */
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
