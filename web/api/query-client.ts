import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { errorId } from './client.ts'

const attempts = 2

/** While somebody decides in a dialog, the page behind it stays what they saw: the server compares its version. */
const noDialog = (): boolean => document.querySelector('[role=dialog]') === null

/** Remembers answers for half a minute; a session that ended leads to the sign-in page, whoever noticed. */
export const createQueryClient = (signedOut: () => void): QueryClient => {
  const notice = (error: unknown): void => {
    if (errorId(error) === 'unauthorized') signedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: notice }),
    mutationCache: new MutationCache({ onError: notice }),
    defaultOptions: {
      queries: {
        // Whether the server answers is for reach.ts to find out: it may be on this machine.
        networkMode: 'always',
        staleTime: 30_000,
        // A refusal is an answer; only what broke on the way is asked again.
        retry: (failures, error) => errorId(error) === undefined && failures < attempts,
        refetchOnWindowFocus: noDialog,
        refetchOnReconnect: noDialog,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
