import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pages } from '#web/api/lists.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import type { Status } from '#web/ui/status.tsx'
import { FilterBar } from './filter-bar.tsx'

interface Props<Row> {
  readonly label: string
  readonly pages: Pages<Row>
  readonly columns: readonly Column<Row>[]
  /** The page of a record. */
  readonly to: (row: Row) => LinkProps
  /** The choices of the status filter, and the selected one. */
  readonly statuses: readonly Status[]
  readonly status: Status | undefined
  /** An empty text removes the filter. */
  readonly onStatus: (status: string) => void
  readonly empty: ReactNode
}

/** A table of records, with a filter for the status. */
export const RecordList = <Row extends { readonly id: string }>(props: Props<Row>) => {
  const { label, pages, columns, to, statuses, status, onStatus, empty } = props
  const { t } = useTranslation()
  const clear = () => onStatus('')
  return (
    <>
      <FilterBar
        filters={[
          {
            name: 'status',
            label: t('filters.status'),
            choices: statuses.map(value => ({ value, label: t(`status.${value}`) })),
          },
        ]}
        values={{ status }}
        onChange={(_, value) => onStatus(value)}
        onClear={clear}
      />
      <RecordTable
        label={label}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        to={to}
        filtered={status !== undefined}
        clearFilters={clear}
        empty={empty}
      />
    </>
  )
}
