import { Button, Code, Group, Stack, Text, Timeline } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import type { evidence } from '#web/i18n/en/evidence.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { usePages } from '#web/ui/pages.ts'
import { Lines } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'

type Entry = Schemas['ClaimHistoryEntry']
type Action = keyof (typeof evidence)['history']['actions']

const named: Readonly<Record<string, Action>> = {
  'evidence.claim.create': 'create',
  'evidence.claim.approve': 'approve',
  'evidence.claim.reject': 'reject',
  'evidence.claim.assign': 'assign',
  'evidence.claim.expire': 'expire',
  'evidence.attachment.upload': 'upload',
}

const Item = ({ entry }: { entry: Entry }) => {
  const { t } = useTranslation('evidence')
  const { actor, action, outcome, reason, detail, at, requestId } = entry
  const name = Object.hasOwn(named, action) ? named[action] : undefined
  return (
    <Timeline.Item
      title={
        <Group gap="xs">
          <Text size="sm" fw={550}>
            {name ? t(`history.actions.${name}`) : action}
          </Text>
          {outcome !== 'done' && <StatusBadge status={outcome} />}
        </Group>
      }
    >
      <Text size="xs" c="dimmed">
        {actor.name ?? actor.id ?? actor.kind} · <Time at={at} />
      </Text>
      {reason && <Text size="sm">{reason}</Text>}
      {detail && (
        <Text size="xs" c="dimmed">
          {detail === 'self-decided' ? t('review.selfDecided') : detail}
        </Text>
      )}
      {requestId && <Code>{requestId}</Code>}
    </Timeline.Item>
  )
}

/** What happened to a claim and its files, newest first, as the audit trail has it. */
export const ClaimHistory = ({ claimId }: { claimId: string }) => {
  const { t: common } = useTranslation()
  const { rows, isPending, error, refetch, hasMore, more, isFetchingMore } = usePages(
    '/api/workspace/claims/{claimId}/history',
    { path: { claimId } },
    page => page.history,
  )
  if (isPending) return <Lines count={4} />
  return (
    <Stack align="flex-start">
      <ErrorNote error={error} retry={refetch} />
      <Timeline bulletSize={14} lineWidth={2} active={-1}>
        {rows.map(entry => (
          <Item key={entry.id} entry={entry} />
        ))}
      </Timeline>
      {hasMore && (
        <Button variant="default" size="xs" onClick={more} loading={isFetchingMore}>
          {common('actions.more')}
        </Button>
      )}
    </Stack>
  )
}
