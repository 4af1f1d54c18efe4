import type { LinkProps } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import type { Pages } from '#web/api/lists.ts'
import type { Operation } from '#web/api/session.ts'
import { FilterBar } from '#web/family/filter-bar.tsx'
import type { FilterProps } from '#web/family/filter-fields.tsx'
import { loadTexts } from '#web/i18n/index.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { useSettled } from '#web/ui/use-settled.ts'
import type { DateRange } from './dates-menu.tsx'
import type { ListSearch } from './search.ts'

export interface ListProps<Row> {
  /** The operation that reads the list; settings are stored for it, and saved views if it is a `SavedList`. */
  readonly operation: Operation
  readonly label: string
  readonly pages: Pages<Row>
  /** Columns with `sortBy` sort the list. */
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
  /** The title of a record, in the names of check boxes and in the results of actions. */
  readonly nameOf: (row: Row) => string
  /** The page of a row, if it has one. */
  readonly to?: (row: Row) => LinkProps
  readonly filters: FilterProps['filters']
  /** The fields whose times can limit the list. */
  readonly ranges?: readonly DateRange[]
  /** The parameters of the address, and the function that replaces them. */
  readonly search: ListSearch
  readonly onSearch: (search: ListSearch, options?: { readonly replace?: boolean }) => void
  /** Parameters that clearing the filters keeps, such as the tab of the page. */
  readonly fixed?: readonly string[]
  /** The variant of the list with actions on selected rows, created by `lateList`. */
  readonly Late?: ComponentType<ListProps<Row>>
  /** Replaces an empty list. */
  readonly empty: ReactNode
}

/** A list with its tools and actions, which loads after the first rows. */
export const lateList = <Row,>(load: () => Promise<ComponentType<ListProps<Row>>>) =>
  lazyPart<ListProps<Row>>(async () => {
    const [Part] = await Promise.all([load(), loadTexts(['lists'])])
    return Part
  })

// The row type of a list without actions is any here; `ListProps` of the caller checks it.
const PlainLateList = lateList<never>(() => import('./late-list.tsx').then(({ LateList }) => LateList))

/** Parameters that say how a list is shown, not what is in it. */
const appearance: ReadonlySet<string> = new Set(['sort', 'columns'])

export const isFilteredBy = (search: ListSearch, fixed: readonly string[] = []): boolean =>
  Object.entries(search).some(([name, value]) => value !== undefined && !appearance.has(name) && !fixed.includes(name))

/**
 * A list of records: filters, then its rows. Search, sorting, columns, saved views and actions on selected rows load
 * after the first rows.
 */
export const List = <Row,>(props: ListProps<Row>) => {
  const { label, pages, columns, rowKey, to, filters, search, onSearch, fixed = [], empty, Late } = props
  const isSettled = useSettled()
  const clear = () => onSearch(Object.fromEntries(fixed.map(name => [name, search[name]])))
  const early = (
    <>
      <div className="list-tools" />
      <RecordTable
        {...{ label, pages, columns, rowKey, empty, ...(to && { to }) }}
        filtered={isFilteredBy(search, fixed)}
        clearFilters={clear}
      />
    </>
  )
  return (
    <>
      {filters.length > 0 && (
        <FilterBar
          filters={filters}
          values={search}
          onChange={(name, value) => onSearch({ ...search, [name]: value || undefined })}
          onClear={clear}
        />
      )}
      <Suspense fallback={early}>
        {isSettled && Late && <Late {...props} />}
        {isSettled && !Late && <PlainLateList {...(props as unknown as ListProps<never>)} />}
        {!isSettled && early}
      </Suspense>
    </>
  )
}
