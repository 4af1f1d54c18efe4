import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorId } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { useFormat } from '#web/ui/display.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { Time } from '#web/ui/time.tsx'
import { secondsOf, useDuration } from './duration.ts'
import { type Job, JobStatus, useJobWords, useSchedule } from './job-words.tsx'
import { RunJob } from './run-job.tsx'

const pollingMs = 10_000

const hasFailed = ({ lastRun }: Job): boolean => lastRun?.outcome === 'failed'

export const Jobs = () => {
  const { t } = useTranslation('trails')
  const { t: common } = useTranslation()
  const can = useCan()
  const scheduleOf = useSchedule()
  const wordsOf = useJobWords()
  const duration = useDuration()
  const { number } = useFormat()
  const pages = usePages(
    '/api/workspace/jobs',
    { query: {} },
    page => page.jobs.toSorted((a, b) => Number(hasFailed(b)) - Number(hasFailed(a))),
    pollingMs,
  )

  const columns: readonly Column<Job>[] = [
    {
      key: 'name',
      header: t('jobs.job'),
      render: job => (
        <>
          <AnchorLink to="/trails/jobs/$name" params={{ name: job.name }} fz="sm" fw={550}>
            {wordsOf(job).name}
          </AnchorLink>
          <Text c="dimmed" fz="xs">
            {wordsOf(job).text}
          </Text>
        </>
      ),
    },
    {
      key: 'schedule',
      header: t('jobs.schedule'),
      width: '11rem',
      render: job => <span title={job.schedule}>{scheduleOf(job)}</span>,
      wide: true,
    },
    {
      key: 'outcome',
      header: t('jobs.lastRun'),
      render: job => (
        <Group gap={6}>
          <JobStatus job={job} />
          {job.lastRun ? <Time at={job.lastRun.finishedAt} as="ago" /> : t('jobs.notYet')}
        </Group>
      ),
    },
    {
      key: 'processed',
      header: t('jobs.processed'),
      render: ({ lastRun }) => (typeof lastRun?.processed === 'number' ? number(lastRun.processed) : '–'),
      wide: true,
      align: 'right',
    },
    {
      key: 'duration',
      header: t('jobs.duration'),
      render: ({ lastRun }) => <span className="unbroken">{lastRun ? duration(secondsOf(lastRun)) : '–'}</span>,
      wide: true,
      align: 'right',
    },
    { key: 'next', header: t('jobs.next'), render: job => <Time at={job.nextRunAt} as="due" />, wide: true },
    ...(can('runJob')
      ? [
          {
            key: 'run',
            header: common('actions.actions'),
            render: (job: Job) => <RunJob job={job} inRow />,
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
    </>
  )
}
