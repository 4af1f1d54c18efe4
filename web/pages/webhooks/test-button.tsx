import { IconSend } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Act } from '#web/ui/act.tsx'
import type { WebhookWithVersion } from './webhook.ts'

const route = getRouteApi('/app/webhooks/$webhookId')

/** A button that sends a test event, and then opens the deliveries, where the outcome appears. */
export const TestButton = ({ webhook }: { webhook: WebhookWithVersion }) => {
  const { t } = useTranslation('webhooks')
  const navigate = route.useNavigate()
  if (webhook.status === 'paused' || webhook.stopped) return null
  return (
    <Act
      operation="testWebhook"
      record={webhook}
      label={t('test.button')}
      text={t('test.text')}
      variant="filled"
      leftSection={<IconSend size={16} />}
      done={t('test.sent')}
      onDone={() => navigate({ search: { tab: 'deliveries' } })}
    />
  )
}
