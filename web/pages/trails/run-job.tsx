import { useTranslation } from 'react-i18next'
import { Act } from '#web/ui/act.tsx'
import { secondsOf, useDuration } from './duration.ts'
import { type Job, useJobWords } from './job-words.tsx'

/** A button that runs a job now, and shows the outcome. In a list, its accessible name contains the job. */
export const RunJob = ({ job, inRow = false }: { job: Job; inRow?: boolean }) => {
  const { t } = useTranslation('trails')
  const duration = useDuration()
  const { name } = useJobWords()(job)
  return (
    <Act
      operation="runJob"
      path={{ name: job.name }}
      label={t('jobs.runNow')}
      {...(inRow && { name: t('jobs.runOf', { name }) })}
      text={t('jobs.runText')}
      done={({ outcome, processed, errorCode, ...run }) => ({
        color: outcome === 'succeeded' ? 'teal' : 'red',
        message: t(`jobs.ran.${outcome}`, {
          name,
          count: processed,
          code: errorCode ?? '',
          took: duration(secondsOf(run)),
        }),
      })}
    />
  )
}
