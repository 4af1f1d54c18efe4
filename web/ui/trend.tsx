import { Skeleton, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Series } from './trend-chart.tsx'

const TrendChart = lazy(() => import('./trend-chart.tsx'))

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** A small chart of the last days; its sums in words for whoever does not see it. */
export const Trend = ({
  label,
  days,
  series,
}: {
  label: string
  days: readonly string[]
  series: readonly Series[]
}) => {
  const { t } = useTranslation()
  const words = series.map(({ name, values }) => `${name} ${sum(values)}`).join(', ')
  return (
    <figure style={{ margin: 0 }}>
      <VisuallyHidden component="figcaption">
        {label}, {t('time.days', { count: days.length })}: {words}
      </VisuallyHidden>
      <div aria-hidden>
        <Suspense fallback={<Skeleton height={110} />}>
          <TrendChart days={days} series={series} />
        </Suspense>
      </div>
    </figure>
  )
}
