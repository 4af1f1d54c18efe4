import { useTranslation } from 'react-i18next'

export const decisions = ['approve', 'reject'] as const
export type Decision = (typeof decisions)[number]

/** Templates for the reason, in the order of the number keys in the review queue. */
export const useReasons = (): Readonly<Record<Decision, readonly string[]>> => {
  const { t } = useTranslation('evidence')
  return {
    approve: [t('reasons.complete'), t('reasons.checkedAtSource'), t('reasons.asLastTime')],
    reject: [
      t('reasons.unreadable'),
      t('reasons.wrongPeriod'),
      t('reasons.otherSubject'),
      t('reasons.missing'),
      t('reasons.duplicate'),
    ],
  }
}
