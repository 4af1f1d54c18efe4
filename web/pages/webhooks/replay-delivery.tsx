import { IconRepeat } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { Act } from '#web/ui/act.tsx'
import { requireVersion } from './webhook.ts'

/** A button that delivers the event of an attempt again. */
export const ReplayDelivery = (path: { readonly webhookId: string; readonly deliveryId: string }) => {
  const { t } = useTranslation('webhooks')
  const params = { path: { webhookId: path.webhookId } }
  const { data: webhook } = api.useQuery(
    'get',
    '/api/workspace/webhooks/{webhookId}',
    { params },
    { select: requireVersion },
  )
  if (!webhook) return null
  return (
    <Act
      operation="replayWebhookDelivery"
      record={webhook}
      path={path}
      label={t('replay.button')}
      text={t('replay.text')}
      variant="filled"
      leftSection={<IconRepeat size={16} />}
      done={t('replay.done')}
    />
  )
}
