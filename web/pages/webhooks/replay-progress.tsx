import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import type { SeenWebhook } from './webhook.ts'

const path = '/api/workspace/webhooks/{webhookId}/replays/{replayId}'
const everyMs = 1000

const isGoingOn = (progress: Schemas['WebhookReplayProgress'] | undefined): boolean =>
  progress === undefined || progress.status === 'running' || progress.pending > 0

interface Props {
  readonly webhook: SeenWebhook
  readonly replay: Schemas['WebhookReplay']
}

/** The progress of a replay, polled every second while it runs; it can be cancelled until its last delivery. */
export const ReplayProgress = ({ webhook, replay }: Props) => {
  const { t } = useTranslation('webhooks')
  const can = useCan()
  const refresh = useRefresh()
  const [opened, { open, close }] = useDisclosure()
  const { id: replayId, webhookId, total } = replay
  const params = { path: { webhookId, replayId } }
  const { data } = api.useQuery(
    'get',
    path,
    { params },
    {
      refetchInterval: ({ state }) => (isGoingOn(state.data) ? everyMs : false),
    },
  )
  const cancel = api.useMutation('post', `${path}/cancel`)
  const { status } = data ?? replay
  const waiting = (data?.remaining ?? replay.remaining) + (data?.pending ?? 0)
  const done = total - waiting
  const goesOn = data !== undefined && isGoingOn(data)

  const onSubmit = async (reason: string, header: IfMatch) => {
    await cancel.mutateAsync({ params: { ...params, header }, body: { reason } })
    await refresh()
  }
  return (
    <Stack gap={4} miw={160}>
      <Group gap="xs" justify="space-between">
        <StatusBadge status={goesOn ? 'running' : status} />
        <Text span size="xs">
          {status === 'cancelled' ? t('replays.ofTotal', { count: total }) : t('replays.done', { done, total })}
        </Text>
      </Group>
      {goesOn && <Progress value={(done / total) * 100} aria-label={t('replays.progress')} />}
      {goesOn && can('cancelWebhookReplay') && (
        <Button size="compact-xs" variant="default" aria-haspopup="dialog" onClick={open}>
          {t('replays.cancel')}
        </Button>
      )}
      <ActionDialog
        opened={opened}
        onClose={close}
        title={t('replays.cancelTitle')}
        text={t('replays.cancelText')}
        submit={t('replays.cancel')}
        danger
        record={webhook}
        onSubmit={onSubmit}
      />
    </Stack>
  )
}
