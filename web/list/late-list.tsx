import { Button, Group, Text } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { useNotify } from '#web/ui/notify.ts'
import { type Column, RecordTable, type TableParts } from '#web/ui/record-table.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { VirtualTable } from '#web/ui/virtual-table.tsx'
import type { BulkAction } from './bulk-action.ts'
import { BulkDialog, type BulkItem } from './bulk-dialog.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import { isFilteredBy, type ListProps } from './list.tsx'
import { ListTools } from './list-tools.tsx'
import { selectColumn } from './select-column.tsx'
import { useListSettings } from './settings.ts'
import { useTotal } from './total.ts'
import { useBulk } from './use-bulk.ts'
import { maxSelected, useSelection } from './use-selection.ts'

/** The next order by a column: ascending, then descending, then the usual order of the list. */
const nextSort = (sort: string | undefined, column: string): string | undefined => {
  if (sort === column) return `-${column}`
  return sort === `-${column}` ? undefined : column
}

interface SortProps {
  readonly label: string
  readonly order: NonNullable<Column<never>['order']>
  readonly onSort: () => void
}

const icons = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort } as const

const SortButton = ({ label, order, onSort }: SortProps) => {
  const Icon = icons[order]
  return (
    <button type="button" className="sort-button" data-order={order} onClick={onSort}>
      {label}
      <Icon size={13} aria-hidden />
    </button>
  )
}

const useColumns = <Row,>({ operation, columns, search, onSearch }: ListProps<Row>) => {
  const [settings, setSettings] = useListSettings(operation)
  const [title, ...others] = columns
  const chosen = search.columns?.split(',')
  const isShown = (key: string) => (chosen ? chosen.includes(key) : !settings.hidden.includes(key))
  const toggle = (key: string) => {
    const shown = others.filter(column => isShown(column.key) !== (column.key === key)).map(column => column.key)
    setSettings({ ...settings, hidden: others.filter(column => !shown.includes(column.key)).map(({ key }) => key) })
    if (chosen) onSearch({ ...search, columns: shown.join(',') || undefined }, { replace: true })
  }
  const shownColumns = [...(title ? [title] : []), ...others.filter(({ key }) => isShown(key))]
  const withSort = shownColumns.map((column): Column<Row> => {
    const { sortBy, header } = column
    if (sortBy === undefined) return column
    const order = search.sort === sortBy ? 'ascending' : search.sort === `-${sortBy}` ? 'descending' : 'none'
    const onSort = () => onSearch({ ...search, sort: nextSort(search.sort, sortBy) })
    return { ...column, order, head: <SortButton label={header} order={order} onSort={onSort} /> }
  })
  const shownKeys = others.filter(({ key }) => isShown(key)).map(({ key }) => key)
  return { columns: withSort, others, isShown, toggle, settings, setSettings, shownKeys }
}

/** A list with its tools: search, total, dates, columns, saved views, and actions on the selected rows. */
export const LateList = <Row,>(props: ListProps<Row> & { readonly bulk?: readonly BulkAction<Row>[] }) => {
  const { label, pages, rowKey, nameOf, to, search, onSearch, fixed = [], bulk = [], empty } = props
  const { t } = useTranslation('lists')
  const can = useCan()
  const notify = useNotify()
  const actions = bulk.filter(({ operation }) => can(operation))
  const { columns, others, isShown, toggle, settings, setSettings, shownKeys } = useColumns(props)
  const total = useTotal(pages)
  const selection = useSelection({
    rows: pages.rows,
    rowKey,
    onLimit: () => notify(t('select.limit', { count: maxSelected })),
  })
  const { run, start, cancel, close: closeRun } = useBulk<Row>({ linkOf: row => to?.(row), onEnd: selection.keep })
  const { opened, openCount, open, close } = useOpening()
  const [current, setCurrent] = useState<{
    readonly action: BulkAction<Row>
    readonly items: readonly BulkItem<Row>[]
  }>()
  const begin = (action: BulkAction<Row>) => {
    const items = selection.rows.map(row => ({ row, key: rowKey(row), name: nameOf(row) }))
    setCurrent({ action, items })
    open()
  }
  const isRunning = run !== undefined && run.state !== 'ended'
  const selectable: readonly Column<Row>[] =
    actions.length > 0 ? [selectColumn({ selection, rowKey, nameOf, rows: pages.rows, t }), ...columns] : columns
  const renderTable = (parts: TableParts<Row>) => (
    <VirtualTable
      {...parts}
      total={total?.exact ? total.count : undefined}
      hasMore={pages.hasMore}
      loadMore={pages.isFetchingMore || pages.error ? undefined : pages.loadMore}
      {...(actions.length > 0 && { isSelected: selection.has, onSelectKey: selection.onKey })}
    />
  )
  return (
    <div data-density={settings.density}>
      <ListTools {...{ props, others, isShown, toggle, settings, setSettings, shownKeys, total }} />
      {run && <BulkProgress run={run} onCancel={cancel} onClose={closeRun} />}
      <div data-busy={pages.isStale || undefined}>
        <RecordTable
          {...{ label, pages, rowKey, empty, ...(to && { to }) }}
          columns={selectable}
          filtered={isFilteredBy(search, fixed)}
          clearFilters={() => onSearch(Object.fromEntries(fixed.map(name => [name, search[name]])))}
          renderTable={renderTable}
          hidesCsv
        />
      </div>
      {selection.rows.length > 0 && (
        <section className="bulk-bar no-print" aria-label={t('select.actions')}>
          <Group gap="xs">
            <Text size="sm" fw={600} role="status">
              {t('select.count', { count: selection.rows.length })}
            </Text>
            {actions.map(action => (
              <Button
                key={action.label}
                size="xs"
                variant="default"
                aria-haspopup="dialog"
                disabled={isRunning}
                onClick={() => begin(action)}
              >
                {action.label}
              </Button>
            ))}
            <Button size="xs" variant="subtle" onClick={selection.clear}>
              {t('select.clear')}
            </Button>
          </Group>
        </section>
      )}
      {current && openCount > 0 && (
        <BulkDialog
          key={openCount}
          action={current.action}
          items={current.items}
          opened={opened}
          onClose={close}
          onStart={(items, values) => void start(current.action, items, values)}
        />
      )}
    </div>
  )
}
