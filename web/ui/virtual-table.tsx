import { type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Cells, type Column, HeaderRow, roles, type TableProps } from './data-table.tsx'
import { usePaper } from './paper.ts'
import { maxPlainRows } from './record-table.tsx'
import { useRowKeys } from './row-keys.ts'

/** The height of a row before it is measured, in pixels. */
const estimatedHeight = 41
/** The rows above and below the visible ones. */
const overscan = 10
/** Rows enter and leave the document in blocks, so that most frames of scrolling change nothing in it. */
const blockSize = 5
/** The next page loads when fewer rows than this are left below the visible ones. */
const rowsAhead = 40

export interface VirtualProps<Row> extends TableProps<Row> {
  /** The number of rows of the whole list, if it is known. */
  readonly total?: number | undefined
  readonly hasMore: boolean
  /** Loads the next page; called once at a time. Undefined while a page is loading. */
  readonly loadMore: (() => void) | undefined
  readonly isSelected?: ((key: string) => boolean) | undefined
  /** Called for the keys that select rows. Returns whether the key was handled. */
  readonly onSelectKey?: ((event: React.KeyboardEvent, index: number, target: number) => boolean) | undefined
}

interface RowProps<Row> {
  readonly row: Row
  readonly index: number
  readonly columns: readonly Column<Row>[]
  readonly isSelected: boolean
  readonly measure: ((row: HTMLTableRowElement | null) => void) | undefined
}

const TableRow = <Row,>({ row, index, columns, isSelected, measure }: RowProps<Row>) => (
  <tr
    {...roles.row}
    ref={measure}
    data-index={index}
    aria-rowindex={index + 2}
    {...(isSelected && { 'data-selected': true })}
  >
    <Cells columns={columns} row={row} />
  </tr>
)

/** Memoized, so that it renders again only if its row or the columns change, not whenever the list scrolls. */
const MemoRow = memo(TableRow) as typeof TableRow

const MemoHeaderRow = memo(HeaderRow) as typeof HeaderRow

interface BodyProps<Row> extends Pick<TableProps<Row>, 'columns' | 'rows' | 'rowKey'> {
  readonly first: number
  readonly end: number
  readonly isSelected: ((key: string) => boolean) | undefined
  readonly measure: ((row: HTMLTableRowElement | null) => void) | undefined
}

const TableBody = <Row,>({ columns, rows, rowKey, first, end, isSelected, measure }: BodyProps<Row>) => (
  <tbody {...roles.rowgroup}>
    {rows.slice(first, end).map((row, i) => {
      const key = rowKey(row)
      return (
        <MemoRow
          key={key}
          row={row}
          index={first + i}
          columns={columns}
          isSelected={isSelected?.(key) ?? false}
          measure={measure}
        />
      )
    })}
  </tbody>
)

/** Memoized, so that it renders again only if other rows come into view. */
const MemoBody = memo(TableBody) as typeof TableBody

/** The first and the last row of the blocks around the visible rows. */
const blocksAround = ({ startIndex, endIndex, count }: Range): number[] => {
  const first = Math.max(0, Math.floor((startIndex - overscan) / blockSize) * blockSize)
  const last = Math.min(count, Math.ceil((endIndex + overscan + 1) / blockSize) * blockSize)
  return Array.from({ length: last - first }, (_, i) => first + i)
}

/** Column widths for a grid. Hidden columns have none. */
const trackListOf = (widths: readonly number[]): string =>
  widths.flatMap(width => (width > 0 ? [`${width}px`] : [])).join(' ')

/** Takes the space of rows that are not in the document. */
const Space = ({ height }: { readonly height: number }) =>
  height > 0 ? (
    <tbody aria-hidden className="row-space">
      <tr style={{ height }} />
    </tbody>
  ) : null

/** Keeps the widths that the columns have with the first rows, so that scrolling does not move them. */
const useFixedWidths = (isVirtual: boolean, columnKeys: string) => {
  const frame = useRef<HTMLDivElement>(null)
  const [widths, setWidths] = useState<{ readonly of: string; readonly values: readonly number[] }>()
  const [frameWidth, setFrameWidth] = useState(0)
  useEffect(() => {
    if (!frame.current || !isVirtual) return
    const observer = new ResizeObserver(([entry]) => setFrameWidth(Math.round(entry?.contentRect.width ?? 0)))
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [isVirtual])
  const state = `${columnKeys} ${frameWidth}`
  const isCurrent = widths?.of === state
  useLayoutEffect(() => {
    if (!isVirtual || isCurrent || frameWidth === 0) return
    const headers = frame.current?.querySelectorAll('th') ?? []
    setWidths({ of: state, values: Array.from(headers, header => header.getBoundingClientRect().width) })
  }, [isVirtual, isCurrent, frameWidth, state])
  return { frame, widths: isVirtual && isCurrent ? widths.values : undefined }
}

/**
 * The distance of the rows from the start of the page. It is read when the height of the page changes, since reading it
 * at each scroll event would make the browser lay out the page twice.
 */
const useTop = (frame: RefObject<HTMLElement | null>): number => {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const read = () => {
      const body = frame.current?.querySelector('tbody')
      if (body) setTop(Math.round(body.getBoundingClientRect().top + scrollY))
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [frame])
  return top
}

/**
 * A table that keeps only the rows in view in the document once it has more than 200; a printout has all of them. The
 * arrow keys, Home and End move between its rows. The page scrolls, not the table.
 */
export const VirtualTable = <Row,>(props: VirtualProps<Row>) => {
  const { label, columns, rows, rowKey, total, hasMore, loadMore, isSelected, onSelectKey } = props
  const isPaper = usePaper()
  const isVirtual = rows.length > maxPlainRows && !isPaper
  const { frame, widths } = useFixedWidths(isVirtual, columns.map(({ key }) => key).join())
  const top = useTop(frame)
  const virtualizer = useWindowVirtualizer({
    count: isVirtual ? rows.length : 0,
    estimateSize: () => estimatedHeight,
    rangeExtractor: blocksAround,
    // The rows beyond the edges give React time, so it need not render synchronously at each scroll event.
    useFlushSync: false,
    scrollMargin: top,
    getItemKey: index => {
      const row = rows[index]
      return row === undefined ? index : rowKey(row)
    },
  })
  const items = virtualizer.getVirtualItems()
  const lastIndex = items.at(-1)?.index ?? -1
  const isNearEnd = isVirtual && lastIndex >= rows.length - rowsAhead
  useEffect(() => {
    if (isNearEnd && hasMore) loadMore?.()
  }, [isNearEnd, hasMore, loadMore])
  const onKeyDown = useRowKeys({
    frame,
    count: rows.length,
    reveal: index => isVirtual && virtualizer.scrollToIndex(index, { align: 'auto' }),
    onSelectKey,
  })

  const first = items[0]?.index ?? 0
  const end = isVirtual ? Math.min(lastIndex + 1, rows.length) : rows.length
  const { measurementsCache } = virtualizer
  const before = isVirtual ? (measurementsCache[first]?.start ?? top) - top : 0
  const after = isVirtual ? virtualizer.getTotalSize() - ((measurementsCache[end - 1]?.end ?? top) - top) : 0
  const rowCount = total ?? (hasMore ? undefined : rows.length)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the links and check boxes of its rows
    <div className="table-frame" ref={frame} onKeyDown={onKeyDown}>
      <table
        {...roles.table}
        className="record-table data-table"
        aria-label={label}
        aria-rowcount={rowCount === undefined ? -1 : rowCount + 1}
        {...(virtualizer.isScrolling && { 'data-scrolling': true })}
        {...(widths && { 'data-fixed': true, style: { '--columns': trackListOf(widths) } as CSSProperties })}
      >
        <MemoHeaderRow columns={columns} />
        <Space height={before} />
        <MemoBody
          {...{ columns, rows, rowKey, first, end, isSelected }}
          measure={isVirtual ? virtualizer.measureElement : undefined}
        />
        <Space height={after} />
      </table>
    </div>
  )
}
