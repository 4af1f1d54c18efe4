import { History } from '#web/ui/history.tsx'
import { usePages } from '#web/ui/pages.ts'
import type { Claim } from './queries.ts'

/** The history of a claim and its files from the audit trail, newest first. */
export const ClaimHistory = ({ claim: { id: claimId, attachments } }: { claim: Claim }) => {
  const pages = usePages('/api/workspace/claims/{claimId}/history', { path: { claimId } }, page => page.history)
  // Earlier releases named an attachment by its link.
  const nameOf = (id: string) =>
    attachments.find(({ artifactId, linkId }) => id === artifactId || id === linkId)?.originalFilename
  return <History pages={pages} partName={nameOf} />
}
