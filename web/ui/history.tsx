import { Button, Stack, Text, Timeline } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pages } from '#web/api/lists.ts'
import { useDetailWords } from './audit-detail.ts'
import { AuditSentence } from './audit-sentence.tsx'
import { ErrorNote } from './failures.tsx'
import { useAllForPrint } from './print-context.ts'
import { PrintedPart } from './printed-part.tsx'
import { Lines } from './skeletons.tsx'
import { Time } from './time.tsx'

/** A row of the audit trail as the history of a record shows it. */
interface Entry {
  readonly id: string
  readonly actor: { readonly id?: string | null; readonly kind?: string; readonly name: string | null }
  readonly action: string
  /** The id of the record that the row is about, if the history has several. */
  readonly resourceId?: string
  readonly outcome?: 'done' | 'refused'
  readonly reason: string | null
  readonly detail: string | null
  readonly at: string
}

interface Props {
  readonly pages: Pages<Entry>
  /** Renders a detail that has no fixed text. Not called for refused actions. */
  readonly detailOf?: (detail: string) => ReactNode
  /** The name of a part of the record, such as a file, by its id. */
  readonly partName?: (id: string) => string | undefined
}

const Item = ({ entry, detailOf = detail => detail, partName }: Omit<Props, 'pages'> & { entry: Entry }) => {
  const wordsOf = useDetailWords()
  const { actor, outcome = 'done', reason, detail, at } = entry
  const part = entry.resourceId === undefined ? undefined : partName?.(entry.resourceId)
  const row = { ...entry, outcome, actor: { id: actor.id ?? '', kind: actor.kind ?? 'person', name: actor.name } }
  return (
    <Timeline.Item
      title={
        <Text size="sm">
          <AuditSentence row={row} withTitle={false} />
        </Text>
      }
    >
      {part !== undefined && (
        <Text size="sm" fw={550} className="digest">
          {part}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        <Time at={at} />
      </Text>
      {reason && (
        <Text size="sm" className="as-written">
          {reason}
        </Text>
      )}
      {detail && outcome === 'done' && (
        <Text size="xs" c="dimmed">
          {wordsOf(detail) ?? detailOf(detail)}
        </Text>
      )}
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
