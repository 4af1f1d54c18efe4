import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { unwrap } from './client.ts'
import { type ListedRoomItem, roomClient, roomQuery } from './room.ts'

const kinds = ['clause', 'control', 'claim'] as const
const pageSize = 200
const keyOfItems = ['room', 'items'] as const

const readKind = async (kind: ListedRoomItem['kind'], signal: AbortSignal): Promise<ListedRoomItem[]> => {
  const rows: ListedRoomItem[] = []
  let cursor: string | undefined
  do {
    const query = { kind, limit: pageSize, ...(cursor !== undefined && { cursor }) }
    const { items, pagination } = await unwrap(roomClient.GET('/api/room/items', { params: { query }, signal }))
    rows.push(...items)
    cursor = pagination.nextCursor ?? undefined
  } while (cursor !== undefined)
  return rows
}

/**
 * All frozen items of the room: clauses, then controls, then claims. Reads them again when the room has been updated.
 */
export const useRoomItems = () => {
  const { data: session } = useQuery(roomQuery)
  return useQuery({
    queryKey: [...keyOfItems, session?.room.scopeDigest],
    enabled: session !== undefined,
    staleTime: 60_000,
    // Keeps the page visible while the items of an updated room load.
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await Promise.all(kinds.map(kind => readKind(kind, signal)))).flat(),
  })
}

type Patch = (item: ListedRoomItem) => ListedRoomItem

/**
 * Applies a response to one item of the list, because listing a room of 5,000 claims again would take many requests.
 */
export const usePatchItem = () => {
  const queries = useQueryClient()
  return useCallback(
    (id: string, patch: Patch): void =>
      void queries.setQueriesData<ListedRoomItem[]>({ queryKey: keyOfItems }, items =>
        items?.map(item => (item.id === id ? patch(item) : item)),
      ),
    [queries],
  )
}
