import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Schemas } from '#web/api/client.ts'
import { list, type PageOf } from '#web/api/lists.ts'
import { useLoadingForPrint } from '#web/ui/print-context.ts'

const path = '/api/workspace/frameworks/{frameworkId}/applicability'

export type ApplicabilityPage = PageOf<typeof path>
export type ApplicabilityRow = Schemas['ClauseApplicability']

/** The largest page that the server returns. */
const pageSize = 200

/** Loads all clauses, one page after the other, because a report must be complete. */
export const useApplicability = (frameworkId: string) => {
  const query = useInfiniteQuery(list(path, { path: { frameworkId }, query: { limit: pageSize } }))
  const { data, error, hasNextPage, isFetchingNextPage, isPending, fetchNextPage, refetch } = query
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !error) void fetchNextPage()
  })
  const parts = data?.pages ?? []
  const loaded = parts.reduce((sum, { clauses }) => sum + clauses.length, 0)
  const isLoading = !error && (isPending || hasNextPage)
  useLoadingForPrint(isLoading)
  return { parts, loaded, isLoading, error, retry: () => void (hasNextPage ? fetchNextPage() : refetch()) }
}

export type Applicability = ReturnType<typeof useApplicability>
