import { useTranslation } from 'react-i18next'
import type { Requirement } from './model.ts'

/** Summarizes a policy on one line: `2 receipts, review`. */
export const PolicyInWords = (policy: Requirement['policy']) => {
  const { t } = useTranslation('submissions')
  const parts = [
    t('requirements.receiptsShort', { count: policy.receiptsRequired }),
    policy.requireReview && t('requirements.reviewShort'),
    policy.requireApproval && t('requirements.approvalShort'),
    policy.requireOutcomeBeforeClose && t('requirements.outcomeShort'),
  ]
  return parts.filter(Boolean).join(', ')
}
