import { useQuery } from '@tanstack/react-query'
import { answered, client, type Schemas } from '#web/api/client.ts'
import { keyOfList } from '#web/api/lists.ts'
import type { Choice } from '#web/ui/filter-bar.tsx'

type Person = Schemas['Person']

const aMinute = 60_000
const largestPage = 200

/** People who can sign in, by name; the newest 200 of more. */
export const usePeople = () =>
  useQuery({
    queryKey: [...keyOfList('/api/workspace/people'), 'names'],
    staleTime: aMinute,
    queryFn: async ({ signal }): Promise<readonly Person[]> => {
      const params = { query: { limit: largestPage } }
      const { people } = await answered(client.GET('/api/workspace/people', { params, signal }))
      return people.filter(({ status }) => status === 'active').sort((a, b) => a.name.localeCompare(b.name))
    },
  })

/** People to choose one from, among them somebody who is there already. */
export const choicesOf = (
  people: readonly Pick<Person, 'id' | 'name'>[],
  present?: { readonly id: string | null; readonly name: string | null },
): Choice[] => [
  ...(present?.id && !people.some(({ id }) => id === present.id)
    ? [{ value: present.id, label: present.name ?? present.id }]
    : []),
  ...people.map(({ id, name }) => ({ value: id, label: name })),
]
