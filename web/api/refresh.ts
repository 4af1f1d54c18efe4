import { useQueryClient } from '@tanstack/react-query'
import { endWaits } from './version.ts'

/** The first part of the query keys for file contents. */
export const bytesKey = 'bytes'

/**
 * After a change, rereads the data on the page. Other data is reread when it is next shown. File contents are not
 * reread, because they never change.
 */
export const useRefresh = (): (() => Promise<void>) => {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== bytesKey })
    endWaits()
  }
}
