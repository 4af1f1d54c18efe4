import { IconBolt } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Act } from '#web/ui/act.tsx'
import { useBacklog } from './use-backlog.ts'
import type { WebhookWithVersion } from './webhook.ts'

/** A button that delivers waiting events now, for a repaired receiver. Shown while events are waiting. */
export const DeliverNowButton = ({ webhook }: { webhook: WebhookWithVersion }) => {
  const { t } = useTranslation('webhooks')
  const { data: backlog } = useBacklog(webhook.id)
  if (webhook.status === 'paused' || webhook.stopped || !backlog || backlog.pending === 0) return null
  return (
    <Act
      operation="deliverWebhookNow"
      record={webhook}
      label={t('deliverNow.button')}
      text={t('deliverNow.text')}
      leftSection={<IconBolt size={16} />}
      done={({ waiting, deadLetters }) =>
        [
          t('deliverNow.done', { count: waiting }),
          ...(deadLetters > 0 ? [t('deliverNow.dead', { count: deadLetters })] : []),
        ].join(' ')
      }
    />
  )
}
