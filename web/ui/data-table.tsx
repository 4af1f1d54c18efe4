import { Table } from '@mantine/core'
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

const classOf = ({ wide }: { readonly wide?: boolean }) => (wide ? { className: 'wide-only' } : {})

/**
 * A table. On phones each row becomes a card of names and values, so that no column is cut (data-table.css). The roles
 * keep it a table for browsers that derive them from the layout.
 */
export const DataTable = <Row,>({ label, columns, rows, rowKey }: Props<Row>) => {
  const title = titleColumnOf(columns)
  const partOf = (column: Column<Row>) => (column === title ? 'title' : column.selects ? 'select' : 'value')
  return (
    <div className="table-frame">
      <Table role="table" className="record-table data-table" aria-label={label} fz="sm">
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map(column => (
              <Table.Th
                key={column.key}
                role="columnheader"
                data-align={column.align}
                {...(column.width && { w: column.width })}
                {...classOf(column)}
              >
                {column.header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map(row => (
            <Table.Tr key={rowKey(row)} role="row">
              {columns.map(column => (
                <Table.Td
                  key={column.key}
                  role="cell"
                  data-align={column.align}
                  data-part={partOf(column)}
                  data-label={column.unlabelled ? undefined : column.header}
                  {...classOf(column)}
                >
                  <div>{column.render(row)}</div>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
