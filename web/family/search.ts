import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client, unwrap } from '#web/api/client.ts'

const path = '/api/workspace/search'
const freshMs = 10_000

/** Finds records of all kinds by the beginnings of their words, or by similar words if none match. */
export const useSearch = (text: string, enabled: boolean) =>
  useQuery({
    queryKey: [path, text],
    enabled,
    staleTime: freshMs,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => unwrap(client.GET(path, { params: { query: { text } }, signal })),
  })
