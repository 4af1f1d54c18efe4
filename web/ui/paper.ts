import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed. The page is rendered for paper before the browser lays it out. */
export const usePaper = (): boolean => {
  const [isPaper, setPaper] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPaper(true))
    const end = () => setPaper(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPaper
}
