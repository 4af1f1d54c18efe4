import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answered, client, errorId, type Schemas } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { cadenceOf } from './schedule.ts'

type Job = Schemas['Job']

const often = 10_000

const useSchedule = (): ((pattern: string) => string) => {
  const { t } = useTranslation('trails')
  return pattern => {
    const cadence = cadenceOf(pattern)
    if (!cadence) return pattern
    const { every, ...values } = cadence
    return t(`jobs.every.${every}`, values)
  }
}

const hasFailed = ({ lastRun }: Job): boolean => lastRun?.outcome === 'failed'

const useDuration = (): ((job: Job) => string | null) => {
  const { i18n } = useTranslation()
  return ({ lastRun }) => {
    if (!lastRun) return null
    const seconds = (Date.parse(lastRun.finishedAt) - Date.parse(lastRun.startedAt)) / 1000
    const format = { style: 'unit', unit: 'second', maximumFractionDigits: seconds < 10 ? 2 : 0 } as const
    return new Intl.NumberFormat(i18n.language, format).format(seconds)
  }
}

export const Jobs = () => {
  const { t } = useTranslation('trails')
  const can = useCan()
  const refresh = useRefresh()
  const scheduleOf = useSchedule()
  const durationOf = useDuration()
  const [chosen, setChosen] = useState<Job>()
  const pages = usePages(
    '/api/workspace/jobs',
    { query: {} },
    page => page.jobs.toSorted((a, b) => Number(hasFailed(b)) - Number(hasFailed(a))),
    often,
  )

  const run = async (reason: string) => {
    if (!chosen) return
    const { name } = chosen
    const params = { path: { name } }
    const { outcome, processed } = await answered(
      client.POST('/api/workspace/jobs/{name}/run', { params, body: { reason } }),
    )
    await refresh()
    notifications.show({
      color: outcome === 'succeeded' ? 'teal' : 'red',
      message: t(`jobs.ran.${outcome}`, { name, count: processed }),
    })
  }

  const columns: readonly Column<Job>[] = [
    {
      key: 'name',
      header: t('jobs.job'),
      render: job => (
        <>
          <Text span fw={550} fz="sm">
            {job.name}
          </Text>
          <Text c="dimmed" fz="xs">
            {job.description}
          </Text>
        </>
      ),
    },
    {
      key: 'schedule',
      header: t('jobs.schedule'),
      render: job => <span title={job.schedule}>{scheduleOf(job.schedule)}</span>,
      wide: true,
    },
    {
      key: 'outcome',
      header: t('jobs.lastRun'),
      render: job => (
        <Group gap={6}>
          {job.running && <StatusBadge status="running" />}
          {job.lastRun && <StatusBadge status={job.lastRun.outcome} />}
          {job.lastRun ? <Time at={job.lastRun.finishedAt} as="ago" /> : t('jobs.notYet')}
        </Group>
      ),
    },
    {
      key: 'processed',
      header: t('jobs.processed'),
      render: job => job.lastRun?.processed ?? '–',
      wide: true,
      align: 'right',
    },
    { key: 'duration', header: t('jobs.duration'), render: job => durationOf(job) ?? '–', wide: true, align: 'right' },
    { key: 'next', header: t('jobs.next'), render: job => <Time at={job.nextRunAt} as="ago" />, wide: true },
    ...(can('runJob')
      ? [
          {
            key: 'run',
            header: t('jobs.run'),
            render: (job: Job) => (
              <Button
                size="compact-xs"
                variant="default"
                aria-haspopup="dialog"
                onClick={() => setChosen(job)}
                aria-label={t('jobs.runOf', { name: job.name })}
              >
                {t('jobs.runNow')}
              </Button>
            ),
            align: 'right' as const,
          },
        ]
      : []),
  ]

  if (errorId(pages.error) === 'forbidden_resource') return <ReadFailure error={pages.error} retry={pages.refetch} />
  return (
    <>
      <PageHeader title={t('jobs.title')} description={t('jobs.description')} />
      <RecordTable
        label={t('jobs.title')}
        pages={pages}
        columns={columns}
        rowKey={job => job.name}
        empty={<Empty title={t('jobs.empty')} />}
      />
      <ActionDialog
        opened={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        title={t('jobs.runOf', { name: chosen?.name ?? '' })}
        text={t('jobs.runText')}
        submit={t('jobs.runNow')}
        onSubmit={run}
      />
    </>
  )
}
