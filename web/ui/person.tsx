import { Text } from '@mantine/core'
import { api } from '#web/api/client.ts'

/** Shows a person's name for their id. Other actors, such as service accounts, are shown by id. */
export const PersonName = ({ id }: { id: string }) => {
  const isPerson = id.startsWith('prs_')
  const { data } = api.useQuery(
    'get',
    '/api/workspace/people/{personId}',
    { params: { path: { personId: id } } },
    { enabled: isPerson, staleTime: 600_000 },
  )
  return data ? (
    <span title={id}>{data.name}</span>
  ) : (
    <Text span inherit className="digest">
      {id}
    </Text>
  )
}
