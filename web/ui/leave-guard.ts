import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { holdUnsaved, isUnsaved } from '#web/api/unsaved.ts'

/** While something on the page is unsent, asks before it is left. `busy`: what is being sent may lead away. */
export const useLeaveGuard = (isUnsent: boolean, question: string, busy = false): void => {
  useEffect(() => (isUnsent ? holdUnsaved() : undefined), [isUnsent])
  useBlocker({
    disabled: !isUnsent || busy,
    shouldBlockFn: () => isUnsaved() && !window.confirm(question),
    // Of the browser's own question unsaved.ts takes care.
    enableBeforeUnload: false,
  })
}
