import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { unwrap, client } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { took, useDuration } from './duration.ts'

/** Asks for the reason to run a job now, runs it, and shows the outcome. */
export const RunJob = ({ name, onClose }: { name: string | undefined; onClose: () => void }) => {
  const { t } = useTranslation('trails')
  const refresh = useRefresh()
  const duration = useDuration()

  const run = async (reason: string) => {
    if (name === undefined) return
    const call = client.POST('/api/workspace/jobs/{name}/run', { params: { path: { name } }, body: { reason } })
    const ran = await unwrap(call)
    await refresh()
    const values = { name, count: ran.processed, code: ran.errorCode ?? '', took: duration(took(ran)) }
    notifications.show({
      color: ran.outcome === 'succeeded' ? 'teal' : 'red',
      message: t(`jobs.ran.${ran.outcome}`, values),
    })
  }

  return (
    <ActionDialog
      opened={name !== undefined}
      onClose={onClose}
      title={t('jobs.runOf', { name: name ?? '' })}
      text={t('jobs.runText')}
      submit={t('jobs.runNow')}
      onSubmit={run}
    />
  )
}
