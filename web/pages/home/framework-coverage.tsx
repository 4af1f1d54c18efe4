import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { percentOf, shareOf } from '#web/pages/frameworks/percent.ts'
import { useCoverageDaysNote } from '#web/ui/coverage-days.ts'
import { useFormat } from '#web/ui/display.ts'
import { PlainLink } from '#web/ui/links.tsx'
import { type SparkDay, Sparkline } from '#web/ui/sparkline.tsx'

type Framework = Schemas['CoveredFramework']

/** The number of days of a trend line. */
const trendLength = 84

const Change = ({ framework: { percent, percentBefore, days } }: { framework: Framework }) => {
  const { t } = useTranslation('home')
  const format = useFormat()
  const [first] = days
  if (percent === null || !first) return null
  if (percentBefore === null) return t('coverage.since', { day: format.day(first.day) })
  const change = percent - percentBefore
  if (change === 0) return t('coverage.same')
  return t(change > 0 ? 'coverage.up' : 'coverage.down', { count: Math.abs(change) })
}

const TrendLine = ({ days }: Pick<Framework, 'days'>) => {
  const { t } = useTranslation('home')
  const format = useFormat()
  const noteOf = useCoverageDaysNote()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last || first === last) return null
  const dayOf = ({ day }: { day: string }) => format.day(day)
  const percentAt = ({ proven, applicable }: typeof first) => percentOf(proven, applicable)
  const words = t('coverage.trend', {
    ...{ first: percentAt(first), firstDay: dayOf(first), last: percentAt(last), lastDay: dayOf(last) },
  })
  const points: SparkDay[] = days.map(day => ({ day: day.day, share: shareOf(day), computed: day.reconstructed }))
  return <Sparkline days={points} length={trendLength} label={`${words} ${noteOf(days)}`.trim()} />
}

/** One framework: its proven share, the change and the trend. Links to the report on missing proof. */
export const FrameworkCoverage = ({ framework }: { framework: Framework }) => {
  const { t } = useTranslation('home')
  const { id, title, applicable, proven, percent, days } = framework
  const format = useFormat()
  return (
    <PlainLink
      to="/governance/frameworks/$frameworkId/report"
      params={{ frameworkId: id }}
      className="figure"
      display="block"
    >
      <Group justify="space-between" gap="sm" align="flex-start" wrap="nowrap">
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={600}>
            {title}
          </Text>
          <Text size="xs" c="dimmed">
            {percent === null ? t('coverage.empty') : t('coverage.of', { proven, applicable })}
          </Text>
          <Text size="xs" c="dimmed">
            <Change framework={framework} />
          </Text>
        </Stack>
        <Text fz="xl" fw={650} lh={1.2} className="fixed-size">
          {percent === null ? '–' : format.percent(percent)}
        </Text>
      </Group>
      <TrendLine days={days} />
    </PlainLink>
  )
}
