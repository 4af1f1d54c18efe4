import { useMantineTheme } from '@mantine/core'
import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis } from 'recharts'
import { nameControls } from '#client/verify/direction-controls.ts'
import { useFormat } from './display.ts'

export interface Series {
  readonly name: string
  readonly tone: 'good' | 'bad' | 'neutral'
  readonly values: readonly number[]
}

interface Props {
  /** UTC days, such as 2026-11-21. */
  readonly days: readonly string[]
  readonly series: readonly Series[]
}

/** Stacked numbers per day. Recharts bypasses `shown-text.ts`, so direction controls in names are replaced here. */
export default function TrendChart({ days, series: input }: Props) {
  const series = input.map(entry => ({ ...entry, name: nameControls(entry.name) }))
  const { colors } = useMantineTheme()
  const { shortDay } = useFormat()
  const tones = { good: colors.teal[6], bad: colors.red[6], neutral: colors.blue[5] }
  const data = days.map((day, i) => ({
    day,
    ...Object.fromEntries(series.map(({ name, values }) => [name, values[i] ?? 0])),
  }))
  return (
    <ResponsiveContainer width="100%" height={110}>
      <BarChart
        data={data}
        margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
        barCategoryGap={1}
        accessibilityLayer={false}
      >
        <XAxis
          dataKey="day"
          tickFormatter={shortDay}
          interval="preserveStartEnd"
          minTickGap={60}
          tickLine={false}
          tick={{ fontSize: 11, fill: 'var(--mantine-color-dimmed)' }}
          stroke="var(--mantine-color-default-border)"
        />
        <Tooltip
          labelFormatter={day => shortDay(String(day))}
          isAnimationActive={false}
          contentStyle={{
            background: 'var(--mantine-color-body)',
            border: '1px solid var(--mantine-color-default-border)',
            fontSize: 12,
          }}
        />
        {series.map(({ name, tone }) => (
          <Bar key={name} dataKey={name} stackId="day" fill={tones[tone] ?? ''} isAnimationActive={false} />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
