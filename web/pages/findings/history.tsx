import { NamedRecord } from '#web/family/record-names.tsx'
import { History } from '#web/ui/history.tsx'
import { usePages } from '#web/ui/pages.ts'

/** The history of a finding from the audit trail, newest first. */
export const FindingHistory = ({ findingId }: { findingId: string }) => {
  const pages = usePages('/api/workspace/findings/{findingId}/history', { path: { findingId } }, page => page.history)
  return <History pages={pages} detailOf={detail => <NamedRecord id={detail} />} />
}
