import { useTranslation } from 'react-i18next'
import { History } from '#web/ui/history.tsx'
import { usePages } from '#web/ui/pages.ts'

/** The history of a claim and its files from the audit trail, newest first. */
export const ClaimHistory = ({ claimId }: { claimId: string }) => {
  const { t } = useTranslation('evidence')
  const pages = usePages('/api/workspace/claims/{claimId}/history', { path: { claimId } }, page => page.history)
  const detailOf = (detail: string): string => (detail === 'self-decided' ? t('review.selfDecided') : detail)
  return <History pages={pages} detailOf={detailOf} />
}
