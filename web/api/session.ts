import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { client, errorId, openFor, type Schemas } from './client.ts'
import { operations } from './operations.ts'

export type Session = Schemas['Session']
export type Role = Schemas['Person']['role']
export type Operation = keyof typeof operations

/** Who is signed in. Throws the 401 envelope when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<Session> => {
    await finishSignOut()
    const { data, error } = await client.GET('/api/workspace/session', { signal })
    if (!data) throw error
    openFor(data.person.id)
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

const pending = 'probata-signing-out'
const tabs = new BroadcastChannel('probata-session')

/** Somebody signed out in another tab of this browser: this one forgets as well. */
tabs.onmessage = () => {
  if (location.pathname !== '/sign-in') leave()
}

/** Ends the session of a sign-out that the server has not heard of yet. Throws as long as it cannot be told. */
const finishSignOut = async (): Promise<void> => {
  if (localStorage.getItem(pending) === null) return
  const { error } = await client.DELETE('/api/workspace/session')
  if (error && errorId(error) !== 'unauthorized') throw error
  localStorage.removeItem(pending)
}

/** A session was opened: an earlier sign-out is none of its business. */
export const keepSession = (): void => localStorage.removeItem(pending)

/** To the sign-in of a workspace, where the session knows of it no more. */
export const leaveFor = (organization: string) => (): void =>
  location.assign(`/sign-in?${new URLSearchParams({ organization })}`)

/** Goes on in another workspace of the login, on its first page: nothing of this one stays in memory. */
export const goOnIn = async (organization: string): Promise<void> => {
  const { error } = await client.POST('/api/workspace/session/switch', { body: { organization } })
  if (error) throw error
  location.assign('/')
}

/** What was read is gone at once; a server that cannot be reached hears of it when the app is opened again. */
export const signOut = async (): Promise<void> => {
  localStorage.setItem(pending, '')
  tabs.postMessage('signed out')
  await finishSignOut().catch(() => undefined)
  leave()
}
