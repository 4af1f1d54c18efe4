import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRepeat } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useNotify } from '#web/ui/notify.ts'
import { requireVersion } from './webhook.ts'

/** A button that delivers the event of an attempt again. */
export const ReplayDelivery = (path: { readonly webhookId: string; readonly deliveryId: string }) => {
  const { t } = useTranslation('webhooks')
  const can = useCan()
  const refresh = useRefresh()
  const notify = useNotify()
  const [opened, { open, close }] = useDisclosure()
  const replay = api.useMutation('post', '/api/workspace/webhooks/{webhookId}/deliveries/{deliveryId}/replay')
  const params = { path: { webhookId: path.webhookId } }
  const { data: webhook } = api.useQuery(
    'get',
    '/api/workspace/webhooks/{webhookId}',
    { params },
    { select: requireVersion },
  )
  if (!webhook || !can('replayWebhookDelivery')) return null
  const onSubmit = async (reason: string, header: IfMatch) => {
    await replay.mutateAsync({ params: { path, header }, body: { reason } })
    notify(t('replay.done'))
    await refresh()
  }
  return (
    <>
      <Button leftSection={<IconRepeat size={16} />} aria-haspopup="dialog" onClick={open}>
        {t('replay.button')}
      </Button>
      <ActionDialog
        operation="replayWebhookDelivery"
        opened={opened}
        onClose={close}
        title={t('replay.title')}
        text={t('replay.text')}
        submit={t('replay.button')}
        record={webhook}
        onSubmit={onSubmit}
      />
    </>
  )
}
