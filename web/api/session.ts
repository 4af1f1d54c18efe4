import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { answered, client, errorId, openFor, type Schemas } from './client.ts'
import { operations, wholeWorkspace } from './operations.ts'
import { leaveUnasked } from './unsaved.ts'

export type Session = Schemas['Session']
export type Role = Schemas['Person']['role']
export type Operation = keyof typeof operations

/** The signed-in person. Throws the 401 envelope if there is no session. */
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

export const mayCall = (
  { role, unitIds }: Pick<Session['person'], 'role' | 'unitIds'>,
  operation: Operation,
): boolean => (operations[operation] as readonly Role[]).includes(role) && !(unitIds && wholeWorkspace.has(operation))

/** Whether the signed-in person may call an operation: a button for a refused call is not shown. */
export const useCan = (): ((operation: Operation) => boolean) => {
  const { person } = useSession()
  return operation => mayCall(person, operation)
}

/** Loads the sign-in page, so that nothing that was read in the session stays in memory. */
export const leave = (next?: string): void => {
  leaveUnasked()
  location.assign(next ? `/sign-in?${new URLSearchParams({ next })}` : '/sign-in')
}

const pending = 'probata-signing-out'
/** The longest wait for a sign-out. */
const patience = 3000
const tabs = new BroadcastChannel('probata-session')

/** Another tab of this browser signed out: this one forgets too. */
tabs.addEventListener('message', ({ data }) => {
  if (data === 'signed out' && location.pathname !== '/sign-in') leave()
})

/** Calls back when a person signs in in another tab or window of this browser; returns a function that stops it. */
export const onSignedIn = (listener: () => void): (() => void) => {
  const hear = ({ data }: MessageEvent) => {
    if (data === 'signed in') listener()
  }
  tabs.addEventListener('message', hear)
  return () => tabs.removeEventListener('message', hear)
}

/**
 * Ends the session of a sign-out that has not reached the server yet; returns where the browser ends that at the
 * identity provider, if anywhere. Throws while the server is unreachable.
 */
const finishSignOut = async (): Promise<string | undefined> => {
  if (localStorage.getItem(pending) === null) return undefined
  const { data, error } = await client.DELETE('/api/workspace/session', { signal: AbortSignal.timeout(patience) })
  if (error && errorId(error) !== 'unauthorized') throw error
  localStorage.removeItem(pending)
  return data?.url
}

const left = 'probata-signed-out'

/** Leaves for the page of the identity provider, which sends people back to the sign-in. */
const leaveThere = (url: string): void => {
  sessionStorage.setItem(left, new URL(url).searchParams.get('state') ?? '')
  leaveUnasked()
  location.assign(url)
}

/** Whether the identity provider sent back a person who signed out in this tab. */
export const isSignedOutThere = (state: string | undefined): boolean =>
  state !== undefined && state !== '' && state === sessionStorage.getItem(left)

/** A session was opened: it must not be ended by an earlier sign-out. */
export const keepSession = (): void => {
  localStorage.removeItem(pending)
  tabs.postMessage('signed in')
}

/** To the sign-in of a workspace that the session does not cover. */
export const leaveFor = (organization: string) => (): void =>
  location.assign(`/sign-in?${new URLSearchParams({ organization })}`)

/** Switches to another workspace of the login, on its first page: nothing of this one stays in memory. */
export const goOnIn = async (organization: string): Promise<void> => {
  await answered(client.POST('/api/workspace/session/switch', { body: { organization } }))
  location.assign('/')
}

/** Forgets everything at once; an unreachable server is notified when the app is next opened. */
export const signOut = async (): Promise<void> => {
  localStorage.setItem(pending, '')
  tabs.postMessage('signed out')
  const url = await finishSignOut().catch(() => undefined)
  if (url) leaveThere(url)
  else leave()
}
