import { Alert, Button, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKey } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { SigningSecret } from './signing-secret.tsx'
import { secretOf, useRefresh } from './webhook.ts'

// Interface section 6.4, rule 6.
const graceMs = 60_000

/** Seconds that the secret before still signs; by the clock that never jumps. */
const useGrace = (rotatedAt: number | undefined): number => {
  const [now, setNow] = useState(() => performance.now())
  const left = rotatedAt === undefined ? 0 : Math.max(0, Math.ceil((rotatedAt + graceMs - now) / 1000))
  const counts = left > 0
  useEffect(() => {
    if (!counts) return
    const timer = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(timer)
  }, [counts])
  return left
}

/** Replaces the signing secret; for a minute both sign. */
export const RotateSecret = ({ webhookId }: { webhookId: string }) => {
  const { t } = useTranslation('webhooks')
  const can = useCan()
  const refresh = useRefresh()
  const [opened, { open, close }] = useDisclosure()
  const [secret, setSecret] = useState<string>()
  const [rotatedAt, setRotatedAt] = useState<number>()
  const left = useGrace(rotatedAt)
  const rotate = api.useMutation('post', '/api/workspace/webhooks/{webhookId}/rotate-secret')
  if (!can('rotateWebhookSecret')) return null
  const onSubmit = async (reason: string) => {
    const answer = await rotate.mutateAsync({ params: { path: { webhookId } }, body: { reason } })
    setRotatedAt(performance.now())
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
        <Button variant="default" leftSection={<IconKey size={16} />} onClick={open}>
          {t('rotate.button')}
        </Button>
      </Group>
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('rotate.title')}
        text={t('rotate.text')}
        submit={t('rotate.button')}
        onSubmit={onSubmit}
      />
      <SigningSecret secret={secret} onStored={() => setSecret(undefined)}>
        {grace}
      </SigningSecret>
    </Stack>
  )
}
