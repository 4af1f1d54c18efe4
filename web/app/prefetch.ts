import type { QueryClient } from '@tanstack/react-query'
import { type ListPath, list } from '#web/api/lists.ts'
import { mayCall, type Operation, sessionQuery } from '#web/api/session.ts'

/**
 * Reads what a page shows while its code loads, or while the mouse rests on a link to it. Nothing is read where the
 * role may not see it; the page repeats a failed read and shows the error.
 */
export const prefetch = (queries: QueryClient, operation: Operation, ask: () => Promise<unknown>): void => {
  const asked = queries.ensureQueryData(sessionQuery).then(({ person }) => mayCall(person.role, operation) && ask())
  asked.catch(() => undefined)
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
