import { memo, type ReactNode } from 'react'
import { type Follow, useFollow } from './row-link.tsx'

export interface LongColumn<Row> {
  readonly key: string
  readonly header: string
  /** Its share of the width, in per cent. */
  readonly width: number
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

const TableRows = <Part, Row>({ part, rowsOf, rowKey, columns, follow }: PartProps<Part, Row>) => (
  <tbody>
    {rowsOf(part).map(row => (
      <tr key={rowKey(row)}>
        {columns.map(column => (
          <td key={column.key} {...classOf(column)}>
            {column.render(row, follow)}
          </td>
        ))}
      </tr>
    ))}
  </tbody>
)

/** Rendered once: a page that arrives later does not render the earlier ones again. */
const Rows = memo(TableRows) as typeof TableRows

interface Props<Part, Row> extends Omit<PartProps<Part, Row>, 'part' | 'follow'> {
  readonly label: string
  /** The pages of the list, each with a stable identity. */
  readonly parts: readonly Part[]
}

/**
 * A table of thousands of rows. All rows are in the document, so that search in the page, screen readers and printing
 * find them. `columns`, `rowsOf` and `rowKey` must be stable.
 */
export const LongTable = <Part, Row>({ label, parts, ...rest }: Props<Part, Row>) => {
  const follow = useFollow()
  return (
    <table className="record-table long-table" aria-label={label}>
      <colgroup>
        {rest.columns.map(column => (
          <col key={column.key} width={`${column.width}%`} {...classOf(column)} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {rest.columns.map(column => (
            <th key={column.key} scope="col" {...classOf(column)}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      {parts.map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages of a list keep their order
        <Rows key={i} part={part} follow={follow} {...rest} />
      ))}
    </table>
  )
}
