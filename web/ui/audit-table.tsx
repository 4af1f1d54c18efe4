import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Pages } from '#web/api/lists.ts'
import { ActorName, type AuditEvent } from './audit-event.tsx'
import { Empty } from './empty.tsx'
import { type Column, RecordTable } from './record-table.tsx'
import { RecordLink } from './records.tsx'
import { StatusBadge } from './status.tsx'
import { Time } from './time.tsx'

interface Props {
  readonly label: string
  readonly pages: Pages<AuditEvent>
  readonly onOpen: (event: AuditEvent) => void
  readonly filtered?: boolean
  readonly clearFilters?: () => void
}

/** A compact table of audit rows; each row opens its details. */
export const AuditTable = ({ label, pages, onOpen, ...filters }: Props) => {
  const { t } = useTranslation('trails')
  const columns: readonly Column<AuditEvent>[] = [
    { key: 'what', header: t('audit.what'), render: event => event.action },
    { key: 'when', header: t('audit.when'), render: event => <Time at={event.createdAt} /> },
    { key: 'who', header: t('audit.who'), render: event => <ActorName event={event} /> },
    {
      key: 'record',
      header: t('audit.record'),
      render: event => (
        <Text span ff="monospace" fz="xs" truncate maw={130} display="block" title={event.resourceId}>
          <RecordLink id={event.resourceId} />
        </Text>
      ),
      wide: true,
    },
    { key: 'outcome', header: t('audit.outcome'), render: event => <StatusBadge status={event.outcome} /> },
    {
      key: 'why',
      header: t('audit.why'),
      render: event => (
        <Text span fz="sm" lineClamp={1} maw={200} title={event.reason ?? event.detail ?? undefined}>
          {event.reason ?? event.detail ?? '–'}
        </Text>
      ),
      wide: true,
    },
  ]
  return (
    <RecordTable
      label={label}
      pages={pages}
      columns={columns}
      rowKey={event => event.id}
      onOpen={onOpen}
      empty={<Empty title={t('audit.empty')} text={t('audit.emptyText')} />}
      {...filters}
    />
  )
}
