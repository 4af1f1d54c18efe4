import { useState } from 'react'

/** Whether a dialog is open. Used as its key, `openCount` resets the dialog at each opening. */
export const useOpening = () => {
  const [{ opened, openCount }, set] = useState({ opened: false, openCount: 0 })
  return {
    opened,
    openCount,
    open: () => set({ opened: true, openCount: openCount + 1 }),
    close: () => set({ opened: false, openCount }),
  }
}
