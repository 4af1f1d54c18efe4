import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { errorId } from './client.ts'

const attempts = 2

/** While a dialog is open, the page behind it stays as the reader saw it: the server compares its version. */
const noDialog = (): boolean => document.querySelector('[role=dialog]') === null

/** Caches answers for half a minute; the end of a session leads to the sign-in page, no matter which call notices it. */
export const createQueryClient = (signedOut: () => void): QueryClient => {
  const notice = (error: unknown): void => {
    if (errorId(error) === 'unauthorized') signedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: notice }),
    mutationCache: new MutationCache({ onError: notice }),
    defaultOptions: {
      queries: {
        // reach.ts finds out whether the server answers: it may be on this machine.
        networkMode: 'always',
        staleTime: 30_000,
        // A refusal is an answer, and what was waited for long enough has been; only broken calls are repeated.
        retry: (failures, error) =>
          errorId(error) === undefined && error.name !== 'TimeoutError' && failures < attempts,
        refetchOnWindowFocus: noDialog,
        refetchOnReconnect: noDialog,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
