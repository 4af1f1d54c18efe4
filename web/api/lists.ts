import { type InfiniteData, infiniteQueryOptions, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { answered, client } from './client.ts'
import type { paths } from './schema.d.ts'

type Get<Path extends keyof paths> = NonNullable<paths[Path]['get']>

type AnswerOf<Path extends keyof paths> =
  Get<Path> extends { responses: { 200: { content: { 'application/json': infer Answer } } } } ? Answer : never

interface Page {
  readonly pagination: { readonly nextCursor?: string | null }
}

/** The addresses of lists that are read page by page (interface section 4.1). */
export type ListPath = { [Path in keyof paths]: AnswerOf<Path> extends Page ? Path : never }[keyof paths]

export type PageOf<Path extends ListPath> = AnswerOf<Path> & Page

type FiltersOf<Path extends ListPath> =
  Get<Path> extends { parameters: { query?: infer Query } }
    ? {
        readonly [Name in Exclude<keyof NonNullable<Query>, 'cursor' | 'format'>]?: NonNullable<Query>[Name] | undefined
      }
    : never

/** The parameters of a list: those of its path, and filters; undefined ones are left out. */
export type ListParams<Path extends ListPath> = { readonly query?: FiltersOf<Path> } & (Get<Path> extends {
  parameters: { path: infer Names }
}
  ? { readonly path: Names }
  : unknown)

/** The key of everything cached for a list, with any parameters. */
export const keyOfList = (path: ListPath) => ['list', path] as const

/** A list, read page by page; its key follows from its parameters. */
export const list = <Path extends ListPath>(path: Path, params: ListParams<Path>) =>
  infiniteQueryOptions({
    queryKey: [...keyOfList(path), params],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: PageOf<Path>) => page.pagination.nextCursor ?? undefined,
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { ...params.query, ...(cursor && { cursor }) }
      // The types of a call follow from its path, which is any of them here.
      const call = client.GET(path as never, { params: { ...params, query }, signal } as never)
      return answered(call as Promise<{ data?: PageOf<Path>; error?: unknown; response: Response }>)
    },
  })

/** The address that serves a list as a table, from its beginning; undefined if only its first records are requested. */
export const addressOfTable = <Path extends ListPath>(path: Path, params: ListParams<Path>): string | undefined => {
  const { path: names = {}, query = {} }: { path?: object; query?: object } = params
  const { limit, ...filters }: { limit?: unknown } = query
  if (limit !== undefined) return undefined
  const named = new Map(Object.entries(names).map(([name, value]) => [name, encodeURIComponent(String(value))]))
  const given = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const address = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => named.get(name) ?? whole)
  return `${address}?${new URLSearchParams([...given, ['format', 'csv']])}`
}

/** A list that is read page by page. */
export interface Pages<Row> {
  readonly rows: readonly Row[]
  readonly isPending: boolean
  readonly error: unknown
  readonly hasMore: boolean
  readonly isFetchingMore: boolean
  /** The address of the whole list as a table, with the same filters; undefined for a part of a list. */
  readonly table?: string | undefined
  more(): void
  refetch(): void
}

/** The pages read from a list; `rows` extracts the rows of an answer. */
export const pagesOf = <Page, Row>(
  query: UseInfiniteQueryResult<InfiniteData<Page>, unknown>,
  rows: (page: Page) => readonly Row[],
): Pages<Row> => ({
  rows: query.data?.pages.flatMap(rows) ?? [],
  isPending: query.isPending,
  error: query.error,
  hasMore: query.hasNextPage,
  isFetchingMore: query.isFetchingNextPage,
  more: () => void query.fetchNextPage(),
  refetch: () => void query.refetch(),
})
