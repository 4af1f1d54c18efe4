import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import {
  csvAddressOf,
  type ListParams,
  list,
  type PageOf,
  type Pages,
  pagesOf,
  type SearchedPage,
  type SortedPath,
} from '#web/api/lists.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { type ListSearch, rangeParameters } from './search.ts'

interface Options {
  /** The parameters of the address. */
  readonly search: ListSearch
  /** The columns; those with `sortBy` can sort the list. */
  readonly columns: readonly Pick<Column<never>, 'sortBy'>[]
  /** The fields whose times can limit the list. */
  readonly ranges?: readonly string[]
}

/** The order, the search text and the ranges of an address. Values that the server would reject are dropped. */
const queryOf = ({ search, columns, ranges = [] }: Options): ListSearch => {
  const isKnown = columns.some(({ sortBy }) => sortBy !== undefined && sortBy === search.sort?.replace(/^-/, ''))
  const times = rangeParameters(ranges).flatMap(name => {
    const time = Date.parse(search[name] ?? '')
    return Number.isNaN(time) ? [] : [[name, new Date(time).toISOString()]]
  })
  return {
    ...(isKnown && { sort: search.sort }),
    ...(search.search && { search: search.search }),
    ...Object.fromEntries(times),
  }
}

/**
 * Reads a list that can be sorted, searched and counted. The previous rows stay while those of another order or search
 * are read.
 */
export const useListPages = <Path extends SortedPath, Row>(
  path: Path,
  listParams: ListParams<Path>,
  rows: (page: PageOf<Path>) => readonly Row[],
  options: Options,
): Pages<Row> => {
  const { query: filters, ...names }: { readonly query?: object } = listParams
  const queries = useQueryClient()
  // The order and the ranges come from the columns of the list, so they fit its path.
  const paramsFor = (search: ListSearch) =>
    ({ ...names, query: { ...filters, ...queryOf({ ...options, search }) } }) as ListParams<Path>
  const params = paramsFor(options.search)
  const query = useInfiniteQuery({ ...list(path, params), placeholderData: keepPreviousData })
  const [first] = query.data?.pages ?? []
  return {
    ...pagesOf(query, rows),
    csv: csvAddressOf(path, params),
    isStale: query.isPlaceholderData,
    counted: { path, params },
    prepare: text => void queries.prefetchInfiniteQuery(list(path, paramsFor({ ...options.search, search: text }))),
    searchState: (first as SearchedPage | undefined)?.pagination.search,
  }
}
