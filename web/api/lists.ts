import { type InfiniteData, infiniteQueryOptions, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { client, unwrap } from './client.ts'
import type { paths } from './schema.d.ts'

type Get<Path extends keyof paths> = NonNullable<paths[Path]['get']>

type BodyOf<Path extends keyof paths> =
  Get<Path> extends { responses: { 200: { content: { 'application/json': infer Body } } } } ? Body : never

interface Page {
  readonly pagination: { readonly nextCursor?: string | null }
}

/** The paths of lists that are read page by page. */
export type ListPath = { [Path in keyof paths]: BodyOf<Path> extends Page ? Path : never }[keyof paths]

export type PageOf<Path extends ListPath> = BodyOf<Path> & Page

type FiltersOf<Path extends ListPath> =
  Get<Path> extends { parameters: { query?: infer Query } }
    ? {
        readonly [Name in Exclude<keyof NonNullable<Query>, 'cursor' | 'format'>]?: NonNullable<Query>[Name] | undefined
      }
    : never

/** The path parameters and filters of a list. Undefined filters are omitted. */
export type ListParams<Path extends ListPath> = { readonly query?: FiltersOf<Path> } & (Get<Path> extends {
  parameters: { path: infer Names }
}
  ? { readonly path: Names }
  : unknown)

/** The paths of lists that can be sorted, searched and counted. */
export type SortedPath = { [Path in ListPath]: 'sort' extends keyof FiltersOf<Path> ? Path : never }[ListPath]

/** The query key that all cached pages of a list share. */
export const keyOfList = (path: ListPath) => ['list', path] as const

/** The number of records of each page after the first. */
const nextPageSize = 200

/** The query for a list that is read page by page. */
export const list = <Path extends ListPath>(path: Path, params: ListParams<Path>) =>
  infiniteQueryOptions({
    queryKey: [...keyOfList(path), params],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: PageOf<Path>) => page.pagination.nextCursor ?? undefined,
    queryFn: ({ pageParam: cursor, signal }) => {
      // Later pages are larger, so that people who keep scrolling get more rows at once.
      const query = { ...(cursor && { limit: nextPageSize }), ...params.query, ...(cursor && { cursor }) }
      // The types of a call depend on its path, which is generic here.
      const call = client.GET(path as never, { params: { ...params, query }, signal } as never)
      return unwrap(call as Promise<{ data?: PageOf<Path>; error?: unknown; response: Response }>)
    },
  })

/** The address of a whole list as CSV. Undefined if only the first records are requested. */
export const csvAddressOf = <Path extends ListPath>(path: Path, params: ListParams<Path>): string | undefined => {
  const { path: names = {}, query = {} }: { path?: object; query?: object } = params
  const { limit, ...filters }: { limit?: unknown } = query
  if (limit !== undefined) return undefined
  const pathValues = new Map(Object.entries(names).map(([name, value]) => [name, encodeURIComponent(String(value))]))
  const filterPairs = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const address = path.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => pathValues.get(name) ?? placeholder)
  return `${address}?${new URLSearchParams([...filterPairs, ['format', 'csv']])}`
}

/** The number of records of a whole list; not `exact` if there are more. */
export interface ListTotal {
  readonly count: number
  readonly exact: boolean
}

/** How a search of a list matched: whether only by similar words, and whether in an index that is up to date. */
export interface SearchState {
  readonly similar: boolean
  readonly current: boolean
}

/** The address of a list, to count its records. */
export interface CountedList {
  readonly path: ListPath
  readonly params: object
}

export interface SearchedPage {
  readonly pagination: { readonly total?: ListTotal; readonly search?: SearchState }
}

/** A list that is read page by page. */
export interface Pages<Row> {
  readonly rows: readonly Row[]
  readonly isPending: boolean
  readonly error: unknown
  readonly hasMore: boolean
  readonly isFetchingMore: boolean
  /** The address of the whole list as CSV, with the same filters. Undefined for a part of a list. */
  readonly csv?: string | undefined
  /** Whether the rows belong to the previous search or order while those of the new one are loading. */
  readonly isStale?: boolean
  /** Set if the server counts the records of the whole list. */
  readonly counted?: CountedList
  /** Set for the rows of a search. */
  readonly searchState?: SearchState | undefined
  loadMore(): void
  refetch(): void
  /** Starts to load the rows of another search, so that they arrive while the page renders. */
  readonly prepare?: (search: string) => void
}

/** The pages loaded from a list. `rows` extracts the rows of a response. */
export const pagesOf = <Page, Row>(
  query: UseInfiniteQueryResult<InfiniteData<Page>, unknown>,
  rows: (page: Page) => readonly Row[],
): Pages<Row> => ({
  rows: query.data?.pages.flatMap(rows) ?? [],
  isPending: query.isPending,
  error: query.error,
  hasMore: query.hasNextPage,
  isFetchingMore: query.isFetchingNextPage,
  loadMore: () => void query.fetchNextPage(),
  refetch: () => void query.refetch(),
})
