import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Act } from '#web/ui/act.tsx'
import type { WebhookWithVersion } from './webhook.ts'

/** A button that pauses or resumes a webhook. */
export const PauseButton = ({ webhook }: { webhook: WebhookWithVersion }) => {
  const { t } = useTranslation('webhooks')
  const action = webhook.status === 'paused' ? 'resume' : 'pause'
  const Icon = action === 'pause' ? IconPlayerPause : IconPlayerPlay
  return (
    <Act
      operation={`${action}Webhook`}
      record={webhook}
      label={t(`${action}.button`)}
      text={t(`${action}.text`)}
      leftSection={<Icon size={16} />}
    />
  )
}
