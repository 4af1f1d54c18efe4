import { Anchor, Button, Group, Table } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pages } from '#web/api/lists.ts'
import { Download } from './download.tsx'
import { Empty } from './empty.tsx'
import { ErrorNote } from './failures.tsx'
import { AnchorLink } from './links.tsx'
import { Lines } from './skeletons.tsx'

export interface Column<Row> {
  readonly key: string
  readonly header: string
  readonly render: (row: Row) => ReactNode
  /** Not on phones. */
  readonly wide?: boolean
  readonly align?: 'left' | 'right'
}

interface Props<Row> {
  readonly label: string
  readonly pages: Pages<Row>
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
  /** The page that the first column links to. */
  readonly to?: (row: Row) => LinkProps
  /** Called by the first column if it links to no page; `opener` is its button. */
  readonly onOpen?: (row: Row, opener: HTMLElement) => void
  /** Which rows it opens; all when left out. */
  readonly mayOpen?: (row: Row) => boolean
  /** False where no dialog is opened. */
  readonly opensDialog?: boolean
  /** In place of an empty list. */
  readonly empty: ReactNode
  /** Whether filters are set: then the empty list says so, with a button that removes them. */
  readonly filtered?: boolean
  readonly clearFilters?: () => void
}

interface FirstProps<Row> extends Pick<Column<Row>, 'render'> {
  readonly row: Row
  readonly of: Pick<Props<Row>, 'to' | 'onOpen' | 'mayOpen' | 'opensDialog'>
}

const First = <Row,>({ row, of, render }: FirstProps<Row>) => {
  const { to, onOpen, mayOpen = () => true, opensDialog = true } = of
  if (to)
    return (
      <AnchorLink {...to(row)} fz="sm" fw={550}>
        {render(row)}
      </AnchorLink>
    )
  if (onOpen && mayOpen(row))
    return (
      <Anchor
        component="button"
        type="button"
        {...(opensDialog && { 'aria-haspopup': 'dialog' })}
        onClick={event => onOpen(row, event.currentTarget)}
        fz="sm"
        fw={550}
        ta="left"
      >
        {render(row)}
      </Anchor>
    )
  return <>{render(row)}</>
}

/** A list of records, page after page, newest first. */
export const RecordTable = <Row,>(props: Props<Row>) => {
  const { label, pages, columns, rowKey, empty, filtered = false, clearFilters } = props
  const { t } = useTranslation()
  const { rows, isPending, error, refetch, hasMore, more, isFetchingMore, table } = pages
  if (isPending) return <Lines />
  if (error && rows.length === 0) return <ErrorNote error={error} retry={refetch} />
  if (rows.length === 0 && filtered)
    return (
      <Empty title={t('empty.filtered')} text={t('empty.filteredText')}>
        {clearFilters && (
          <Button variant="default" onClick={clearFilters}>
            {t('actions.clear')}
          </Button>
        )}
      </Empty>
    )
  if (rows.length === 0) return empty
  const classOf = ({ wide }: Column<Row>) => (wide ? { className: 'wide-only' } : {})
  return (
    <>
      <Table.ScrollContainer minWidth={320} type="native">
        <Table className="record-table" aria-label={label} fz="sm">
          <Table.Thead>
            <Table.Tr>
              {columns.map(column => (
                <Table.Th key={column.key} ta={column.align ?? 'left'} {...classOf(column)}>
                  {column.header}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(row => (
              <Table.Tr key={rowKey(row)}>
                {columns.map((column, i) => (
                  <Table.Td key={column.key} ta={column.align ?? 'left'} {...classOf(column)}>
                    {i === 0 ? <First row={row} of={props} render={column.render} /> : column.render(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {error ? <ErrorNote error={error} retry={refetch} /> : null}
      <Group justify="center" mt="sm" className="no-print">
        {hasMore && (
          <Button variant="default" onClick={more} loading={isFetchingMore}>
            {t('actions.more')}
          </Button>
        )}
        {table && (
          <Download href={table} variant="subtle" size="compact-sm">
            {t('actions.csv')}
          </Download>
        )}
      </Group>
    </>
  )
}
