import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { CoverageLine } from '#web/ui/coverage-line.tsx'
import { useFormat } from '#web/ui/display.ts'
import { percentOf } from './percent.ts'

type Day = Schemas['CoverageDay']

const weekDays = 7
const weeks = 12

const shareOf = ({ proven, applicable }: Pick<Day, 'proven' | 'applicable'>): number =>
  applicable === 0 ? 0 : proven / applicable

const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10)

/** The coverage of an active framework over 12 weeks, and its change over them. */
export const CoverageTrend = ({ frameworkId }: { frameworkId: string }) => {
  const { t } = useTranslation('frameworks')
  const format = useFormat()
  const { data } = api.useQuery('get', '/api/workspace/overview/coverage', {}, { staleTime: 30_000 })
  const days = data?.frameworks.find(({ id }) => id === frameworkId)?.days ?? []
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last || first === last) return null
  const percent = ({ proven, applicable }: Day) => format.percent(percentOf(proven, applicable))
  const day = (at: string) => format.day(at)
  const label = t('report.trend', {
    ...{ from: day(first.day), before: percent(first), until: day(last.day), now: percent(last) },
  })
  return (
    <Stack gap={4}>
      <CoverageLine
        points={days.map(one => ({ day: one.day, share: shareOf(one) }))}
        from={daysBefore(last.day, weeks * weekDays - 1)}
        until={last.day}
        label={label}
      />
      {days.some(({ reconstructed }) => reconstructed) && (
        <Text size="xs" c="dimmed">
          {t('report.reconstructed')}
        </Text>
      )}
    </Stack>
  )
}
