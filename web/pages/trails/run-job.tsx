import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { secondsOf, useDuration } from './duration.ts'

/** The dialog that runs a job now, with a reason, and shows the outcome. */
export const RunJob = ({ name, onClose }: { name: string | undefined; onClose: () => void }) => {
  const { t } = useTranslation('trails')
  const refresh = useRefresh()
  const duration = useDuration()

  const run = async (reason: string) => {
    if (name === undefined) return
    const call = client.POST('/api/workspace/jobs/{name}/run', { params: { path: { name } }, body: { reason } })
    const result = await unwrap(call)
    await refresh()
    const values = { name, count: result.processed, code: result.errorCode ?? '', took: duration(secondsOf(result)) }
    notifications.show({
      color: result.outcome === 'succeeded' ? 'teal' : 'red',
      message: t(`jobs.ran.${result.outcome}`, values),
    })
  }

  return (
    <ActionDialog
      operation="runJob"
      opened={name !== undefined}
      onClose={onClose}
      title={t('jobs.runOf', { name: name ?? '' })}
      text={t('jobs.runText')}
      submit={t('jobs.runNow')}
      onSubmit={run}
    />
  )
}
