import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import type { WebhookWithVersion } from './webhook.ts'

/** A button that pauses or resumes a webhook. */
export const PauseButton = ({ webhook }: { webhook: WebhookWithVersion }) => {
  const { id: webhookId, status } = webhook
  const { t } = useTranslation('webhooks')
  const can = useCan()
  const refresh = useRefresh()
  const [opened, { open, close }] = useDisclosure()
  const pause = api.useMutation('post', '/api/workspace/webhooks/{webhookId}/pause')
  const resume = api.useMutation('post', '/api/workspace/webhooks/{webhookId}/resume')
  const action = status === 'paused' ? 'resume' : 'pause'
  // Keeps the dialog's text while it closes, although the page is already refreshed.
  const [dialogAction, setDialogAction] = useState<'pause' | 'resume'>(action)
  const Icon = action === 'pause' ? IconPlayerPause : IconPlayerPlay
  if (!can(`${action}Webhook`)) return null
  const openDialog = () => {
    setDialogAction(action)
    open()
  }
  const onSubmit = async (reason: string, header: IfMatch) => {
    const { mutateAsync } = dialogAction === 'pause' ? pause : resume
    await mutateAsync({ params: { path: { webhookId }, header }, body: { reason } })
    await refresh()
  }
  return (
    <>
      <Button variant="default" leftSection={<Icon size={16} />} aria-haspopup="dialog" onClick={openDialog}>
        {t(`${action}.button`)}
      </Button>
      <ActionDialog
        operation={`${dialogAction}Webhook`}
        opened={opened}
        onClose={close}
        title={t(`${dialogAction}.title`)}
        text={t(`${dialogAction}.text`)}
        submit={t(`${dialogAction}.button`)}
        record={webhook}
        onSubmit={onSubmit}
      />
    </>
  )
}
