import { Alert, Button, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKey } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { SigningSecret } from './signing-secret.tsx'
import { type SeenWebhook, secretOf } from './webhook.ts'

// Interface section 6.4, rule 6.
const graceMs = 60_000

/** Seconds until then, by the monotonic clock. */
const useSecondsLeft = (endsAt: number | undefined): number => {
  const [now, setNow] = useState(() => performance.now())
  const left = endsAt === undefined ? 0 : Math.max(0, Math.ceil((endsAt - now) / 1000))
  const counts = left > 0
  useEffect(() => {
    if (!counts) return
    const timer = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(timer)
  }, [counts])
  return left
}

/** Replaces the signing secret; for a minute both sign. */
export const RotateSecret = ({ webhook }: { webhook: SeenWebhook }) => {
  const { t } = useTranslation('webhooks')
  const can = useCan()
  const refresh = useRefresh()
  const [opened, { open, close }] = useDisclosure()
  const [secret, setSecret] = useState<string>()
  const [endsAt, setEndsAt] = useState<number>()
  const left = useSecondsLeft(endsAt)
  const params = { path: { webhookId: webhook.id } }
  const { data: posture } = api.useQuery('get', '/api/workspace/webhooks/{webhookId}/secret-posture', { params })
  const until = posture?.previousSecretUntil
  // Rotated before this page was opened: the time left by this clock, at most the whole period.
  useEffect(() => {
    if (until) setEndsAt(known => known ?? performance.now() + Math.min(graceMs, Date.parse(until) - Date.now()))
  }, [until])
  const rotate = api.useMutation('post', '/api/workspace/webhooks/{webhookId}/rotate-secret')
  if (!can('rotateWebhookSecret')) return null
  const onSubmit = async (reason: string, header: IfMatch) => {
    const answer = await rotate.mutateAsync({ params: { ...params, header }, body: { reason } })
    setEndsAt(performance.now() + graceMs)
    setSecret(secretOf(answer))
    await refresh()
  }
  const grace = left > 0 && (
    <Alert variant="outline" color="blue" icon={<IconKey />} role="timer">
      {t('rotate.grace', { count: left })}
    </Alert>
  )
  return (
    <Stack gap="sm">
      {grace}
      <Group>
        <Button variant="default" leftSection={<IconKey size={16} />} aria-haspopup="dialog" onClick={open}>
          {t('rotate.button')}
        </Button>
      </Group>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('rotate.title')}
        text={t('rotate.text')}
        submit={t('rotate.button')}
        record={webhook}
        onSubmit={onSubmit}
      />
      <SigningSecret secret={secret} onStored={() => setSecret(undefined)}>
        {grace}
      </SigningSecret>
    </Stack>
  )
}
