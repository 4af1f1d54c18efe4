import { useState } from 'react'
import { afterActs } from './acts-under-way.ts'

/** Whether a dialog is open. Used as its key, `openCount` resets the dialog at each opening. */
export const useOpening = () => {
  const [{ opened, openCount }, set] = useState({ opened: false, openCount: 0 })
  return {
    opened,
    openCount,
    open: () => afterActs(() => set(({ openCount }) => ({ opened: true, openCount: openCount + 1 }))),
    close: () => set({ opened: false, openCount }),
  }
}
