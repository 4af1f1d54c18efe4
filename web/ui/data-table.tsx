import type { ReactNode } from 'react'

export interface Column<Row> {
  readonly key: string
  readonly header: string
  /** The name by which the server sorts the list, if it can be sorted by the column. */
  readonly sortBy?: string
  /** Replaces the text of the header, such as a button that sorts. */
  readonly head?: ReactNode
  /** The order of the list, if it can be sorted by the column. */
  readonly order?: 'ascending' | 'descending' | 'none'
  readonly render: (row: Row) => ReactNode
  /** Hidden on phones. */
  readonly wide?: boolean
  readonly align?: 'left' | 'right'
  /** The share of the table's width, such as `30%`. */
  readonly width?: string
  /** Shows the cell on phones over the whole width, without its header; for sentences. */
  readonly unlabelled?: boolean
  /** The check box of the row, before the column that names it. */
  readonly selects?: boolean
}

export interface TableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
}

/** The column that names the row: the first one that does not have the check boxes. */
export const titleColumnOf = <Row,>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find(({ selects }) => !selects)

/**
 * The roles of the elements, set explicitly because some browsers drop them when style sheets change the layout of a
 * table.
 */
export const roles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const

const classOf = ({ wide }: { readonly wide?: boolean }) => (wide ? { className: 'wide-only' } : {})

/** The row of headers. */
export const HeaderRow = <Row,>({ columns }: Pick<TableProps<Row>, 'columns'>) => (
  <thead {...roles.rowgroup}>
    <tr {...roles.row}>
      {columns.map(column => (
        <th
          key={column.key}
          {...roles.columnheader}
          aria-sort={column.order}
          data-align={column.align}
          {...(column.width && { style: { width: column.width } })}
          {...classOf(column)}
        >
          {column.head ?? column.header}
        </th>
      ))}
    </tr>
  </thead>
)

/** The cells of a row. */
export const Cells = <Row,>({ columns, row }: Pick<TableProps<Row>, 'columns'> & { readonly row: Row }) => {
  const title = titleColumnOf(columns)
  const partOf = (column: Column<Row>) => (column === title ? 'title' : column.selects ? 'select' : 'value')
  return columns.map(column => (
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
  ))
}

/**
 * A table of plain elements. On phones each row becomes a card of names and values, so that no column is cut
 * (data-table.css).
 */
export const DataTable = <Row,>({ label, columns, rows, rowKey }: TableProps<Row>) => (
  <div className="table-frame">
    <table {...roles.table} className="record-table data-table" aria-label={label}>
      <HeaderRow columns={columns} />
      <tbody {...roles.rowgroup}>
        {rows.map(row => (
          <tr key={rowKey(row)} {...roles.row}>
            <Cells columns={columns} row={row} />
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
