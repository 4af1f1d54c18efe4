import type { QueryClient } from '@tanstack/react-query'
import { type ListPath, list } from '#web/api/lists.ts'
import { mayCall, type Operation, sessionQuery } from '#web/api/session.ts'

/**
 * Asks for what a page shows while its code comes, or while the mouse rests on a link to it. Who may not see it asks
 * nothing; what fails is told by the page, which asks again.
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
