import { type ReactNode, useEffect, useState } from 'react'
import { untilIdle } from '#web/api/idle.ts'

interface Props {
  /** Whether the main content of the page is shown. */
  readonly when: boolean
  /** Shown until then. */
  readonly fallback?: ReactNode
  readonly children: ReactNode
}

/** A part of a page that loads only when the browser has nothing more urgent to do. */
export const AfterIdle = ({ when, fallback = null, children }: Props) => {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!when) return
    let isCurrent = true
    void untilIdle().then(() => isCurrent && setIdle(true))
    return () => {
      isCurrent = false
    }
  }, [when])
  return isIdle ? children : fallback
}
