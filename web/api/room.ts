import { useInfiniteQuery } from '@tanstack/react-query'
import createFetchClient from 'openapi-fetch'
import { openAttachment } from '#web/workers/open-attachment.ts'
import { idempotencyKeys, personHeader, type Schemas, steadyFetch, unwrap } from './client.ts'
import { type Pages, pagesOf } from './lists.ts'
import type { paths } from './schema.d.ts'

export type RoomSession = Schemas['RoomSession']
export type RoomItem = Schemas['RoomItem']
export type ListedRoomItem = Schemas['ListedRoomItem']
export type RoomEntry = Schemas['ListedRoomEntry']

/** The guest whose link opened this page. Another tab may have opened another link. */
let guest: string | undefined

/** Calls the endpoints for guests, without a person's session. A 401 does not open the sign-in page. */
export const roomClient = createFetchClient<paths>({ baseUrl: location.origin, cache: 'no-store', fetch: steadyFetch })
roomClient.use(idempotencyKeys, {
  onRequest({ request }) {
    if (guest !== undefined) request.headers.set(personHeader, guest)
    return request
  },
})

const key = 'room'

/** The guest in the room. Throws the 401 envelope if no guest is signed in. */
export const roomQuery = {
  queryKey: [key, 'session'],
  retry: false,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<RoomSession> => {
    const session = await unwrap(roomClient.GET('/api/room/scope', { signal }))
    guest = session.guest.id
    return session
  },
} as const

/**
 * Queries that are never reread: the audit trail records each opening of an item or a file, and the list of items is
 * patched instead.
 */
const keptAfterWrite: ReadonlySet<unknown> = new Set(['item', 'file', 'items'])

/** Whether to reread a query after a guest writes. */
export const isRereadAfterWrite = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  queryKey[0] === key && !keptAfterWrite.has(queryKey[1])

const pollingMs = 5000

/** The bundle of the room. Polls while it is being prepared. */
export const bundleQuery = {
  queryKey: [key, 'bundle'],
  queryFn: ({ signal }: { signal: AbortSignal }) => unwrap(roomClient.GET('/api/room/bundle', { signal })),
  refetchInterval: ({ state }: { state: { data?: { bundle: Schemas['RoomBundle'] | null } | undefined } }) =>
    state.data?.bundle?.status === 'preparing' ? pollingMs : (false as const),
}

const openedOnce = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

/** Reads an item each time the guest opens it, but not when the page rereads its data. */
export const itemQuery = (itemId: string) => ({
  queryKey: [key, 'item', itemId],
  queryFn: () => unwrap(roomClient.POST('/api/room/items/{itemId}/open', { params: { path: { itemId } } })),
  ...openedOnce,
})

/** Opens a file of a frozen claim, as `itemQuery` opens an item. */
export const fileQuery = (claimId: string, artifactId: string) => ({
  queryKey: [key, 'file', claimId, artifactId],
  queryFn: ({ signal }: { signal: AbortSignal }) => openAttachment({ claimId, artifactId }, signal, 'room'),
  ...openedOnce,
})

interface Page {
  readonly pagination: { readonly nextCursor?: string | undefined }
}

const usePages = <Body extends Page, Row>(
  queryName: readonly string[],
  read: (cursor?: string) => Promise<Body>,
  rows: (body: Body) => readonly Row[],
): Pages<Row> => {
  const query = useInfiniteQuery({
    queryKey: [key, ...queryName],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }: Body) => pagination.nextCursor,
    queryFn: ({ pageParam }) => read(pageParam),
  })
  return pagesOf(query, rows)
}

const cursorQuery = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor })

/** All entries, or the entries about one item. */
export const useEntries = (itemId?: string) =>
  usePages(
    ['entries', itemId ?? ''],
    cursor => {
      const query = { ...(itemId !== undefined && { itemId }), ...cursorQuery(cursor) }
      return unwrap(roomClient.GET('/api/room/entries', { params: { query } }))
    },
    ({ entries }) => entries,
  )
