import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { useFormatTime } from '#web/ui/time.tsx'

type Work = Schemas['Work']

/** Returns a function that describes when a task is due or, without a due date, how long it has been waiting. */
const useDueText = () => {
  const { t } = useTranslation('work')
  const { t: common } = useTranslation()
  const format = useFormatTime()
  return ({ daysLeft, late, waitingSince, kind }: Work): string => {
    if (daysLeft !== null && late)
      return daysLeft < 0 ? common('time.daysLate', { count: -daysLeft }) : common('time.lateToday')
    if (daysLeft !== null)
      return daysLeft > 0 ? common('time.daysLeft', { count: daysLeft }) : common('time.lessThanADay')
    if (waitingSince !== null) return t('since', { date: format(waitingSince, 'date') })
    return t(kind === 'evidence_renewal' ? 'missing' : 'never')
  }
}

export const WorkDue = ({ work }: { work: Work }) => {
  const wordsFor = useDueText()
  const format = useFormatTime()
  const words = wordsFor(work)
  const at = work.dueAt ?? work.waitingSince
  return (
    <Text span inherit className="work-due" {...(work.late && { c: 'var(--mantine-color-error)', fw: 550 })}>
      {at === null ? (
        words
      ) : (
        <time dateTime={at} title={format(at)}>
          {words}
        </time>
      )}
    </Text>
  )
}
