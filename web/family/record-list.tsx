import type { LinkProps } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pages } from '#web/api/lists.ts'
import { List, type ListProps } from '#web/list/list.tsx'
import type { ListSearch } from '#web/list/search.ts'
import type { Column } from '#web/ui/record-table.tsx'
import type { Status } from '#web/ui/status.tsx'

interface Props<Row> {
  readonly operation: ListProps<Row>['operation']
  readonly label: string
  readonly pages: Pages<Row>
  readonly columns: readonly Column<Row>[]
  /** The page of a record. */
  readonly to: (row: Row) => LinkProps
  /** The choices of the status filter. */
  readonly statuses: readonly Status[]
  readonly search: ListSearch
  readonly onSearch: ListProps<Row>['onSearch']
  readonly fixed?: readonly string[]
  readonly Late?: ComponentType<ListProps<Row>>
  readonly empty: ReactNode
}

/** The fields whose times can limit a list of records, in addition to the filter for the status. */
export const recordRanges = ['createdAt'] as const

/** A list of records, with filters for the status and the time of creation. */
export const RecordList = <Row extends { readonly id: string; readonly title: string }>(props: Props<Row>) => {
  const { statuses, ...list } = props
  const { t } = useTranslation()
  return (
    <List
      {...list}
      rowKey={({ id }) => id}
      nameOf={({ title }) => title}
      filters={[
        {
          name: 'status',
          label: t('filters.status'),
          choices: statuses.map(value => ({ value, label: t(`status.${value}`) })),
        },
      ]}
      ranges={[{ name: 'createdAt', label: t('record.created') }]}
    />
  )
}
