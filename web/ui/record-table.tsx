import { Anchor, Button, Group } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pages } from '#web/api/lists.ts'
import { type Column, DataTable, type TableProps, titleColumnOf } from './data-table.tsx'
import { Download } from './download.tsx'
import { Empty } from './empty.tsx'
import { ErrorNote } from './failures.tsx'
import { lazyPart } from './lazy-part.ts'
import { AnchorLink } from './links.tsx'
import { useAllForPrint } from './print-context.ts'
import { PrintedPart } from './printed-part.tsx'
import { Lines } from './skeletons.tsx'

export type { Column }

export type TableParts<Row> = TableProps<Row>

/** A list up to this length is in the document as a whole, so that search in the page finds all of it. */
export const maxPlainRows = 200

// The row type of a table is any here; the props of the caller check it.
const LongList = lazyPart<TableParts<never> & Pick<Pages<never>, 'hasMore'> & { loadMore: (() => void) | undefined }>(
  () => import('./virtual-table.tsx').then(({ VirtualTable }) => VirtualTable),
)

interface Props<Row> {
  readonly label: string
  readonly pages: Pages<Row>
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
  /** The page that the title links to. The title is the first column other than check boxes. */
  readonly to?: (row: Row) => LinkProps
  /** Called when the title is pressed, if it has no link. `opener` is its button. */
  readonly onOpen?: (row: Row, opener: HTMLElement) => void
  /** Which rows can be opened; all by default. */
  readonly mayOpen?: (row: Row) => boolean
  /** Whether `onOpen` opens a dialog for a row; by default for each. */
  readonly opensDialog?: (row: Row) => boolean
  /** Replaces an empty list. */
  readonly empty: ReactNode
  /** Whether filters are set. An empty list then says so, with a button to clear them. */
  readonly filtered?: boolean
  readonly clearFilters?: () => void
  /** Renders the table of the rows in another way. */
  readonly renderTable?: (parts: TableParts<Row>) => ReactNode
  /** Whether the page offers the CSV elsewhere. */
  readonly hidesCsv?: boolean
}

interface TitleCellProps<Row> extends Pick<Column<Row>, 'render'> {
  readonly row: Row
  readonly table: Pick<Props<Row>, 'to' | 'onOpen' | 'mayOpen' | 'opensDialog'>
}

const TitleCell = <Row,>({ row, table, render }: TitleCellProps<Row>) => {
  const { to, onOpen, mayOpen = () => true, opensDialog = () => true } = table
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
        {...(opensDialog(row) && { 'aria-haspopup': 'dialog' })}
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

/** A table of records, newest first, that loads page by page. */
export const RecordTable = <Row,>(props: Props<Row>) => {
  const { label, pages, columns, rowKey, empty, filtered = false, clearFilters, renderTable, hidesCsv } = props
  const { t } = useTranslation()
  const { rows, isPending, error, refetch, hasMore, loadMore, isFetchingMore } = pages
  const csv = hidesCsv ? undefined : pages.csv
  useAllForPrint(pages)
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
  const title = titleColumnOf(columns)
  const linked = columns.map(column =>
    column === title
      ? { ...column, render: (row: Row) => <TitleCell row={row} table={props} render={column.render} /> }
      : column,
  )
  const parts = { label, columns: linked, rows, rowKey }
  const plain = <DataTable {...parts} />
  const table = () => {
    if (renderTable) return renderTable(parts)
    if (rows.length <= maxPlainRows) return plain
    const more = { hasMore, loadMore: isFetchingMore || error ? undefined : loadMore }
    return (
      <Suspense fallback={plain}>
        <LongList {...(parts as unknown as TableParts<never>)} {...more} />
      </Suspense>
    )
  }
  return (
    <div>
      {table()}
      {error ? <ErrorNote error={error} retry={refetch} /> : null}
      <PrintedPart rows={rows.length} hasMore={hasMore} />
      {(hasMore || csv) && (
        <Group justify="center" mt="sm" className="no-print">
          {hasMore && (
            <Button variant="default" onClick={loadMore} loading={isFetchingMore}>
              {t('actions.more')}
            </Button>
          )}
          {csv && (
            <Download href={csv} variant="subtle" size="compact-sm">
              {t('actions.csv')}
            </Download>
          )}
        </Group>
      )}
    </div>
  )
}
