import { Group, Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { Act } from '#web/ui/act.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import type { WebhookWithVersion } from './webhook.ts'

const path = '/api/workspace/webhooks/{webhookId}/replays/{replayId}'
const pollingMs = 1000

const isRunning = (progress: Schemas['WebhookReplayProgress'] | undefined): boolean =>
  progress === undefined || progress.status === 'running' || progress.pending > 0

interface Props {
  readonly webhook: WebhookWithVersion
  readonly replay: Schemas['WebhookReplay']
}

/** The progress of a replay, polled every second while it runs, with a button to cancel it. */
export const ReplayProgress = ({ webhook, replay }: Props) => {
  const { t } = useTranslation('webhooks')
  const { id: replayId, webhookId, total } = replay
  const params = { path: { webhookId, replayId } }
  const { data } = api.useQuery(
    'get',
    path,
    { params },
    {
      refetchInterval: ({ state }) => (isRunning(state.data) ? pollingMs : false),
    },
  )
  const { status } = data ?? replay
  const waiting = (data?.remaining ?? replay.remaining) + (data?.pending ?? 0)
  const done = total - waiting
  const canCancel = data !== undefined && isRunning(data)

  return (
    <Stack gap={4} miw={160}>
      <Group gap="xs" justify="space-between">
        <StatusBadge status={canCancel ? 'running' : status} />
        <Text span size="xs">
          {status === 'cancelled' ? t('replays.ofTotal', { count: total }) : t('replays.done', { done, total })}
        </Text>
      </Group>
      {canCancel && <Progress value={(done / total) * 100} aria-label={t('replays.progress')} />}
      {canCancel && (
        <Act
          operation="cancelWebhookReplay"
          record={webhook}
          path={{ webhookId, replayId }}
          label={t('replays.cancel')}
          title={t('replays.cancelTitle')}
          text={t('replays.cancelText')}
          size="compact-xs"
          danger
        />
      )}
    </Stack>
  )
}
