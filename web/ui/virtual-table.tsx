import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Cells, type Column, HeaderRow, roles, type TableProps } from './data-table.tsx'
import { usePaper } from './paper.ts'
import { maxPlainRows } from './record-table.tsx'
import { useRowKeys } from './row-keys.ts'

/** The height of a row before it is measured, in pixels. */
const estimatedHeight = 41
/** The rows above and below the visible ones. */
const overscan = 10
/** Fewer rows than this below the visible ones load the next page. */
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

/** Rendered again only if its row or the columns change, not whenever the list scrolls. */
const MemoRow = memo(TableRow) as typeof TableRow

/** Takes the room of rows that are not in the document. */
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
 * A table of which only the rows in view are in the document, once it has more than 200; paper has all. The arrow keys,
 * Home and End move between its rows. The page scrolls, not the table.
 */
export const VirtualTable = <Row,>(props: VirtualProps<Row>) => {
  const { label, columns, rows, rowKey, total, hasMore, loadMore, isSelected, onSelectKey } = props
  const isPaper = usePaper()
  const isVirtual = rows.length > maxPlainRows && !isPaper
  const { frame, widths } = useFixedWidths(isVirtual, columns.map(({ key }) => key).join())
  const [top, setTop] = useState(0)
  const virtualizer = useWindowVirtualizer({
    count: isVirtual ? rows.length : 0,
    estimateSize: () => estimatedHeight,
    overscan,
    scrollMargin: top,
    getItemKey: index => {
      const row = rows[index]
      return row === undefined ? index : rowKey(row)
    },
  })
  useLayoutEffect(() => {
    const body = frame.current?.querySelector('tbody')
    if (body) setTop(Math.round(body.getBoundingClientRect().top + scrollY))
  })
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)
  const isNearEnd = isVirtual && last !== undefined && last.index >= rows.length - rowsAhead
  useEffect(() => {
    if (isNearEnd && hasMore) loadMore?.()
  }, [isNearEnd, hasMore, loadMore])
  const onKeyDown = useRowKeys({
    frame,
    count: rows.length,
    reveal: index => isVirtual && virtualizer.scrollToIndex(index, { align: 'auto' }),
    onSelectKey,
  })

  const rendered = isVirtual ? items.map(({ index }) => index) : rows.map((_, index) => index)
  const before = isVirtual ? (items[0]?.start ?? top) - top : 0
  const after = isVirtual && last ? virtualizer.getTotalSize() - (last.end - top) : 0
  const rowCount = total ?? (hasMore ? undefined : rows.length)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the links and check boxes of its rows
    <div className="table-frame" ref={frame} onKeyDown={onKeyDown}>
      <table
        {...roles.table}
        className="record-table data-table"
        aria-label={label}
        aria-rowcount={rowCount === undefined ? -1 : rowCount + 1}
        {...(widths && { 'data-fixed': true })}
      >
        {widths && (
          <colgroup>
            {columns.map(({ key }, i) => (
              <col key={key} style={{ width: widths[i] }} />
            ))}
          </colgroup>
        )}
        <HeaderRow columns={columns} />
        <Space height={before} />
        <tbody {...roles.rowgroup}>
          {rendered.map(index => {
            const row = rows[index]
            if (row === undefined) return null
            const key = rowKey(row)
            return (
              <MemoRow
                key={key}
                row={row}
                index={index}
                columns={columns}
                isSelected={isSelected?.(key) ?? false}
                measure={isVirtual ? virtualizer.measureElement : undefined}
              />
            )
          })}
        </tbody>
        <Space height={after} />
      </table>
    </div>
  )
}
