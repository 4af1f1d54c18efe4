import { Button, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { ReadFailure } from '#web/ui/failures.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { useFormatTime } from '#web/ui/time.tsx'
import { DeadlineSteps } from './deadline-steps.tsx'
import type { Schedule } from './schedule-model.ts'

const Dues = ({ schedule }: { schedule: string }) => {
  const { t } = useTranslation('schedules')
  const formatTime = useFormatTime()
  const query = api.useQuery('get', '/api/workspace/submission-schedule-preview', { params: { query: { schedule } } })
  const { data, error, refetch } = query
  if (error && !data) return <ReadFailure error={error} retry={() => void refetch()} />
  if (!data) return null
  const isEvent = data.dues.some(({ periodKey }) => periodKey === null)
  return (
    <Stack gap="xs" role="status">
      <Title order={3}>{t('previewTitle')}</Title>
      {isEvent && <Text size="sm">{t('previewAt')}</Text>}
      {data.dues.map(({ periodKey, filing, dueAt, steps }) => {
        const name = periodKey ?? (filing === null ? t('event.occurrence') : t(`filing.${filing as 'finalReport'}`))
        const due = dueAt === null ? t('notYet') : formatTime(dueAt)
        return (
          <Fold key={name} label={`${name}: ${due}`}>
            <DeadlineSteps steps={steps} />
          </Fold>
        )
      })}
    </Stack>
  )
}

/** Computes the next due dates of a schedule that is not saved, on request. */
export const SchedulePreview = ({ schedule }: { schedule: Schedule | undefined }) => {
  const { t } = useTranslation('schedules')
  const [shown, setShown] = useState<string>()
  const text = schedule && JSON.stringify(schedule)
  return (
    <>
      <Button variant="default" disabled={text === undefined} onClick={() => setShown(text)}>
        {t('preview')}
      </Button>
      {shown !== undefined && shown === text && <Dues schedule={shown} />}
    </>
  )
}
