import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client, type Schemas, unwrap } from '#web/api/client.ts'

const path = '/api/workspace/search'
const freshMs = 10_000
/** The milliseconds after which the search is repeated while the index is being updated. */
const updatingMs = 3_000

/** Finds records of all kinds by the beginnings of their words, or by similar words if none match. */
export const useSearch = (text: string, enabled: boolean) =>
  useQuery<Schemas['SearchResult']>({
    queryKey: [path, text],
    enabled,
    staleTime: freshMs,
    refetchInterval: ({ state }) => (state.data?.current === false ? updatingMs : false),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => unwrap(client.GET(path, { params: { query: { text } }, signal })),
  })
