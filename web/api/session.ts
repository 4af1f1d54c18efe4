import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { client, type Schemas } from './client.ts'
import { operations } from './operations.ts'

export type Session = Schemas['Session']
export type Role = Schemas['Person']['role']
export type Operation = keyof typeof operations

/** Who is signed in. Throws the 401 envelope when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<Session> => {
    const { data, error } = await client.GET('/api/workspace/session', { signal })
    if (!data) throw error
    return data
  },
})

export const useSession = (): Session => useSuspenseQuery(sessionQuery).data

const allows = (role: Role, operation: Operation): boolean => (operations[operation] as readonly Role[]).includes(role)

/** Whether the person who is signed in may call an operation: a button that the server would refuse is not shown. */
export const useCan = (): ((operation: Operation) => boolean) => {
  const { role } = useSession().person
  return operation => allows(role, operation)
}

/** Loads the sign-in page anew, so that nothing that was read in the session stays in memory. */
export const leave = (next?: string): void =>
  location.assign(next ? `/sign-in?${new URLSearchParams({ next })}` : '/sign-in')

export const signOut = async (): Promise<void> => {
  await client.DELETE('/api/workspace/session')
  leave()
}
