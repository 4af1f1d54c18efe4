import { type UseQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import {
  addressOfTable,
  type ListParams,
  type ListPath,
  list,
  type PageOf,
  type Pages,
  pagesOf,
} from '#web/api/lists.ts'

/** Walks a list; `rows` extracts the rows of an answer, `every` is the polling interval in milliseconds. */
export const usePages = <Path extends ListPath, Row>(
  path: Path,
  params: ListParams<Path>,
  rows: (page: PageOf<Path>) => readonly Row[],
  every?: number,
): Pages<Row> => {
  const query = useInfiniteQuery({ ...list(path, params), ...(every && { refetchInterval: every }) })
  return { ...pagesOf(query, rows), table: addressOfTable(path, params) }
}

/** Rows that the page has, as a list with a single page. */
export const rowsOf = <Row>(rows: readonly Row[]): Pages<Row> => ({
  rows,
  isPending: false,
  error: null,
  hasMore: false,
  isFetchingMore: false,
  more: () => undefined,
  refetch: () => undefined,
})

/** A list that is answered as a whole, likewise. */
export const onePage = <Answer, Row>(
  { data, isPending, error, refetch }: UseQueryResult<Answer, unknown>,
  rows: (answer: Answer) => readonly Row[],
): Pages<Row> => ({
  ...rowsOf(data === undefined ? [] : rows(data)),
  isPending,
  error,
  refetch: () => void refetch(),
})
