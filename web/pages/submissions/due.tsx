import { Badge, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Package } from './model.ts'

const soonDays = 7

/** The time left until a package is due, or that it is late, as the server reports it. */
export const TimeLeft = ({ late, daysLeft }: Pick<Package, 'late' | 'daysLeft'>) => {
  const { t } = useTranslation('submissions')
  const { t: common } = useTranslation()
  const badge = (color: string, text: string) => (
    <Badge variant="light" radius="sm" tt="none" fw={550} className="status" color={color}>
      {text}
    </Badge>
  )
  if (daysLeft === null && late) return badge('red', t('due.late'))
  if (daysLeft === null)
    return (
      <Text span inherit c="dimmed">
        –
      </Text>
    )
  if (late && daysLeft === 0) return badge('red', common('time.lateToday'))
  if (daysLeft < 0) return badge('red', common('time.daysLate', { count: -daysLeft }))
  if (daysLeft === 0) return badge('yellow', t('due.soon'))
  const text = common('time.daysLeft', { count: daysLeft })
  return daysLeft <= soonDays ? badge('yellow', text) : text
}
