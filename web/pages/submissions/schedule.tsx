import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { Act } from '#web/ui/act.tsx'
import { useFormat } from '#web/ui/display.ts'
import { Empty } from '#web/ui/empty.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { Section } from '#web/ui/section.tsx'
import { Sentence } from '#web/ui/sentence.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time, useFormatTime } from '#web/ui/time.tsx'
import { Occurrences } from './occurrences.tsx'
import { SetSchedule } from './schedule-dialog.tsx'
import type { Schedule } from './schedule-model.ts'

type Detail = Schemas['SubmissionRequirementDetail']
type Scheduled = Schemas['ScheduledPackage']

const useDueText = () => {
  const { t } = useTranslation('schedules')
  const format = useFormat()
  return ({ due, fixedDue, filings = [] }: Schedule): string => {
    if (due) return `${format.number(due.count)} ${t(`units.${due.unit}`)}`
    if (fixedDue) return `${fixedDue.day} ${format.monthNames()[fixedDue.month - 1]}`
    return format.list(filings.map(filing => t(`filing.${filing as 'finalReport'}`)))
  }
}

const Facts = ({ schedule, nextPackageAt }: { schedule: Schedule; nextPackageAt: string | null }) => {
  const { t } = useTranslation('schedules')
  const dueText = useDueText()
  const isCalendar = schedule.every !== 'occurrence'
  const next = nextPackageAt === null ? t('nextNone') : <Time at={nextPackageAt} />
  return (
    <FactList
      entries={[
        [t('every.label'), t(`every.${schedule.every}`)],
        [t('dueKind.label'), dueText(schedule)],
        [t('place'), schedule.place ?? t('placeOfWorkspace')],
        [t('next'), isCalendar && next],
      ]}
    />
  )
}

/** The packages of the schedule, with the due dates that would be different if they were computed now. */
const Packages = ({ requirementId }: { requirementId: string }) => {
  const { t } = useTranslation('schedules')
  const { t: submissions } = useTranslation('submissions')
  const formatTime = useFormatTime()
  const pages = usePages(
    '/api/workspace/submission-requirements/{requirementId}/scheduled-packages',
    { path: { requirementId } },
    page => page.scheduledPackages,
  )
  const columns: readonly Column<Scheduled>[] = [
    {
      key: 'package',
      header: t('package'),
      render: ({ id, title }) => (
        <AnchorLink to="/submissions/packages/$packageId" params={{ packageId: id }}>
          {title}
        </AnchorLink>
      ),
    },
    { key: 'status', header: submissions('packages.status'), render: ({ status }) => <StatusBadge status={status} /> },
    { key: 'due', header: t('due'), render: ({ dueAt }) => formatTime(dueAt) },
    {
      key: 'now',
      header: t('now'),
      render: ({ differentDueAt }) => (differentDueAt === null ? '' : formatTime(differentDueAt)),
      wide: true,
    },
  ]
  return (
    <RecordTable
      label={t('packages')}
      pages={pages}
      columns={columns}
      rowKey={({ id }) => id}
      empty={<Empty title={t('noPackages')} text={t('noPackagesText')} />}
    />
  )
}

/** The schedule of a requirement, its packages and, if events start its periods, those events. */
export const ScheduleSection = ({ requirement }: { requirement: Detail }) => {
  const { t } = useTranslation('schedules')
  const { id, schedule, nextPackageAt, scheduleProblem } = requirement
  const buttons = (
    <Group gap="xs">
      <SetSchedule requirement={requirement} />
      {schedule && (
        <Act
          operation="updateSubmissionRequirement"
          record={requirement}
          path={{ requirementId: id }}
          body={{ schedule: null }}
          label={t('remove')}
          text={t('removeText')}
          danger
        />
      )}
    </Group>
  )
  return (
    <>
      <Section title={t('title')} actions={buttons}>
        {schedule ? (
          <Stack gap="sm">
            {scheduleProblem && (
              <Alert color="red" icon={<IconAlertTriangle />} title={t('problem')}>
                <Sentence {...scheduleProblem} /> {t('retried')}
              </Alert>
            )}
            <Facts schedule={schedule} nextPackageAt={nextPackageAt} />
          </Stack>
        ) : (
          <Text size="sm" c="dimmed">
            {t('none')}
          </Text>
        )}
      </Section>
      {schedule?.every === 'occurrence' && <Occurrences requirement={requirement} schedule={schedule} />}
      {schedule && (
        <Section title={t('packages')}>
          <Packages requirementId={id} />
        </Section>
      )}
    </>
  )
}
