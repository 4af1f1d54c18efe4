import { Text, type TextProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from './display.ts'
import type { Format, Precision } from './format.ts'

const units = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** Rounds to the next smaller unit: 6 days, 23 hours and 59 minutes become 7 days. */
const roundToSmallerUnit = (ms: number, index: number): number => {
  const [, smaller] = units[index + 1] ?? ['millisecond', 1]
  return Math.round(ms / smaller) * smaller
}

// Counts whole units: 25 hours are "1 day ago", not "yesterday", which can be two calendar days ago.
const relative = (ms: number, format: Format): string => {
  const index = units.findIndex(([, size], i) => Math.abs(roundToSmallerUnit(ms, i)) >= size)
  const [unit, size] = units[index] ?? ['second', 1000]
  return format.relative(Math.trunc(roundToSmallerUnit(ms, index) / size), unit)
}

/** Returns a function that formats a timestamp as the user chose, to the minute or to another precision. */
export const useFormatTime = (): ((at: string, precision?: Precision) => string) => useFormat().moment

interface Props extends TextProps {
  /** ISO 8601; null if it has not happened yet. */
  readonly at: string | null | undefined
  /** `ago` shows "5 minutes ago", `due` "in 5 minutes" or "due now"; `date` omits the time. */
  readonly as?: 'ago' | 'due' | 'date' | 'full'
}

/** Whether a time is midnight on the user's clock, which people and registers enter for a whole day. */
const isMidnight = (at: string, format: Format): boolean =>
  at.endsWith(':00.000Z') && format.toLocal(at).endsWith('T00:00')

/** Returns a function that formats a due time: midnight as a day, any other time to the minute. */
export const useFormatDue = (): ((at: string) => string) => {
  const format = useFormat()
  return at => format.moment(at, isMidnight(at, format) ? 'date' : 'minute')
}

/** A time as the user chose; the tooltip adds UTC. Midnight is shown as the day alone. */
export const Time = ({ at, as = 'full', ...rest }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (!at)
    return (
      <Text span c="dimmed" inherit {...rest}>
        {t('time.never')}
      </Text>
    )
  const texts = {
    ago: () => relative(Date.parse(at) - Date.now(), format),
    due: () => (Date.parse(at) <= Date.now() ? t('time.dueNow') : relative(Date.parse(at) - Date.now(), format)),
    date: () => format.moment(at, 'date'),
    full: () => format.moment(at, isMidnight(at, format) ? 'date' : 'minute'),
  }
  const time = (
    <time dateTime={at} title={`${format.moment(at)} · ${at}`}>
      {texts[as]()}
    </time>
  )
  // Without a style, renders no wrapper, because a table has hundreds of times.
  if (Object.keys(rest).length === 0) return time
  return (
    <Text span inherit={rest.size === undefined} {...rest}>
      {time}
    </Text>
  )
}
