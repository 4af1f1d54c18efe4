import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { linkToRecord } from '#web/ui/records.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'

type Work = Schemas['Work']

/** The due date; missing proof is due now, and waiting work shows since when. */
const Due = ({ work: { dueAt, waitingSince, kind } }: { work: Work }) => {
  const { t, i18n } = useTranslation('work')
  if (dueAt !== null) return <Time at={dueAt} />
  if (waitingSince !== null) {
    const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(waitingSince))
    return t('since', { date })
  }
  return t(kind === 'evidence_renewal' ? 'now' : 'never')
}

/** A person's work, each with the page where it is done. */
export const WorkTable = (props: Omit<ComponentProps<typeof RecordTable<Work>>, 'columns' | 'rowKey' | 'to'>) => {
  const { t } = useTranslation('work')
  const columns: readonly Column<Work>[] = [
    { key: 'what', header: t('what'), render: row => row.title },
    {
      key: 'task',
      header: t('task'),
      render: ({ kind, open }) => {
        const what = kind === 'room_request' ? 'requests' : 'open'
        return t(`kinds.${kind}`) + (open === null ? '' : `: ${t(what, { count: open })}`)
      },
    },
    { key: 'key', header: t('key'), render: row => row.key !== null && <code>{row.key}</code>, wide: true },
    { key: 'status', header: t('status'), render: row => <StatusBadge status={row.status} />, wide: true },
    { key: 'due', header: t('due'), render: row => <Due work={row} /> },
  ]
  return (
    <RecordTable
      {...props}
      columns={columns}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      to={({ id }) => linkToRecord(id) ?? { to: '/my-work' }}
    />
  )
}
