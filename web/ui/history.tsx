import { Button, Code, Group, Stack, Text, Timeline } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Pages } from '#web/api/lists.ts'
import { ErrorNote } from './failures.tsx'
import { useAllForPrint } from './print-context.ts'
import { PrintedPart } from './printed-part.tsx'
import { Lines } from './skeletons.tsx'
import { StatusBadge } from './status.tsx'
import { Time } from './time.tsx'

/** A row of the audit trail as the history of a record shows it. */
interface Entry {
  readonly id: string
  readonly actor: { readonly id?: string | null; readonly kind?: string; readonly name: string | null }
  readonly action: string
  readonly outcome?: 'done' | 'refused'
  readonly reason: string | null
  readonly detail: string | null
  readonly at: string
  readonly requestId?: string | null
}

interface Props {
  readonly pages: Pages<Entry>
  /** The text for an action, and for a detail. */
  readonly actionOf: (action: string) => string
  readonly detailOf?: (detail: string) => string
}

const Item = ({ entry, actionOf, detailOf = detail => detail }: Omit<Props, 'pages'> & { entry: Entry }) => {
  const { actor, action, outcome = 'done', reason, detail, at, requestId } = entry
  return (
    <Timeline.Item
      title={
        <Group gap="xs">
          <Text size="sm" fw={550}>
            {actionOf(action)}
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
          {detailOf(detail)}
        </Text>
      )}
      {requestId && <Code>{requestId}</Code>}
    </Timeline.Item>
  )
}

/** The history of a record from the audit trail, newest first. */
export const History = ({ pages, ...words }: Props) => {
  const { t } = useTranslation()
  const { rows, isPending, error, refetch, hasMore, loadMore, isFetchingMore } = pages
  useAllForPrint(pages)
  if (isPending) return <Lines count={4} />
  return (
    <Stack align="flex-start">
      <ErrorNote error={error} retry={refetch} />
      <Timeline bulletSize={14} lineWidth={2} active={-1}>
        {rows.map(entry => (
          <Item key={entry.id} entry={entry} {...words} />
        ))}
      </Timeline>
      <PrintedPart rows={rows.length} hasMore={hasMore} />
      {hasMore && (
        <Button variant="default" size="xs" onClick={loadMore} loading={isFetchingMore}>
          {t('actions.more')}
        </Button>
      )}
    </Stack>
  )
}
