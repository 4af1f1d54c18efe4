import { Text } from '@mantine/core'
import { api } from '#web/api/client.ts'

/** The name behind the id of a person; another actor, such as a service account, is shown by its id. */
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
