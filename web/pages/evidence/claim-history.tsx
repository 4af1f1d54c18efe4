import { History } from '#web/ui/history.tsx'
import { usePages } from '#web/ui/pages.ts'

/** The history of a claim and its files from the audit trail, newest first. */
export const ClaimHistory = ({ claimId }: { claimId: string }) => {
  const pages = usePages('/api/workspace/claims/{claimId}/history', { path: { claimId } }, page => page.history)
  return <History pages={pages} />
}
