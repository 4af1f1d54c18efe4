import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { readWebhook, type WebhookWithVersion } from './webhook.ts'

const route = getRouteApi('/app/webhooks/$webhookId')

/** A button that deletes the webhook for good, once the person has typed its name. */
export const DeleteButton = ({ webhook }: { webhook: WebhookWithVersion }) => {
  const { t } = useTranslation('webhooks')
  const can = useCan()
  const refresh = useRefresh()
  const navigate = route.useNavigate()
  const [opened, { open, close }] = useDisclosure()
  const [typed, setTyped] = useState('')
  const remove = api.useMutation('delete', '/api/workspace/webhooks/{webhookId}')
  const { id: webhookId, name } = readWebhook(webhook)
  if (!can('deleteWebhook')) return null
  const onSubmit = async (reason: string, header: IfMatch) => {
    await remove.mutateAsync({ params: { path: { webhookId }, header }, body: { reason } })
    await navigate({ to: '/webhooks', search: {} })
    await refresh()
  }
  return (
    <>
      <Button color="red" variant="outline" aria-haspopup="dialog" onClick={open}>
        {t('delete.button')}
      </Button>
      <ActionDialog
        operation="deleteWebhook"
        opened={opened}
        onClose={close}
        title={t('delete.title')}
        text={t('delete.text')}
        submit={t('delete.button')}
        danger
        ready={typed.trim() === name.trim()}
        missing={t('delete.type', { name })}
        record={webhook}
        onSubmit={onSubmit}
      >
        <TextInput
          label={t('delete.type', { name })}
          value={typed}
          autoComplete="off"
          data-autofocus
          onChange={event => setTyped(event.currentTarget.value)}
        />
      </ActionDialog>
    </>
  )
}
