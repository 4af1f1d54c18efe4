import { Anchor, List, Stack, Text } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { errorId, type Schemas } from '#web/api/client.ts'
import { useFormat } from '#web/ui/display.ts'
import { Empty } from '#web/ui/empty.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { NotFound, ReadFailure } from '#web/ui/failures.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { Section } from '#web/ui/section.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time, useFormatTime } from '#web/ui/time.tsx'
import { secondsOf, useDuration } from './duration.ts'
import { type Job, JobStatus, useJobWords, useSchedule } from './job-words.tsx'
import { RunJob } from './run-job.tsx'

type Run = Schemas['JobRun']

const route = getRouteApi('/app/trails/jobs/$name')

const pollingMs = 10_000

/** Shows the time zone too, because schedules are in UTC and times are shown in the user's zone. */
const NextTimes = ({ times }: { times: readonly string[] }) => {
  const format = useFormatTime()
  return (
    <List listStyleType="none" size="sm">
      {times.map(time => (
        <List.Item key={time}>
          <time dateTime={time} title={time}>
            {format(time, 'zone')}
          </time>
        </List.Item>
      ))}
    </List>
  )
}

const Schedule = ({ job }: { job: Job }) => {
  const { t } = useTranslation('trails')
  const scheduleOf = useSchedule()
  const duration = useDuration()
  const { current } = job
  return (
    <Section title={t('jobs.plan')}>
      <FactList
        entries={[
          [t('jobs.schedule'), scheduleOf(job)],
          [t('jobs.expected'), duration(job.expectedSeconds)],
          [t('jobs.since'), current && <Time key="since" at={current.startedAt} as="ago" />],
          [t('jobs.node'), current && <code key="node">{current.nodeId}</code>],
          [t('jobs.nextTimes'), <NextTimes key="next" times={job.nextRunsAt} />],
        ]}
        details={[
          [t('jobs.id'), <code key="id">{job.name}</code>],
          [t('jobs.cron'), <code key="cron">{job.schedule}</code>],
        ]}
      />
    </Section>
  )
}

const History = ({ name }: { name: string }) => {
  const { t } = useTranslation('trails')
  const { number } = useFormat()
  const duration = useDuration()
  const format = useFormatTime()
  const pages = usePages('/api/workspace/jobs/{name}/runs', { path: { name }, query: {} }, page => page.runs, pollingMs)
  const columns: readonly Column<Run>[] = [
    {
      key: 'started',
      header: t('jobs.started'),
      render: ({ startedAt }) => (
        <time dateTime={startedAt} title={startedAt}>
          {format(startedAt, 'second')}
        </time>
      ),
    },
    {
      key: 'outcome',
      header: t('jobs.outcome'),
      render: ({ outcome, errorCode }) => (
        <>
          <StatusBadge status={outcome} /> {errorCode && <code>{errorCode}</code>}
        </>
      ),
    },
    { key: 'duration', header: t('jobs.duration'), render: run => duration(secondsOf(run)), align: 'right' },
    {
      key: 'processed',
      header: t('jobs.processed'),
      render: run => (typeof run.processed === 'number' ? number(run.processed) : '–'),
      align: 'right',
      wide: true,
    },
    {
      key: 'missed',
      header: t('jobs.missed'),
      render: ({ missed }) => (missed ? number(missed) : '–'),
      align: 'right',
    },
    {
      key: 'node',
      header: t('jobs.node'),
      render: ({ nodeId }) => (nodeId ? <code>{nodeId}</code> : '–'),
      wide: true,
    },
  ]
  return (
    <Section title={t('jobs.history')}>
      <Text c="dimmed" fz="sm" mb="xs">
        {t('jobs.historyText')}
      </Text>
      <RecordTable
        label={t('jobs.history')}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Empty title={t('jobs.notYet')} />}
      />
    </Section>
  )
}

export const JobPage = () => {
  const { t } = useTranslation('trails')
  const { name } = route.useParams()
  const wordsOf = useJobWords()
  const { rows, isPending, error, refetch } = usePages(
    '/api/workspace/jobs',
    { query: {} },
    page => page.jobs,
    pollingMs,
  )
  if (isPending) return <PageSkeleton />
  if (errorId(error) !== undefined && rows.length === 0) return <ReadFailure error={error} retry={refetch} />
  const job = rows.find(one => one.name === name)
  if (!job) return <NotFound />
  const words = wordsOf(job)
  return (
    <>
      <PageHeader
        title={words.name}
        titleExtra={<JobStatus job={job} />}
        description={words.text}
        back={
          <Anchor size="sm" renderRoot={props => <Link {...props} to="/trails/jobs" />}>
            {t('jobs.title')}
          </Anchor>
        }
      >
        <RunJob job={job} />
      </PageHeader>
      <Stack>
        {job.lastRun?.outcome === 'failed' && <Text size="sm">{t('jobs.failedText')}</Text>}
        <Schedule job={job} />
        <History name={name} />
      </Stack>
    </>
  )
}
