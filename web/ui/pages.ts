import { useInfiniteQuery } from '@tanstack/react-query'

/** A list that is read page by page (interface section 4.1). */
export interface Pages<Row> {
  readonly rows: readonly Row[]
  readonly isPending: boolean
  readonly error: unknown
  readonly hasMore: boolean
  readonly isFetchingMore: boolean
  more(): void
  refetch(): void
}

interface Page {
  readonly pagination: { readonly nextCursor?: string | null }
}

interface Walk<P extends Page, Row> {
  /** What is walked: the path, then the filters; a change of it begins a new walk. */
  readonly key: readonly unknown[]
  readonly read: (cursor: string | undefined, signal: AbortSignal) => Promise<{ data?: P; error?: unknown }>
  readonly rows: (page: P) => readonly Row[]
  /** Milliseconds between looks at what is new. */
  readonly every?: number
}

/** Walks a list: `read` is a call of `client.GET` with the cursor in its query. */
export const usePages = <P extends Page, Row>({ key, read, rows, every }: Walk<P, Row>): Pages<Row> => {
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: P) => page.pagination.nextCursor ?? undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await read(pageParam, signal)
      if (data === undefined) throw error
      return data
    },
    ...(every && { refetchInterval: every }),
  })
  return {
    rows: query.data?.pages.flatMap(rows) ?? [],
    isPending: query.isPending,
    error: query.error,
    hasMore: query.hasNextPage,
    isFetchingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
    refetch: () => void query.refetch(),
  }
}
