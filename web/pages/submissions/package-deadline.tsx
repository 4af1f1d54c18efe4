import { Alert, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Act } from '#web/ui/act.tsx'
import { Section } from '#web/ui/section.tsx'
import { useFormatTime } from '#web/ui/time.tsx'
import { DeadlineSteps } from './deadline-steps.tsx'
import type { PackageDetail } from './model.ts'

/** The time zone and the holidays with which a due date was computed. */
const Basis = (basis: { place: string | null; holidayData: string | null; timeZone: string }) => {
  const { t } = useTranslation('schedules')
  const { place, holidayData, timeZone: zone } = basis
  return (
    <Text size="sm" c="dimmed">
      {place === null ? t('basisHours', { zone }) : t('basis', { place, data: holidayData ?? '', zone })}
    </Text>
  )
}

/**
 * Shows how the schedule computed the due date of a package and, if different, the date that it would compute now.
 */
export const PackageDeadline = (detail: PackageDetail) => {
  const { t } = useTranslation('schedules')
  const formatTime = useFormatTime()
  const { deadline, difference, changeable, submissionPackage } = detail
  if (!deadline) return null
  const at = difference && formatTime(difference.dueAt)
  return (
    <Section title={t('how')}>
      <Stack gap="sm">
        {difference && (
          <Alert color="yellow" icon={<IconInfoCircle />} title={t('differs', { at })}>
            <Text size="sm">{t('differsText')}</Text>
            <DeadlineSteps steps={difference.steps} />
            {changeable && (
              <Act
                operation="applyComputedDueDate"
                record={detail}
                path={{ packageId: submissionPackage.id }}
                body={{ dueAt: difference.dueAt }}
                label={t('apply')}
                text={t('applyText', { at })}
                mt="xs"
              />
            )}
          </Alert>
        )}
        {deadline.adopted && <Text size="sm">{t('adopted')}</Text>}
        {!deadline.adopted && deadline.dueAt !== submissionPackage.dueAt && (
          <Text size="sm">{t('byHand', { at: formatTime(deadline.dueAt) })}</Text>
        )}
        {deadline.createdLate && deadline.plannedFor !== null && (
          <Text size="sm">{t('late', { at: formatTime(deadline.plannedFor) })}</Text>
        )}
        <DeadlineSteps steps={deadline.steps} />
        <Basis {...deadline} />
      </Stack>
    </Section>
  )
}
