import { useQueryClient } from '@tanstack/react-query'

/**
 * After a change: what the page shows is read again, the rest when it is next shown. The bytes of an attachment never
 * change.
 */
export const useRefresh = (): (() => Promise<void>) => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'attachment' })
}
