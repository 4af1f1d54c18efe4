import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { CoverageParts } from '#web/ui/coverage-parts.tsx'
import { useFormat } from '#web/ui/display.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Time } from '#web/ui/time.tsx'
import { percentOf } from './percent.ts'

type Coverage = Schemas['FrameworkCoverage']

const staleMs = 30_000

/** The present coverage of a framework. */
export const useCoverage = (frameworkId: string) =>
  api.useQuery(
    'get',
    '/api/workspace/frameworks/{frameworkId}/coverage',
    { params: { path: { frameworkId } } },
    { staleTime: staleMs },
  )

/** The clauses that apply, those that are proven, and those without proof. */
export const countsOf = ({ clauses, states }: Coverage) => {
  const countIn = (target: Coverage['states'][number]['state']) =>
    states.find(({ state }) => state === target)?.clauses ?? 0
  const notApplicable = countIn('not_applicable')
  const [applicable, proven, partly] = [clauses - notApplicable, countIn('proven'), countIn('partly_proven')]
  return { applicable, notApplicable, proven, partly, missing: applicable - proven }
}

/** Shows how much of a framework is proven, in one figure and one sentence, with a bar of all clauses. */
export const CoverageSummary = ({ frameworkId }: { frameworkId: string }) => {
  const { t } = useTranslation('frameworks')
  const format = useFormat()
  const { data, error, refetch } = useCoverage(frameworkId)
  if (!data) return <ErrorNote error={error} retry={() => void refetch()} />
  const { applicable, proven, partly, missing, notApplicable } = countsOf(data)
  if (data.clauses === 0) return <Text>{t('report.nothing')}</Text>
  const counted = (count: number) => ({ count, clauses: format.number(count) })
  const sentences = [
    applicable === 0
      ? t('report.noneApplies')
      : t('report.answer', { count: proven, proven: format.number(proven), applicable: format.number(applicable) }),
    partly > 0 && t('report.partly', counted(partly)),
    missing > partly && t('report.missing', counted(missing - partly)),
    notApplicable > 0 && t('report.notApplicable', counted(notApplicable)),
  ]
  return (
    <Stack gap="sm">
      <Group gap="md" wrap="nowrap" align="center">
        {applicable > 0 && (
          <Text component="strong" fz={36} lh={1} fw={650}>
            {format.percent(percentOf(proven, applicable))}
          </Text>
        )}
        <Text>{sentences.filter(Boolean).join(' ')}</Text>
      </Group>
      <div>
        <CoverageParts parts={data.states} withText />
      </div>
      {data.provenUntil && (
        <Text size="sm" c="dimmed">
          {t('framework.firstEnds')} <Time at={data.provenUntil} as="date" />
        </Text>
      )}
    </Stack>
  )
}
