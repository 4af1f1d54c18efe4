import { skipToken, useQuery } from '@tanstack/react-query'
import { client, unwrap } from '#web/api/client.ts'
import type { CountedList, ListTotal, Pages, SearchedPage } from '#web/api/lists.ts'

const readTotal = async ({ path, params }: CountedList, signal: AbortSignal): Promise<ListTotal | null> => {
  const { query }: { query?: object } = params
  // The types of a call depend on its path, which is generic here.
  const call = client.GET(path as never, { params: { query: { ...query, total: 'true', limit: 1 } }, signal } as never)
  const { pagination } = await unwrap(call as Promise<{ data?: SearchedPage; error?: unknown; response: Response }>)
  return pagination.total ?? null
}

/** The number of records of a list, read after its first rows. */
export const useTotal = <Row>({ counted }: Pages<Row>): ListTotal | undefined => {
  const { data } = useQuery({
    queryKey: ['total', counted?.path, counted?.params],
    queryFn: counted ? ({ signal }) => readTotal(counted, signal) : skipToken,
  })
  return data ?? undefined
}
