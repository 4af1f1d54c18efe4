import { Group, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Time } from '#web/ui/time.tsx'

type State = Schemas['FrameworkCoverage']['states'][number]['state']

const colours: Readonly<Record<State, string>> = {
  proven: 'teal',
  partly_proven: 'yellow',
  unproven: 'red',
  without_requirements: 'gray.5',
  unmapped: 'gray.4',
  not_applicable: 'gray.2',
}

interface Props {
  readonly frameworkId: string
  /** Whether to also show the numbers, and when the first proof expires. */
  readonly withText?: boolean
}

/** A bar that shows how many clauses of a framework are proven now, optionally with the numbers. */
export const CoverageBar = ({ frameworkId, withText = false }: Props) => {
  const { t } = useTranslation('frameworks')
  const { t: common } = useTranslation()
  const params = { path: { frameworkId } }
  const path = '/api/workspace/frameworks/{frameworkId}/coverage'
  const { data, error, refetch } = api.useQuery('get', path, { params }, { staleTime: 30_000 })
  if (!data) return <ErrorNote error={error} retry={() => void refetch()} />
  const shownStates = data.states.filter(({ clauses }) => clauses > 0)
  const summary = shownStates.map(({ state, clauses }) => `${common(`status.${state}`)} ${clauses}`).join(', ')
  if (shownStates.length === 0) return withText ? null : '–'
  return (
    <>
      <Progress.Root size="md" role="img" aria-label={summary} miw={80}>
        {shownStates.map(({ state, clauses }) => (
          <Progress.Section
            key={state}
            value={(100 * clauses) / data.clauses}
            color={colours[state]}
            withAria={false}
            title={`${common(`status.${state}`)} ${clauses}`}
          />
        ))}
      </Progress.Root>
      {withText && (
        <Group mt="xs" gap="xs">
          <Text size="sm">{`${t('framework.counted', { count: data.clauses })}: ${summary}`}</Text>
          {data.provenUntil && (
            <Text size="sm" c="dimmed">
              {t('framework.firstEnds')} <Time at={data.provenUntil} />
            </Text>
          )}
        </Group>
      )}
    </>
  )
}
