import type { QueryClient } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'
import { type ListParams, type ListPath, list } from '#web/api/lists.ts'
import type { paths } from '#web/api/schema.d.ts'
import { mayCall, type Operation, sessionQuery } from '#web/api/session.ts'

/**
 * Reads a page's data while its code loads, or while the mouse rests on a link to it. Reads nothing that the role may
 * not see. If a read fails, the page repeats it and shows the error.
 */
export const prefetch = (queries: QueryClient, operation: Operation, read: () => Promise<unknown>): void => {
  const result = queries.ensureQueryData(sessionQuery).then(({ person }) => mayCall(person, operation) && read())
  result.catch(() => undefined)
}

type NamesIn<Path extends keyof paths> =
  NonNullable<paths[Path]['get']> extends { parameters: { path: infer Names } } ? Names : never

/** Prefetches one record. `names` are the parameters of its path. */
export const prefetchRecord = <Path extends keyof paths>(
  queries: QueryClient,
  operation: Operation,
  path: Path,
  names: NamesIn<Path>,
): void => {
  // The response type depends on the path, which is generic here.
  const query = api.queryOptions('get', path as never, { params: { path: names } } as never)
  prefetch(queries, operation, () => queries.prefetchQuery(query))
}

/** Prefetches the first page of a list, unless filters are set. `params` are those that the page always sends. */
export const prefetchList = <Path extends Exclude<ListPath, `${string}{${string}`>>(
  queries: QueryClient,
  operation: Operation,
  path: Path,
  search: object = {},
  params: ListParams<Path> = { query: {} } as never,
): void => {
  if (Object.keys(search).length === 0)
    prefetch(queries, operation, () => queries.prefetchInfiniteQuery(list(path, params)))
}
