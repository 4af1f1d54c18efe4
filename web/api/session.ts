import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { answered, client, errorId, openFor, type Schemas } from './client.ts'
import { operations } from './operations.ts'
import { leaveUnasked } from './unsaved.ts'

export type Session = Schemas['Session']
export type Role = Schemas['Person']['role']
export type Operation = keyof typeof operations

/** Who is signed in. Throws the 401 envelope when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<Session> => {
    await finishSignOut()
    const session = await answered(client.GET('/api/workspace/session', { signal }))
    openFor(session.person.id)
    return session
  },
})

export const useSession = (): Session => useSuspenseQuery(sessionQuery).data

export const mayCall = (role: Role, operation: Operation): boolean =>
  (operations[operation] as readonly Role[]).includes(role)

/** Whether the person who is signed in may call an operation: a button that the server would refuse is not shown. */
export const useCan = (): ((operation: Operation) => boolean) => {
  const { role } = useSession().person
  return operation => mayCall(role, operation)
}

/** Loads the sign-in page anew, so that nothing that was read in the session stays in memory. */
export const leave = (next?: string): void => {
  leaveUnasked()
  location.assign(next ? `/sign-in?${new URLSearchParams({ next })}` : '/sign-in')
}

const pending = 'probata-signing-out'
/** Nobody waits longer for a sign-out. */
const patience = 3000
const tabs = new BroadcastChannel('probata-session')

/** Somebody signed out in another tab of this browser: this one forgets as well. */
tabs.addEventListener('message', ({ data }) => {
  if (data === 'signed out' && location.pathname !== '/sign-in') leave()
})

/** Calls back when somebody signs in, in another tab or window of this browser; answers how to stop. */
export const onSignedIn = (listener: () => void): (() => void) => {
  const hear = ({ data }: MessageEvent) => {
    if (data === 'signed in') listener()
  }
  tabs.addEventListener('message', hear)
  return () => tabs.removeEventListener('message', hear)
}

/** Ends the session of a sign-out that the server has not heard of yet. Throws as long as it cannot be told. */
const finishSignOut = async (): Promise<void> => {
  if (localStorage.getItem(pending) === null) return
  const { error } = await client.DELETE('/api/workspace/session', { signal: AbortSignal.timeout(patience) })
  if (error && errorId(error) !== 'unauthorized') throw error
  localStorage.removeItem(pending)
}

/** A session was opened: an earlier sign-out is none of its business. */
export const keepSession = (): void => {
  localStorage.removeItem(pending)
  tabs.postMessage('signed in')
}

/** To the sign-in of a workspace, where the session knows of it no more. */
export const leaveFor = (organization: string) => (): void =>
  location.assign(`/sign-in?${new URLSearchParams({ organization })}`)

/** Goes on in another workspace of the login, on its first page: nothing of this one stays in memory. */
export const goOnIn = async (organization: string): Promise<void> => {
  await answered(client.POST('/api/workspace/session/switch', { body: { organization } }))
  location.assign('/')
}

/** What was read is gone at once; a server that cannot be reached hears of it when the app is opened again. */
export const signOut = async (): Promise<void> => {
  localStorage.setItem(pending, '')
  tabs.postMessage('signed out')
  await finishSignOut().catch(() => undefined)
  leave()
}
