import type { ReactNode } from 'react'

export interface Column<Row> {
  readonly key: string
  readonly header: string
  readonly render: (row: Row) => ReactNode
  /** Hidden on phones. */
  readonly wide?: boolean
  readonly align?: 'left' | 'right'
  /** The share of the table's width, such as `30%`. */
  readonly width?: string
  /** Phones show the cell over the whole width, without its header: for sentences. */
  readonly unlabelled?: boolean
  /** The check box of the row, before the column that names it. */
  readonly selects?: boolean
}

interface Props<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
}

/** The column that names the row: the first besides check boxes. */
export const titleColumnOf = <Row,>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find(({ selects }) => !selects)

/** The roles of plain elements: some browsers drop them when style sheets change the layout of a table. */
const roles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const

const classOf = ({ wide }: { readonly wide?: boolean }) => (wide ? { className: 'wide-only' } : {})

/**
 * A table of plain elements. On phones each row becomes a card of names and values, so that no column is cut
 * (data-table.css).
 */
export const DataTable = <Row,>({ label, columns, rows, rowKey }: Props<Row>) => {
  const title = titleColumnOf(columns)
  const partOf = (column: Column<Row>) => (column === title ? 'title' : column.selects ? 'select' : 'value')
  return (
    <div className="table-frame">
      <table {...roles.table} className="record-table data-table" aria-label={label}>
        <thead {...roles.rowgroup}>
          <tr {...roles.row}>
            {columns.map(column => (
              <th
                key={column.key}
                {...roles.columnheader}
                data-align={column.align}
                {...(column.width && { style: { width: column.width } })}
                {...classOf(column)}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.rowgroup}>
          {rows.map(row => (
            <tr key={rowKey(row)} {...roles.row}>
              {columns.map(column => (
                <td
                  key={column.key}
                  {...roles.cell}
                  data-align={column.align}
                  data-part={partOf(column)}
                  data-label={column.unlabelled ? undefined : column.header}
                  {...classOf(column)}
                >
                  <div>{column.render(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
