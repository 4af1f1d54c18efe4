import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface Props {
  /** The server's number of whole days until the proof ends; negative afterwards. */
  readonly days: number
  /** Whether the proof has ended. */
  readonly isOver: boolean
}

/** Shows how long proof is still valid, in words. */
export const DaysLeft = ({ days, isOver }: Props) => {
  const { t } = useTranslation()
  const late = days === 0 ? t('time.lateToday') : t('time.daysLate', { count: -days })
  if (!isOver) return days === 0 ? t('time.lessThanADay') : t('time.daysLeft', { count: days })
  return (
    <Text span inherit c="var(--mantine-color-error)" fw={550}>
      {late}
    </Text>
  )
}
