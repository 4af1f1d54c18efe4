import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pages } from '#web/api/lists.ts'
import type { AuditEvent } from './audit-event.tsx'
import { AuditSentence } from './audit-sentence.tsx'
import { toldOf } from './audit-told.ts'
import { Empty } from './empty.tsx'
import { type Column, RecordTable } from './record-table.tsx'
import { StatusBadge } from './status.tsx'
import { Time } from './time.tsx'

interface Props {
  readonly label: string
  readonly pages: Pages<AuditEvent>
  readonly onOpen: (event: AuditEvent) => void
  readonly filtered?: boolean
  readonly clearFilters?: () => void
}

/** A row of the trail, or the first of several deliveries in a row. */
interface Line {
  readonly event: AuditEvent
  readonly more: readonly AuditEvent[]
}

const isDelivery = ({ action, outcome }: AuditEvent): boolean => action === 'webhook.deliver' && outcome === 'done'

/** Folds deliveries that follow each other, unless they are unfolded. */
const fold = (events: readonly AuditEvent[], unfolded: ReadonlySet<string>): Line[] => {
  const lines: Line[] = []
  for (const event of events) {
    const last = lines.at(-1)
    if (last && isDelivery(event) && isDelivery(last.event) && !unfolded.has(last.event.id))
      lines[lines.length - 1] = { ...last, more: [...last.more, event] }
    else lines.push({ event, more: [] })
  }
  return lines
}

const Reason = ({ event: { reason, erased } }: { event: AuditEvent }) =>
  reason !== null && erased.every(({ field }) => field !== 'reason') ? (
    <Text size="xs" c="dimmed" className="as-written">
      {reason}
    </Text>
  ) : null

/** The audit trail as sentences: who did what, with the whole reason below. Each row opens its details. */
export const AuditTable = ({ label, pages, onOpen, ...filters }: Props) => {
  const { t } = useTranslation('trails')
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const lines = fold(pages.rows, unfolded)
  const open = ({ event, more }: Line) => {
    if (more.length === 0) onOpen(event)
    else setUnfolded(new Set([...unfolded, event.id, ...more.map(({ id }) => id)]))
  }
  const columns: readonly Column<Line>[] = [
    { key: 'when', header: t('audit.when'), render: ({ event }) => <Time at={event.createdAt} /> },
    {
      key: 'what',
      header: t('audit.what'),
      unlabelled: true,
      render: ({ event, more }) =>
        more.length > 0 ? (
          <Text span c="dimmed" size="sm">
            {t('audit.folded', { count: more.length + 1 })}
          </Text>
        ) : (
          <>
            <AuditSentence row={toldOf(event)} />
            <Reason event={event} />
          </>
        ),
    },
    {
      key: 'outcome',
      header: t('audit.outcome'),
      render: ({ event }) => <StatusBadge status={event.outcome} />,
      wide: true,
    },
  ]
  return (
    <RecordTable
      label={label}
      pages={{ ...pages, rows: lines }}
      columns={columns}
      rowKey={({ event }) => event.id}
      onOpen={open}
      opensDialog={({ more }) => more.length === 0}
      empty={<Empty title={t('audit.empty')} text={t('audit.emptyText')} />}
      {...filters}
    />
  )
}
