import { type UseQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { csvAddressOf, type ListParams, type ListPath, list, type PageOf, type Pages, pagesOf } from '#web/api/lists.ts'

/** Reads a list page by page. `rows` extracts the rows of a response; `pollingMs` polls at that interval. */
export const usePages = <Path extends ListPath, Row>(
  path: Path,
  params: ListParams<Path>,
  rows: (page: PageOf<Path>) => readonly Row[],
  pollingMs?: number,
): Pages<Row> => {
  const query = useInfiniteQuery({ ...list(path, params), ...(pollingMs && { refetchInterval: pollingMs }) })
  return { ...pagesOf(query, rows), csv: csvAddressOf(path, params) }
}

/** Presents rows that are already loaded as a list with a single page. */
export const rowsOf = <Row>(rows: readonly Row[]): Pages<Row> => ({
  rows,
  isPending: false,
  error: null,
  hasMore: false,
  isFetchingMore: false,
  loadMore: () => undefined,
  refetch: () => undefined,
})

/** Presents a response that has the whole list as a list with a single page. */
export const onePage = <Body, Row>(
  { data, isPending, error, refetch }: UseQueryResult<Body, unknown>,
  rows: (body: Body) => readonly Row[],
): Pages<Row> => ({
  ...rowsOf(data === undefined ? [] : rows(data)),
  isPending,
  error,
  refetch: () => void refetch(),
})
