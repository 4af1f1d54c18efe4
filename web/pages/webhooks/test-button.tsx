import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSend } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useNotify } from '#web/ui/notify.ts'
import type { WebhookWithVersion } from './webhook.ts'

const route = getRouteApi('/app/webhooks/$webhookId')

/** A button that sends a test event, and then opens the deliveries, where the outcome appears. */
export const TestButton = ({ webhook }: { webhook: WebhookWithVersion }) => {
  const { id: webhookId, status, stopped } = webhook
  const { t } = useTranslation('webhooks')
  const can = useCan()
  const refresh = useRefresh()
  const notify = useNotify()
  const navigate = route.useNavigate()
  const [opened, { open, close }] = useDisclosure()
  const test = api.useMutation('post', '/api/workspace/webhooks/{webhookId}/test')
  if (!can('testWebhook') || status === 'paused' || stopped) return null
  const onSubmit = async (reason: string, header: IfMatch) => {
    await test.mutateAsync({ params: { path: { webhookId }, header }, body: { reason } })
    notify(t('test.sent'))
    await navigate({ search: { tab: 'deliveries' } })
    await refresh()
  }
  return (
    <>
      <Button leftSection={<IconSend size={16} />} aria-haspopup="dialog" onClick={open}>
        {t('test.button')}
      </Button>
      <ActionDialog
        operation="testWebhook"
        opened={opened}
        onClose={close}
        title={t('test.title')}
        text={t('test.text')}
        submit={t('test.button')}
        templates={[t('test.template')]}
        record={webhook}
        onSubmit={onSubmit}
      />
    </>
  )
}
