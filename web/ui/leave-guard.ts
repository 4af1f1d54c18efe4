import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isUnsaved, markUnsaved } from '#web/api/unsaved.ts'

/** Asks before the person leaves a page with unsent input. While `busy`, a request in progress may navigate. */
export const useLeaveGuard = (isUnsent: boolean, question: string, busy = false): void => {
  useEffect(() => (isUnsent ? markUnsaved() : undefined), [isUnsent])
  useBlocker({
    disabled: !isUnsent || busy,
    shouldBlockFn: () => isUnsaved() && !window.confirm(question),
    // unsaved.ts handles the browser's own prompt.
    enableBeforeUnload: false,
  })
}
