import { type CSSProperties, memo, type ReactNode, useEffect, useRef } from 'react'
import { type Follow, useFollow } from './row-link.tsx'

export interface LongColumn<Row> {
  readonly key: string
  readonly header: string
  /** The column's share of the width, in per cent. */
  readonly width: number
  /** The share in print, where a status takes less space; `width` if omitted. */
  readonly paperWidth?: number
  readonly render: (row: Row, follow: Follow) => ReactNode
  /** Hidden on phones. */
  readonly wide?: boolean
}

interface PartProps<Part, Row> {
  readonly part: Part
  readonly rowsOf: (part: Part) => readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly columns: readonly LongColumn<Row>[]
  readonly follow: Follow
}

const classOf = ({ wide }: { readonly wide?: boolean }) => (wide ? { className: 'wide-only' } : {})

const Headers = <Row,>({ columns }: { columns: readonly LongColumn<Row>[] }) =>
  columns.map(column => (
    <th key={column.key} scope="col" {...classOf(column)}>
      {column.header}
    </th>
  ))

/** The number of rows that are laid out together. With 200, printing 10,000 rows takes three times as long. */
const groupSize = 50

const groupsOf = <Row,>(rows: readonly Row[]): readonly (readonly Row[])[] =>
  Array.from({ length: Math.ceil(rows.length / groupSize) }, (_, i) => rows.slice(i * groupSize, (i + 1) * groupSize))

const TableRows = <Part, Row>({ part, rowsOf, rowKey, columns, follow }: PartProps<Part, Row>) => (
  <>
    {groupsOf(rowsOf(part)).map((rows, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: groups of a page keep their order
      <tbody key={i}>
        <tr className="long-table-repeat">
          <Headers columns={columns} />
        </tr>
        {rows.map(row => (
          <tr key={rowKey(row)}>
            {columns.map(column => (
              <td key={column.key} {...classOf(column)}>
                {column.render(row, follow)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    ))}
  </>
)

/** Memoized, so that a page of rows that arrives later does not render the earlier ones again. */
const Rows = memo(TableRows) as typeof TableRows

/**
 * Removes the links of a table while it is printed: 20,000 links make up 85 % of a PDF and a third of the time to
 * create it.
 */
const usePlainPrint = () => {
  const table = useRef<HTMLTableElement>(null)
  useEffect(() => {
    let addresses: readonly (readonly [link: Element, address: string])[] = []
    const remove = () => {
      const links = table.current?.querySelectorAll('a[href]') ?? []
      addresses = [...links].map(link => [link, link.getAttribute('href') ?? ''])
      for (const [link] of addresses) link.removeAttribute('href')
    }
    const restore = () => {
      for (const [link, address] of addresses) link.setAttribute('href', address)
    }
    addEventListener('beforeprint', remove)
    addEventListener('afterprint', restore)
    return () => {
      removeEventListener('beforeprint', remove)
      removeEventListener('afterprint', restore)
    }
  }, [])
  return table
}

interface Props<Part, Row> extends Omit<PartProps<Part, Row>, 'part' | 'follow'> {
  readonly label: string
  /** The pages of the list, each with a stable identity. */
  readonly parts: readonly Part[]
}

const tracksOf = (widths: readonly number[]) => widths.map(width => `minmax(0, ${width}fr)`).join(' ')

/** The widths of the columns on screen and in print, and their names in the cards of phones, once for all rows. */
const widthsOf = <Row,>(columns: readonly LongColumn<Row>[]): CSSProperties & Record<`--${string}`, string> => ({
  '--long-table-columns': tracksOf(columns.map(({ width }) => width)),
  ...Object.fromEntries(
    columns.flatMap(({ header, width, paperWidth = width }, i) => [
      [`--long-table-width-${i + 1}`, `${paperWidth}%`],
      [`--long-table-name-${i + 1}`, JSON.stringify(header)],
    ]),
  ),
})

/**
 * A table of thousands of rows, each a card on phones. All rows are in the document, so that search in the page, screen
 * readers and printing find them; the browser lays out only those in view (long-table.css). `columns`, `rowsOf` and
 * `rowKey` must be stable.
 */
export const LongTable = <Part, Row>({ label, parts, ...rest }: Props<Part, Row>) => {
  const follow = useFollow()
  const table = usePlainPrint()
  return (
    <table ref={table} className="record-table long-table" aria-label={label} style={widthsOf(rest.columns)}>
      <thead>
        <tr>
          <Headers columns={rest.columns} />
        </tr>
      </thead>
      {parts.map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages of a list keep their order
        <Rows key={i} part={part} follow={follow} {...rest} />
      ))}
    </table>
  )
}
