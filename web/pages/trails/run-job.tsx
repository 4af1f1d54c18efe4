import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { notify } from '#web/ui/notify.ts'
import { secondsOf, useDuration } from './duration.ts'
import { type Job, useJobWords } from './job-words.tsx'

/** The dialog that runs a job now, with a reason, and shows the outcome. */
export const RunJob = ({ job, onClose }: { job: Job | undefined; onClose: () => void }) => {
  const { t } = useTranslation('trails')
  const refresh = useRefresh()
  const duration = useDuration()

  const wordsOf = useJobWords()
  const title = job ? wordsOf(job).name : ''

  const run = async (reason: string) => {
    if (job === undefined) return
    const params = { path: { name: job.name } }
    const call = client.POST('/api/workspace/jobs/{name}/run', { params, body: { reason } })
    const result = await unwrap(call)
    await refresh()
    const values = {
      name: title,
      count: result.processed,
      code: result.errorCode ?? '',
      took: duration(secondsOf(result)),
    }
    await notify({
      color: result.outcome === 'succeeded' ? 'teal' : 'red',
      message: t(`jobs.ran.${result.outcome}`, values),
    })
  }

  return (
    <ActionDialog
      operation="runJob"
      opened={job !== undefined}
      onClose={onClose}
      title={t('jobs.runOf', { name: title })}
      text={t('jobs.runText')}
      submit={t('jobs.runNow')}
      onSubmit={run}
    />
  )
}
