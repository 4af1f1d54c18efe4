import type { TFunction } from 'i18next'
import type { ChangeEvent, MouseEvent } from 'react'
import type { Column } from '#web/ui/record-table.tsx'
import type { Selection } from './use-selection.ts'

interface Options<Row> {
  readonly selection: Selection<Row>
  readonly rowKey: (row: Row) => string
  readonly nameOf: (row: Row) => string
  readonly rows: readonly Row[]
  readonly t: TFunction<'lists'>
}

/** The check boxes of the rows, and one for all loaded rows. */
export const selectColumn = <Row,>({ selection, rowKey, nameOf, rows, t }: Options<Row>): Column<Row> => {
  const selectedCount = selection.rows.length
  const toggleAll = ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
    currentTarget.checked ? selection.selectAll() : selection.clear()
  return {
    key: 'select',
    header: t('select.column'),
    selects: true,
    width: '2.25rem',
    head: (
      <input
        type="checkbox"
        className="row-check"
        aria-label={t('select.all')}
        checked={selectedCount > 0}
        ref={input => {
          if (input) input.indeterminate = selectedCount > 0 && selectedCount < rows.length
        }}
        onChange={toggleAll}
      />
    ),
    render: row => {
      const key = rowKey(row)
      return (
        <input
          type="checkbox"
          className="row-check"
          aria-label={t('select.one', { name: nameOf(row) })}
          checked={selection.has(key)}
          onChange={() => undefined}
          onClick={(event: MouseEvent<HTMLInputElement>) => selection.toggle(key, event.shiftKey)}
        />
      )
    },
  }
}
