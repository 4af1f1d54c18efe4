import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBolt } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useNotify } from '#web/ui/notify.ts'
import { useBacklog } from './use-backlog.ts'
import type { WebhookWithVersion } from './webhook.ts'

/** A button that delivers waiting events now, for a repaired receiver. Shown while events are waiting. */
export const DeliverNowButton = ({ webhook }: { webhook: WebhookWithVersion }) => {
  const { id: webhookId, status, stopped } = webhook
  const { t } = useTranslation('webhooks')
  const can = useCan()
  const refresh = useRefresh()
  const notify = useNotify()
  const { data: backlog } = useBacklog(webhookId)
  const [opened, { open, close }] = useDisclosure()
  const deliver = api.useMutation('post', '/api/workspace/webhooks/{webhookId}/deliver-now')
  const isNeeded = opened || (backlog !== undefined && backlog.pending > 0)
  if (!can('deliverWebhookNow') || status === 'paused' || stopped || !isNeeded) return null
  const onSubmit = async (reason: string, header: IfMatch) => {
    const { waiting, deadLetters } = await deliver.mutateAsync({
      params: { path: { webhookId }, header },
      body: { reason },
    })
    notify(t('deliverNow.done', { count: waiting }))
    if (deadLetters > 0) notify(t('deliverNow.dead', { count: deadLetters }))
    await refresh()
  }
  return (
    <>
      <Button variant="default" leftSection={<IconBolt size={16} />} aria-haspopup="dialog" onClick={open}>
        {t('deliverNow.button')}
      </Button>
      <ActionDialog
        operation="deliverWebhookNow"
        opened={opened}
        onClose={close}
        title={t('deliverNow.title')}
        text={t('deliverNow.text')}
        submit={t('deliverNow.button')}
        templates={[t('deliverNow.template')]}
        record={webhook}
        onSubmit={onSubmit}
      />
    </>
  )
}
