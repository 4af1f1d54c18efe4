import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Pages } from '#web/api/lists.ts'
import type { AuditEvent } from './audit-event.tsx'
import { AuditSentence } from './audit-sentence.tsx'
import { sentenceInputOf } from './audit-sentence-input.ts'
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

/** Rows from a provisioning file have a reason that only repeats the actor. */
const repeatsActor = ({ actorId, reason }: AuditEvent): boolean =>
  actorId === 'provisioning' && reason === 'provisioning file'

const Reason = ({ event, event: { reason, erased } }: { event: AuditEvent }) =>
  reason !== null && !repeatsActor(event) && erased.every(({ field }) => field !== 'reason') ? (
    <Text size="xs" c="dimmed" className="as-written">
      {reason}
    </Text>
  ) : null

type NamedRecord = NonNullable<AuditEvent['record']>

/** Whether one of two records is a version of the other, which has the same title. */
const isVersionOf = (a: NamedRecord, b: NamedRecord): boolean =>
  a.title === b.title && (a.part === undefined) !== (b.part === undefined)

/**
 * Whether two audit rows of a call are about the same record. Also true if one is about a version, and the other about
 * its document or a file without a title.
 */
const isSameRecord = (a: NamedRecord | null, b: NamedRecord | null): boolean =>
  a && b ? a.id === b.id || isVersionOf(a, b) : a === b || (a ?? b)?.part !== undefined

/** Whether two rows are shown as one act: deliveries, or rows of one request with the same action and record. */
const isSameAct = (a: AuditEvent, b: AuditEvent): boolean => {
  if (isDelivery(a) || isDelivery(b)) return isDelivery(a) && isDelivery(b)
  const isSameCall = a.requestId === b.requestId && a.action === b.action && a.outcome === b.outcome
  return isSameCall && isSameRecord(a.record, b.record)
}

/** The most specific row of an act: one that names a part of a record, else one that names a record. */
const mostSpecificOf = (rows: readonly AuditEvent[]): AuditEvent | undefined =>
  rows.find(({ record }) => record?.part !== undefined) ?? rows.find(({ record }) => record !== null) ?? rows[0]

/** One act, with its number of audit rows if it has several. */
const Act = ({ line: { first, more } }: { line: FoldedRow<AuditEvent> }) => {
  const { t } = useTranslation('trails')
  const event = mostSpecificOf([first, ...more]) ?? first
  return (
    <>
      <AuditSentence row={sentenceInputOf(event)} />
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

/**
 * The audit trail as sentences: who did what, with the full reason below. A row opens its details, or unfolds its rows.
 */
export const AuditTable = ({ label, pages, onOpen, ...filters }: Props) => {
  const { t } = useTranslation('trails')
  const { folded, unfold } = useFoldedPages(pages, isSameAct)
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
