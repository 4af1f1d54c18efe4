import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { client, errorId, type Schemas, setPagePerson, unwrap } from './client.ts'
import { operations, wholeWorkspace } from './operations.ts'
import { leaveWithoutAsking } from './unsaved.ts'

export type Session = Schemas['Session']
export type Role = Schemas['Person']['role']
export type Operation = keyof typeof operations

/** The signed-in person. Throws the 401 envelope if there is no session. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<Session> => {
    await finishSignOut()
    const session = await unwrap(client.GET('/api/workspace/session', { signal }))
    setPagePerson(session.person.id)
    return session
  },
})

export const useSession = (): Session => useSuspenseQuery(sessionQuery).data

export const mayCall = (
  { role, unitIds }: Pick<Session['person'], 'role' | 'unitIds'>,
  operation: Operation,
): boolean => (operations[operation] as readonly Role[]).includes(role) && !(unitIds && wholeWorkspace.has(operation))

/** Returns a function that checks whether the person may call an operation. Buttons for other operations are hidden. */
export const useCan = (): ((operation: Operation) => boolean) => {
  const { person } = useSession()
  return operation => mayCall(person, operation)
}

/** Loads the sign-in page, so that no data of the session stays in memory. */
export const goToSignIn = (next?: string): void => {
  leaveWithoutAsking()
  location.assign(next ? `/sign-in?${new URLSearchParams({ next })}` : '/sign-in')
}

const signingOutKey = 'probata-signing-out'
/** The longest wait for a sign-out, in milliseconds. */
const maxWaitMs = 3000
const tabs = new BroadcastChannel('probata-session')

// When another tab of this browser signs out, this one forgets its data too.
tabs.addEventListener('message', ({ data }) => {
  if (data === 'signed out' && location.pathname !== '/sign-in') goToSignIn()
})

/**
 * Calls `listener` when a person signs in in another tab or window of this browser. Returns a function that stops it.
 */
export const onSignedIn = (listener: () => void): (() => void) => {
  const onMessage = ({ data }: MessageEvent) => {
    if (data === 'signed in') listener()
  }
  tabs.addEventListener('message', onMessage)
  return () => tabs.removeEventListener('message', onMessage)
}

/**
 * Finishes a sign-out that has not reached the server yet. Returns the URL for signing out at the identity provider, if
 * there is one. Throws while the server is unreachable.
 */
const finishSignOut = async (): Promise<string | undefined> => {
  if (localStorage.getItem(signingOutKey) === null) return undefined
  const { data, error } = await client.DELETE('/api/workspace/session', { signal: AbortSignal.timeout(maxWaitMs) })
  if (error && errorId(error) !== 'unauthorized') throw error
  localStorage.removeItem(signingOutKey)
  return data?.url
}

const signedOutKey = 'probata-signed-out'

/** Opens the sign-out page of the identity provider, which sends people back to the sign-in page. */
const signOutAtProvider = (url: string): void => {
  sessionStorage.setItem(signedOutKey, new URL(url).searchParams.get('state') ?? '')
  leaveWithoutAsking()
  location.assign(url)
}

/** Whether the identity provider sent back a person who signed out in this tab. */
export const isSignedOutAtProvider = (state: string | undefined): boolean =>
  state !== undefined && state !== '' && state === sessionStorage.getItem(signedOutKey)

/** Announces a new session, and drops a pending sign-out that would end it. */
export const keepSession = (): void => {
  localStorage.removeItem(signingOutKey)
  tabs.postMessage('signed in')
}

/** Opens the sign-in page of a workspace that the session does not cover. */
export const signInTo = (organization: string) => (): void =>
  location.assign(`/sign-in?${new URLSearchParams({ organization })}`)

/** Switches to another workspace of the login and loads its home page, so that no data of this one stays in memory. */
export const switchWorkspace = async (organization: string): Promise<void> => {
  await unwrap(client.POST('/api/workspace/session/switch', { body: { organization } }))
  location.assign('/')
}

/**
 * Signs out and forgets all data at once. If the server is unreachable, the next start of the app finishes the
 * sign-out.
 */
export const signOut = async (): Promise<void> => {
  localStorage.setItem(signingOutKey, '')
  tabs.postMessage('signed out')
  const url = await finishSignOut().catch(() => undefined)
  if (url) signOutAtProvider(url)
  else goToSignIn()
}
