import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useRefresh, type Webhook } from './webhook.ts'

/** Pauses or resumes. */
export const PauseButton = ({ webhook: { id: webhookId, status } }: { webhook: Webhook }) => {
  const { t } = useTranslation('webhooks')
  const can = useCan()
  const refresh = useRefresh()
  const [opened, { open, close }] = useDisclosure()
  const pause = api.useMutation('post', '/api/workspace/webhooks/{webhookId}/pause')
  const resume = api.useMutation('post', '/api/workspace/webhooks/{webhookId}/resume')
  const action = status === 'paused' ? 'resume' : 'pause'
  const Icon = action === 'pause' ? IconPlayerPause : IconPlayerPlay
  if (!can(`${action}Webhook`)) return null
  const onSubmit = async (reason: string) => {
    const { mutateAsync } = action === 'pause' ? pause : resume
    await mutateAsync({ params: { path: { webhookId } }, body: { reason } })
    await refresh()
  }
  return (
    <>
      <Button variant="default" leftSection={<Icon size={16} />} onClick={open}>
        {t(`${action}.button`)}
      </Button>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t(`${action}.title`)}
        text={t(`${action}.text`)}
        submit={t(`${action}.button`)}
        onSubmit={onSubmit}
      />
    </>
  )
}
