import { useTranslation } from 'react-i18next'
import type { evidence } from '#web/i18n/en/evidence.ts'
import { History } from '#web/ui/history.tsx'
import { usePages } from '#web/ui/pages.ts'

type Action = keyof (typeof evidence)['history']['actions']

const actionNames: Readonly<Record<string, Action>> = {
  'evidence.claim.create': 'create',
  'evidence.claim.approve': 'approve',
  'evidence.claim.reject': 'reject',
  'evidence.claim.assign': 'assign',
  'evidence.claim.expire': 'expire',
  'evidence.attachment.upload': 'upload',
}

/** The history of a claim and its files from the audit trail, newest first. */
export const ClaimHistory = ({ claimId }: { claimId: string }) => {
  const { t } = useTranslation('evidence')
  const pages = usePages('/api/workspace/claims/{claimId}/history', { path: { claimId } }, page => page.history)
  const actionOf = (action: string): string => {
    const name = Object.hasOwn(actionNames, action) ? actionNames[action] : undefined
    return name ? t(`history.actions.${name}`) : action
  }
  const detailOf = (detail: string): string => (detail === 'self-decided' ? t('review.selfDecided') : detail)
  return <History pages={pages} actionOf={actionOf} detailOf={detailOf} />
}
