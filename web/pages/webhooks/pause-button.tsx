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
import type { SeenWebhook } from './webhook.ts'

/** Pauses or resumes. */
export const PauseButton = ({ webhook }: { webhook: SeenWebhook }) => {
  const { id: webhookId, status } = webhook
  const { t } = useTranslation('webhooks')
  const can = useCan()
  const refresh = useRefresh()
  const [opened, { open, close }] = useDisclosure()
  const pause = api.useMutation('post', '/api/workspace/webhooks/{webhookId}/pause')
  const resume = api.useMutation('post', '/api/workspace/webhooks/{webhookId}/resume')
  const action = status === 'paused' ? 'resume' : 'pause'
  // The dialog's text does not change while it closes, although the page is refreshed.
  const [asked, setAsked] = useState<'pause' | 'resume'>(action)
  const Icon = action === 'pause' ? IconPlayerPause : IconPlayerPlay
  if (!can(`${action}Webhook`)) return null
  const ask = () => {
    setAsked(action)
    open()
  }
  const onSubmit = async (reason: string, header: IfMatch) => {
    const { mutateAsync } = asked === 'pause' ? pause : resume
    await mutateAsync({ params: { path: { webhookId }, header }, body: { reason } })
    await refresh()
  }
  return (
    <>
      <Button variant="default" leftSection={<Icon size={16} />} aria-haspopup="dialog" onClick={ask}>
        {t(`${action}.button`)}
      </Button>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t(`${asked}.title`)}
        text={t(`${asked}.text`)}
        submit={t(`${asked}.button`)}
        record={webhook}
        onSubmit={onSubmit}
      />
    </>
  )
}
