import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { RecordDialog } from '#web/family/record-dialog.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { severities, useSeverityName } from './model.ts'

type Days = Schemas['FindingDueDays']

const field = { kind: 'number', least: 1, most: 3650, nullable: true } as const
const fields = { critical: field, high: field, medium: field, low: field, info: field }

const DueDaysDialog = ({ days, opened, onClose }: { days: Days; opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('findings')
  const name = useSeverityName()
  return (
    <RecordDialog
      operation="updateFindingDueDays"
      fields={fields}
      labels={{
        critical: name('critical'),
        high: name('high'),
        medium: name('medium'),
        low: name('low'),
        info: name('info'),
      }}
      record={days}
      opened={opened}
      onClose={onClose}
      title={t('dueDays.title')}
      text={t('dueDays.text')}
    />
  )
}

/** The number of days until findings are due, by severity. Everyone sees it; administrators can change it. */
export const DueDays = () => {
  const { t } = useTranslation('findings')
  const can = useCan()
  const name = useSeverityName()
  const { openCount, opened, open, close } = useOpening()
  const { data: days } = api.useQuery('get', '/api/workspace/finding-due-days')
  if (!days) return null
  const daysBySeverity = severities.map(severity => {
    const count = days[severity]
    return `${name(severity)} ${count === null ? t('dueDays.never') : t('dueDays.days', { count })}`
  })
  return (
    <Group mb="sm" gap="sm">
      <Text size="xs" c="dimmed">
        {t('dueDays.due', { within: daysBySeverity.join(', ') })}
      </Text>
      {can('updateFindingDueDays') && (
        <>
          <Button size="compact-xs" variant="default" aria-haspopup="dialog" onClick={open}>
            {t('dueDays.change')}
          </Button>
          <DueDaysDialog key={openCount} days={days} opened={opened} onClose={close} />
        </>
      )}
    </Group>
  )
}
