import { useQuery } from '@tanstack/react-query'
import { answered, client } from '#web/api/client.ts'
import { keyOfList } from '#web/api/lists.ts'
import type { Control } from './model.ts'

const largestPage = 200
const maxPages = 10

/** Active controls, for choosing one by its name; the newest 2,000 of more. */
export const useControls = () =>
  useQuery({
    queryKey: [...keyOfList('/api/workspace/controls'), 'names'],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<readonly Control[]> => {
      const found: Control[] = []
      let cursor: string | undefined
      for (let page = 0; page < maxPages; page += 1) {
        const query = { status: 'active', limit: largestPage, ...(cursor && { cursor }) } as const
        const { controls, pagination } = await answered(
          client.GET('/api/workspace/controls', { params: { query }, signal }),
        )
        found.push(...controls)
        cursor = pagination.nextCursor
        if (!cursor) break
      }
      return found
    },
  })
