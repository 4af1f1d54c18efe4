import { Button, Stack, Text, Timeline } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import type { findings } from '#web/i18n/en/findings.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { usePages } from '#web/ui/pages.ts'
import { Lines } from '#web/ui/skeletons.tsx'
import { Time } from '#web/ui/time.tsx'

type Entry = Schemas['FindingHistoryEntry']
type Action = keyof (typeof findings)['history']['actions']

const named: Readonly<Record<string, Action>> = {
  'finding.create': 'create',
  'finding.update': 'update',
  'finding.assign': 'assign',
  'finding.start': 'start',
  'finding.remediate': 'remediate',
  'finding.resolve': 'resolve',
  'finding.accept': 'accept',
  'finding.invalidate': 'invalidate',
  'finding.reopen': 'reopen',
  'finding.scan': 'scan',
  'finding.proof.add': 'link',
  'finding.proof.remove': 'unlink',
}

const Item = ({ entry: { actor, action, reason, detail, at } }: { entry: Entry }) => {
  const { t } = useTranslation('findings')
  const name = Object.hasOwn(named, action) ? named[action] : undefined
  return (
    <Timeline.Item
      title={
        <Text size="sm" fw={550}>
          {name ? t(`history.actions.${name}`) : action}
        </Text>
      }
    >
      <Text size="xs" c="dimmed">
        {actor.name ?? actor.id} · <Time at={at} />
      </Text>
      {reason && <Text size="sm">{reason}</Text>}
      {detail && (
        <Text size="xs" c="dimmed">
          {detail}
        </Text>
      )}
    </Timeline.Item>
  )
}

/** What happened to a finding, newest first, as the audit trail has it. */
export const FindingHistory = ({ findingId }: { findingId: string }) => {
  const { t: common } = useTranslation()
  const { rows, isPending, error, refetch, hasMore, more, isFetchingMore } = usePages(
    '/api/workspace/findings/{findingId}/history',
    { path: { findingId } },
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
