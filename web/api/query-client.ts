import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { errorId } from './client.ts'

const maxRetries = 2

/**
 * While a dialog is open, the page behind it is not reread, so that the server can compare the version that the user
 * saw.
 */
const hasNoDialog = (): boolean => document.querySelector('[role=dialog]') === null

/**
 * A client that caches responses for half a minute. Calls `onSignedOut` when any call finds that the session has ended.
 */
export const createQueryClient = (onSignedOut: () => void): QueryClient => {
  const checkSession = (error: unknown): void => {
    if (errorId(error) === 'unauthorized') onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: checkSession }),
    mutationCache: new MutationCache({ onError: checkSession }),
    defaultOptions: {
      queries: {
        // The server may be on this machine, which needs no network. reach.ts checks whether it responds.
        networkMode: 'always',
        staleTime: 30_000,
        // Retries only calls without a response. A call that timed out has waited long enough.
        retry: (failures, error) =>
          errorId(error) === undefined && error.name !== 'TimeoutError' && failures < maxRetries,
        refetchOnWindowFocus: hasNoDialog,
        refetchOnReconnect: hasNoDialog,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
