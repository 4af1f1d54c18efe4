import { Alert } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useFormat } from '#web/ui/display.ts'
import { PersonName } from '#web/ui/person.tsx'

const staleMs = 300_000

/** Shows until when a person is absent, and who their deputy is. */
export const Absence = ({ personId }: { personId: string }) => {
  const { t } = useTranslation('deputies')
  const format = useFormat()
  const params = { path: { personId }, query: {} }
  const { data } = api.useQuery('get', '/api/workspace/people/{personId}/deputy', { params }, { staleTime: staleMs })
  if (!data?.isAbsent || data.absentUntil === null) return null
  const { deputy, absentUntil } = data
  return (
    <Alert icon={<IconCalendarOff />} mb="md" className="no-print">
      <PersonName id={personId} /> {t('absentUntil', { date: format.day(absentUntil) })}{' '}
      {deputy ? t('deputyIs', { name: deputy.name }) : t('noDeputy')}
    </Alert>
  )
}
