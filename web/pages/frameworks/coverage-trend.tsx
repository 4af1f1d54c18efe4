import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { useCoverageDaysNote } from '#web/ui/coverage-days.ts'
import { useFormat } from '#web/ui/display.ts'
import { firstDayOf, Sparkline } from '#web/ui/sparkline.tsx'
import { TrendAxes } from '#web/ui/trend-axes.tsx'
import { percentOf, shareOf } from './percent.ts'

type Day = Schemas['CoverageDay']

/** The number of days of the trend. */
const trendLength = 84

/** The coverage of an active framework over 12 weeks, and its change over them. */
export const CoverageTrend = ({ frameworkId }: { frameworkId: string }) => {
  const { t } = useTranslation('frameworks')
  const format = useFormat()
  const noteOf = useCoverageDaysNote()
  const { data } = api.useQuery('get', '/api/workspace/overview/coverage', {}, { staleTime: 30_000 })
  const days = data?.frameworks.find(({ id }) => id === frameworkId)?.days ?? []
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last || first === last) return null
  const note = noteOf(days)
  const percent = ({ proven, applicable }: Day) => format.percent(percentOf(proven, applicable))
  const label = t('report.trend', {
    ...{ from: format.day(first.day), before: percent(first), until: format.day(last.day), now: percent(last) },
  })
  return (
    <Stack gap={4}>
      <TrendAxes
        top={format.percent(100)}
        bottom={format.percent(0)}
        from={format.day(firstDayOf(last.day, trendLength))}
        until={format.day(last.day)}
      >
        <Sparkline
          days={days.map(one => ({ day: one.day, share: shareOf(one), computed: one.reconstructed }))}
          length={trendLength}
          label={label}
          size="wide"
        />
      </TrendAxes>
      <Text size="xs" c="dimmed" aria-hidden>
        {label}
      </Text>
      {note && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Stack>
  )
}
