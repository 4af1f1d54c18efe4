import { useQueryClient } from '@tanstack/react-query'

/** How the keys of all queries of bytes begin. */
export const bytesKey = 'bytes'

/**
 * After a change, rereads the data on the page; other data is reread when it is next shown. The bytes of a file never
 * change.
 */
export const useRefresh = (): (() => Promise<void>) => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== bytesKey })
}
