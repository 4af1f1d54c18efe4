import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { sessionChange } from '#web/api/client.ts'
import { proofDialog } from '#web/api/confirm.ts'
import { signInDialog } from '#web/api/renew.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx').then(({ ConfirmDialog }) => ConfirmDialog))
const SessionEnded = lazyPart(() => import('./session-ended.tsx').then(({ SessionEnded }) => SessionEnded))
const SessionChanged = lazyPart(() => import('./session-changed.tsx').then(({ SessionChanged }) => SessionChanged))

/** The dialogs that calls open, each loaded when the first call needs it. */
export const CallDialogs = () => {
  const [needsProof, setNeedsProof] = useState(false)
  const [needsSignIn, setNeedsSignIn] = useState(false)
  const isChanged = useSyncExternalStore(sessionChange.subscribe, sessionChange.get)
  useEffect(() => proofDialog.offer(() => setNeedsProof(true)), [])
  useEffect(() => signInDialog.offer(() => setNeedsSignIn(true)), [])
  return (
    <>
      <Suspense fallback={null}>{needsProof && <ConfirmDialog />}</Suspense>
      <Suspense fallback={null}>{needsSignIn && <SessionEnded />}</Suspense>
      <Suspense fallback={null}>{isChanged && <SessionChanged />}</Suspense>
    </>
  )
}
