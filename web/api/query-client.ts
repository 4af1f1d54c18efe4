import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { errorId } from './client.ts'

const maxRetries = 2

/** While a dialog is open, the page behind it is not reread, so that the server can compare the version that the reader saw. */
const noDialog = (): boolean => document.querySelector('[role=dialog]') === null

/** A client that caches responses for half a minute. Calls `signedOut` when any call finds that the session has ended. */
export const createQueryClient = (signedOut: () => void): QueryClient => {
  const checkSession = (error: unknown): void => {
    if (errorId(error) === 'unauthorized') signedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: checkSession }),
    mutationCache: new MutationCache({ onError: checkSession }),
    defaultOptions: {
      queries: {
        // The server may be on this machine, which needs no network. reach.ts checks whether it responds.
        networkMode: 'always',
        staleTime: 30_000,
        // Repeats only broken calls: an error from the server is a response, and a timeout has waited long enough.
        retry: (failures, error) =>
          errorId(error) === undefined && error.name !== 'TimeoutError' && failures < maxRetries,
        refetchOnWindowFocus: noDialog,
        refetchOnReconnect: noDialog,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
