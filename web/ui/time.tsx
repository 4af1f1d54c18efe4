import { Text, type TextProps } from '@mantine/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

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
const relative = (ms: number, language: string): string => {
  const index = units.findIndex(([, size], i) => Math.abs(roundToSmallerUnit(ms, i)) >= size)
  const [unit, size] = units[index] ?? ['second', 1000]
  return new Intl.RelativeTimeFormat(language, { numeric: 'always' }).format(
    Math.trunc(roundToSmallerUnit(ms, index) / size),
    unit,
  )
}

/** Returns a function that formats a timestamp in the reader's language and time zone. */
export const useFormatTime = () => {
  const { i18n } = useTranslation()
  const { language } = i18n
  return useCallback(
    (at: string, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }): string =>
      new Intl.DateTimeFormat(language, options).format(new Date(at)),
    [language],
  )
}

interface Props extends TextProps {
  /** ISO 8601; null if it has not happened yet. */
  readonly at: string | null | undefined
  /** `ago` shows "5 minutes ago"; `date` omits the time. */
  readonly as?: 'ago' | 'date' | 'full'
}

/** A time in the reader's language and time zone; the tooltip adds UTC. */
export const Time = ({ at, as = 'full', ...rest }: Props) => {
  const { t, i18n } = useTranslation()
  const format = useFormatTime()
  if (!at)
    return (
      <Text span c="dimmed" inherit {...rest}>
        {t('time.never')}
      </Text>
    )
  const texts = {
    ago: () => relative(Date.parse(at) - Date.now(), i18n.language),
    date: () => format(at, { dateStyle: 'medium' }),
    full: () => format(at),
  }
  return (
    <Text span inherit={rest.size === undefined} {...rest}>
      <time dateTime={at} title={`${format(at)} · ${at}`}>
        {texts[as]()}
      </time>
    </Text>
  )
}
