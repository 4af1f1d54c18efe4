import { Alert, Group, Stack } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { Act } from '#web/ui/act.tsx'
import { SigningSecret } from './signing-secret.tsx'
import { secretOf, type WebhookWithVersion } from './webhook.ts'

// The server signs with both secrets for this long.
const graceMs = 60_000

/** The seconds until a time of the monotonic clock. */
const useSecondsLeft = (endsAt: number | undefined): number => {
  const [now, setNow] = useState(() => performance.now())
  const secondsLeft = endsAt === undefined ? 0 : Math.max(0, Math.ceil((endsAt - now) / 1000))
  const isCounting = secondsLeft > 0
  useEffect(() => {
    if (!isCounting) return
    const timer = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(timer)
  }, [isCounting])
  return secondsLeft
}

/** A button that replaces the signing secret. For a minute, deliveries are signed with both secrets. */
export const RotateSecret = ({ webhook }: { webhook: WebhookWithVersion }) => {
  const { t } = useTranslation('webhooks')
  const can = useCan()
  const [secret, setSecret] = useState<string>()
  const [endsAt, setEndsAt] = useState<number>()
  const secondsLeft = useSecondsLeft(endsAt)
  const params = { path: { webhookId: webhook.id } }
  const { data: posture } = api.useQuery('get', '/api/workspace/webhooks/{webhookId}/secret-posture', { params })
  const until = posture?.previousSecretUntil
  // If the secret was rotated before the page opened, counts the remaining time by this clock, at most the grace
  // period.
  useEffect(() => {
    if (until) setEndsAt(current => current ?? performance.now() + Math.min(graceMs, Date.parse(until) - Date.now()))
  }, [until])
  if (!can('rotateWebhookSecret')) return null
  const graceNote = secondsLeft > 0 && (
    <Alert color="blue" icon={<IconKey />} role="timer">
      {t('rotate.grace', { count: secondsLeft })}
    </Alert>
  )
  return (
    <Stack gap="sm">
      {graceNote}
      <Group>
        <Act
          operation="rotateWebhookSecret"
          record={webhook}
          label={t('rotate.button')}
          title={t('rotate.title')}
          text={t('rotate.text')}
          leftSection={<IconKey size={16} />}
          onDone={response => {
            setEndsAt(performance.now() + graceMs)
            setSecret(secretOf(response))
          }}
        />
      </Group>
      <SigningSecret secret={secret} onStored={() => setSecret(undefined)}>
        {graceNote}
      </SigningSecret>
    </Stack>
  )
}
