import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Pages } from '#web/api/lists.ts'
import type { AuditEvent } from './audit-event.tsx'
import { AuditSentence } from './audit-sentence.tsx'
import { toldOf } from './audit-told.ts'
import { countDeliveries, isDelivery, shownOutcome } from './deliveries.ts'
import { useFormat } from './display.ts'
import { Empty } from './empty.tsx'
import { type FoldedRow, useFoldedPages } from './fold-rows.ts'
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

const Deliveries = ({ events }: { events: readonly AuditEvent[] }) => {
  const { t } = useTranslation('trails')
  const { number } = useFormat()
  const { count, failed, unknown } = countDeliveries(events)
  return (
    <Text span c="dimmed" size="sm">
      {t('audit.folded', { count, formatted: number(count) })}
      {failed > 0 && t(failed === count ? 'audit.foldedAllFailed' : 'audit.foldedFailed', { failed: number(failed) })}
      {unknown > 0 && t('audit.foldedUnknown', { count: unknown, formatted: number(unknown) })}
    </Text>
  )
}

/** Rows of the provisioning file have a reason that only repeats who acted. */
const repeatsActor = ({ actorId, reason }: AuditEvent): boolean =>
  actorId === 'provisioning' && reason === 'provisioning file'

const Reason = ({ event, event: { reason, erased } }: { event: AuditEvent }) =>
  reason !== null && !repeatsActor(event) && erased.every(({ field }) => field !== 'reason') ? (
    <Text size="xs" c="dimmed" className="as-written">
      {reason}
    </Text>
  ) : null

type Named = NonNullable<AuditEvent['record']>

/** Whether one of two records is a version of the other, which has the same title. */
const isVersionOf = (a: Named, b: Named): boolean =>
  a.title === b.title && (a.part === undefined) !== (b.part === undefined)

/** Whether two records of a call are one: the same, or a version and its document or its file, which has no title. */
const isOneRecord = (a: Named | null, b: Named | null): boolean =>
  a && b ? a.id === b.id || isVersionOf(a, b) : a === b || (a ?? b)?.part !== undefined

/** Whether two rows stand for one act: deliveries, or the rows of a request that did the same to one record. */
const isOneAct = (a: AuditEvent, b: AuditEvent): boolean => {
  if (isDelivery(a) || isDelivery(b)) return isDelivery(a) && isDelivery(b)
  const isSameCall = a.requestId === b.requestId && a.action === b.action && a.outcome === b.outcome
  return isSameCall && isOneRecord(a.record, b.record)
}

/** The row that says the most about an act: which one of several, or at least of which record. */
const tellingOf = (rows: readonly AuditEvent[]): AuditEvent | undefined =>
  rows.find(({ record }) => record?.part !== undefined) ?? rows.find(({ record }) => record !== null) ?? rows[0]

/** One act, and how many rows it left in the trail if it left several. */
const Act = ({ line: { first, more } }: { line: FoldedRow<AuditEvent> }) => {
  const { t } = useTranslation('trails')
  const event = tellingOf([first, ...more]) ?? first
  return (
    <>
      <AuditSentence row={toldOf(event)} />
      {more.length > 0 && (
        <Text span size="xs" c="dimmed">
          {' '}
          {t('audit.rows', { count: more.length + 1 })}
        </Text>
      )}
      <Reason event={event} />
    </>
  )
}

/** The audit trail as sentences: who did what, with the whole reason below. Each row opens its details, or its rows. */
export const AuditTable = ({ label, pages, onOpen, ...filters }: Props) => {
  const { t } = useTranslation('trails')
  const { folded, unfold } = useFoldedPages(pages, isOneAct)
  const columns: readonly Column<FoldedRow<AuditEvent>>[] = [
    { key: 'when', header: t('audit.when'), render: ({ first }) => <Time at={first.createdAt} /> },
    {
      key: 'what',
      header: t('audit.what'),
      unlabelled: true,
      render: line =>
        line.more.length > 0 && isDelivery(line.first) ? (
          <Deliveries events={[line.first, ...line.more]} />
        ) : (
          <Act line={line} />
        ),
    },
    {
      key: 'outcome',
      header: t('audit.outcome'),
      render: ({ first, more }) => <StatusBadge status={shownOutcome([first, ...more])} />,
      wide: true,
    },
  ]
  return (
    <RecordTable
      label={label}
      pages={folded}
      columns={columns}
      rowKey={({ first }) => first.id}
      onOpen={line => (line.more.length === 0 ? onOpen(line.first) : unfold(line))}
      opensDialog={({ more }) => more.length === 0}
      empty={<Empty title={t('audit.empty')} text={t('audit.emptyText')} />}
      {...filters}
    />
  )
}
