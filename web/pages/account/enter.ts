import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { setPagePerson } from '#web/api/client.ts'
import { keepSession, type Session, sessionQuery } from '#web/api/session.ts'

/** Allows only paths of this app. Any other URL leads to the home page. */
const pathInApp = (next: string | undefined): string => (next && /^\/(?![/\\])/.test(next) ? next : '/')

/** Returns a function that continues with a new session, and drops the data that a previous person read. */
export const useEnter = (): ((session: Session, next?: string) => void) => {
  const queries = useQueryClient()
  const router = useRouter()
  return (session, next) => {
    queries.clear()
    keepSession()
    setPagePerson(session.person.id)
    queries.setQueryData(sessionQuery.queryKey, session)
    router.history.push(pathInApp(next))
  }
}

const nextKey = 'probata-next'

/** Remembers the page to open after a sign-in at another site, for this tab only. */
export const rememberNext = (next: string | undefined): void => sessionStorage.setItem(nextKey, next ?? '/')

export const recallNext = (): string => {
  const next = sessionStorage.getItem(nextKey) ?? '/'
  sessionStorage.removeItem(nextKey)
  return next
}

/** Whether an error requests the second factor, which the server does only after a correct password. */
export const asksForCode = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'secondFactor' in error

/** The ids of the passkeys that an error or a pending sign-on requests. */
export const passkeysIn = (response: unknown): readonly string[] =>
  typeof response === 'object' && response !== null && 'passkeys' in response && Array.isArray(response.passkeys)
    ? response.passkeys
    : []
