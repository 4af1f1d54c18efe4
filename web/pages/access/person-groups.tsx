import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { FactList } from '#web/ui/facts.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Time } from '#web/ui/time.tsx'

/** The maximum number of groups shown, so that the list stays readable. */
const maxShown = 50

const listOf = (names: readonly string[]): string => names.slice(0, maxShown).join(', ')

/** The groups of a person, as each source last sent them. Shows nothing if no source did. */
export const PersonGroups = ({ personId }: { personId: string }) => {
  const { t } = useTranslation('access')
  const path = '/api/workspace/people/{personId}/groups'
  const { data, error, refetch } = api.useQuery('get', path, { params: { path: { personId } } })
  if (!data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (data.received.length === 0) return null
  return (
    <>
      <Title order={2} mt="xl" mb="xs">
        {t('groups.ofPerson')}
      </Title>
      <Stack>
        {data.received.map(({ source, receivedAt, groups, matching }) => {
          const others = groups.filter(group => !matching.includes(group))
          return (
            <Stack key={source} gap="xs">
              <Text fw={600}>{t(`groups.sources.${source}`)}</Text>
              <FactList
                entries={[
                  [t('groups.receivedAt'), <Time key="at" at={receivedAt} />],
                  [t('groups.matching'), listOf(matching) || t('groups.noMatch')],
                  [t('groups.others', { number: others.length }), listOf(others)],
                ]}
              />
            </Stack>
          )
        })}
      </Stack>
    </>
  )
}
