import { TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Act } from '#web/ui/act.tsx'
import { readWebhook, type WebhookWithVersion } from './webhook.ts'

const route = getRouteApi('/app/webhooks/$webhookId')

/** A button that deletes the webhook for good, once the person has typed its name. */
export const DeleteButton = ({ webhook }: { webhook: WebhookWithVersion }) => {
  const { t } = useTranslation('webhooks')
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState('')
  const { name } = readWebhook(webhook)
  return (
    <Act
      operation="deleteWebhook"
      record={webhook}
      label={t('delete.button')}
      title={t('delete.title')}
      text={t('delete.text')}
      danger
      color="red"
      variant="outline"
      dialog={{ ready: typed.trim() === name.trim(), missing: t('delete.type', { name }) }}
      onDone={() => navigate({ to: '/webhooks', search: {} })}
    >
      <TextInput
        label={t('delete.type', { name })}
        value={typed}
        autoComplete="off"
        data-autofocus
        onChange={event => setTyped(event.currentTarget.value)}
      />
    </Act>
  )
}
