import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ColorBadge, type ColorBadgeProps } from '#web/ui/color-badge.tsx'
import type { Package } from './model.ts'

const soonDays = 7

interface Props extends Pick<Package, 'late' | 'daysLeft' | 'submittedAt'>, Pick<ColorBadgeProps, 'size'> {}

/** The time until a package is due, or a note that it is late or was sent late, as the server reports it. */
export const TimeLeft = ({ late, daysLeft, submittedAt, ...rest }: Props) => {
  const { t } = useTranslation('submissions')
  const { t: common } = useTranslation()
  const badge = (color: ColorBadgeProps['color'], text: string) => (
    <ColorBadge color={color} {...rest}>
      {text}
    </ColorBadge>
  )
  if (daysLeft === null)
    return (
      <Text span inherit c="dimmed">
        {late && submittedAt !== null ? t('due.sentLate') : '–'}
      </Text>
    )
  if (late && daysLeft === 0) return badge('red', common('time.lateToday'))
  if (daysLeft < 0) return badge('red', common('time.daysLate', { count: -daysLeft }))
  if (daysLeft === 0) return badge('yellow', t('due.soon'))
  const text = common('time.daysLeft', { count: daysLeft })
  return daysLeft <= soonDays ? badge('yellow', text) : text
}
