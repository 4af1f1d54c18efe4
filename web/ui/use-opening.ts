import { useState } from 'react'

/** Whether a dialog is open; with `time` as its key, it starts fresh each time. */
export const useOpening = () => {
  const [{ opened, time }, set] = useState({ opened: false, time: 0 })
  return {
    opened,
    time,
    open: () => set({ opened: true, time: time + 1 }),
    close: () => set({ opened: false, time }),
  }
}
