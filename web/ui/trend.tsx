import { Group, Skeleton, Text } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from './lazy-part.ts'
import type { Series } from './trend-chart.tsx'

const TrendChart = lazyPart(() => import('./trend-chart.tsx').then(file => file.default))

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** A small chart of the last days, with the totals in its legend. */
export const Trend = ({ days, series }: { days: readonly string[]; series: readonly Series[] }) => {
  const { t } = useTranslation()
  return (
    <figure className="trend">
      <div aria-hidden>
        <Suspense fallback={<Skeleton height={110} />}>
          <TrendChart days={days} series={series} />
        </Suspense>
      </div>
      <Group component="figcaption" gap="sm" fz="xs" c="dimmed">
        <Text inherit>{t('time.days', { count: days.length })}:</Text>
        {series.map(({ name, tone, values }) => (
          <Text key={name} inherit className={`trend-${tone}`}>
            {name} {sum(values)}
          </Text>
        ))}
      </Group>
    </figure>
  )
}
