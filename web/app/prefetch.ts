import type { QueryClient } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'
import { type ListPath, list } from '#web/api/lists.ts'
import type { paths } from '#web/api/schema.d.ts'
import { mayCall, type Operation, sessionQuery } from '#web/api/session.ts'

/**
 * Reads what a page shows while its code loads, or while the mouse rests on a link to it. Nothing is read where the
 * role may not see it; the page repeats a failed read and shows the error.
 */
const prefetch = (queries: QueryClient, operation: Operation, ask: () => Promise<unknown>): void => {
  const asked = queries.ensureQueryData(sessionQuery).then(({ person }) => mayCall(person, operation) && ask())
  asked.catch(() => undefined)
}

type NamesIn<Path extends keyof paths> =
  NonNullable<paths[Path]['get']> extends { parameters: { path: infer Names } } ? Names : never

/** One record; `names` are the parameters of its address. */
export const recordAhead = <Path extends keyof paths>(
  queries: QueryClient,
  operation: Operation,
  path: Path,
  names: NamesIn<Path>,
): void => {
  // The response type follows from the path, which can be any of them here.
  const read = api.queryOptions('get', path as never, { params: { path: names } } as never)
  prefetch(queries, operation, () => queries.prefetchQuery(read))
}

/** The first page of a list that nothing filters. */
export const prefetchList = (
  queries: QueryClient,
  operation: Operation,
  path: Exclude<ListPath, `${string}{${string}`>,
  search: object = {},
): void => {
  if (Object.keys(search).length === 0)
    prefetch(queries, operation, () => queries.prefetchInfiniteQuery(list(path, { query: {} })))
}
