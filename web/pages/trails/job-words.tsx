import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { StatusBadge } from '#web/ui/status.tsx'
import { cadenceOf, shiftCadence } from './schedule.ts'

export type Job = Schemas['Job']

/**
 * Returns a function that gives a job's name and description in the user's language. An unknown job keeps its own.
 */
export const useJobWords = (): ((job: Pick<Job, 'name' | 'description'>) => { name: string; text: string }) => {
  const { i18n } = useTranslation('trails')
  const words: Readonly<Record<string, { name: string; text: string }>> = i18n.getResource(
    i18n.language,
    'trails',
    'jobs.words',
  )
  return ({ name, description }) => (Object.hasOwn(words, name) && words[name]) || { name, text: description }
}

/** Returns a function that describes when a job runs on this install, and how often it checks for work in between. */
export const useSchedule = (): ((job: Job) => string) => {
  const { t } = useTranslation('trails')
  return ({ schedule, movedBySeconds, checkedEverySeconds: count }) => {
    const cadence = cadenceOf(schedule)
    const { every, ...values } = cadence ? shiftCadence(cadence, movedBySeconds) : { every: undefined }
    const text = every ? t(`jobs.every.${every}`, values) : schedule
    return count === null ? text : t('jobs.checked', { words: text, count })
  }
}

/** Shows whether a job is running, stuck or failed, and how often it failed in a row. */
export const JobStatus = ({ job: { running, current, lastRun, failures } }: { job: Job }) => {
  const { t } = useTranslation('trails')
  return (
    <Group gap={6}>
      {running && <StatusBadge status={current?.stuck ? 'stuck' : 'running'} />}
      {lastRun && <StatusBadge status={lastRun.outcome} />}
      {failures > 1 && <span>{t('jobs.inARow', { count: failures })}</span>}
    </Group>
  )
}
