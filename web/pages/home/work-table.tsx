import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { linkToRecord } from '#web/ui/records.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { OnBehalf } from './on-behalf.tsx'
import { WorkDue } from './work-due.tsx'

type Work = Schemas['Work']

/** A table of a person's tasks, each with a link to the page for it. */
export const WorkTable = (props: Omit<ComponentProps<typeof RecordTable<Work>>, 'columns' | 'rowKey' | 'to'>) => {
  const { t } = useTranslation('work')
  const columns: readonly Column<Work>[] = [
    {
      key: 'what',
      header: t('what'),
      render: row => (
        <>
          {row.title}
          <OnBehalf work={row} />
        </>
      ),
    },
    {
      key: 'task',
      header: t('task'),
      render: ({ kind, open }) => {
        const unit = kind === 'room_request' ? 'requests' : 'open'
        return t(`kinds.${kind}`) + (open === null ? '' : `: ${t(unit, { count: open })}`)
      },
    },
    { key: 'key', header: t('key'), render: row => row.key !== null && <code>{row.key}</code>, wide: true },
    { key: 'status', header: t('status'), render: row => <StatusBadge status={row.status} />, wide: true },
    { key: 'due', header: t('due'), render: row => <WorkDue work={row} /> },
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
