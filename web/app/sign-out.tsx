import { Suspense, useEffect } from 'react'
import { signOut, useSession } from '#web/api/session.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { hasDrafts } from '#web/ui/stored-drafts.ts'

const KeepDrafts = lazyPart(() => import('./keep-drafts.tsx').then(({ KeepDrafts }) => KeepDrafts))

/** Signs out; if this browser keeps unsent drafts, asks first what to do with them. */
export const SignOut = ({ onCancel }: { onCancel: () => void }) => {
  const session = useSession()
  const asksFirst = hasDrafts(session)
  useEffect(() => {
    if (!asksFirst) void signOut()
  }, [asksFirst])
  if (!asksFirst) return null
  return (
    <Suspense fallback={null}>
      <KeepDrafts onCancel={onCancel} />
    </Suspense>
  )
}
