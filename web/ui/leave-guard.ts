import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { holdUnsaved, isUnsaved } from '#web/api/unsaved.ts'

/** While the page holds unsent input, asks before the person leaves it. `busy`: a send in progress may navigate. */
export const useLeaveGuard = (isUnsent: boolean, question: string, busy = false): void => {
  useEffect(() => (isUnsent ? holdUnsaved() : undefined), [isUnsent])
  useBlocker({
    disabled: !isUnsent || busy,
    shouldBlockFn: () => isUnsaved() && !window.confirm(question),
    // unsaved.ts handles the browser's own question.
    enableBeforeUnload: false,
  })
}
