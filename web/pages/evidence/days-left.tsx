import { useTranslation } from 'react-i18next'

interface Props {
  /** The server's number of whole days until the proof ends; negative afterwards. */
  readonly days: number
  /** Whether the proof has ended. */
  readonly isOver: boolean
}

/** How long proof is still valid, in words. */
export const DaysLeft = ({ days, isOver }: Props) => {
  const { t } = useTranslation()
  if (days === 0) return t(isOver ? 'time.lateToday' : 'time.lessThanADay')
  return days > 0 ? t('time.daysLeft', { count: days }) : t('time.daysLate', { count: -days })
}
