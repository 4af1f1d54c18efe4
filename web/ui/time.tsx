import { Text, type TextProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const units = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** Rounded to the unit below: 6 days, 23 hours and 59 minutes are 7 days. */
const roundedBelow = (ms: number, at: number): number => {
  const [, below] = units[at + 1] ?? ['millisecond', 1]
  return Math.round(ms / below) * below
}

// Only whole days count: 25 hours are one day, not "yesterday", which might be two calendar days ago.
const relative = (ms: number, language: string): string => {
  const at = units.findIndex(([, size], i) => Math.abs(roundedBelow(ms, i)) >= size)
  const [unit, size] = units[at] ?? ['second', 1000]
  return new Intl.RelativeTimeFormat(language, { numeric: 'always' }).format(
    Math.trunc(roundedBelow(ms, at) / size),
    unit,
  )
}

/** A moment in the reader's language and time zone; the exact one, in UTC, when pointed at. */
export const useFormatTime = () => {
  const { i18n } = useTranslation()
  return (at: string, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }): string =>
    new Intl.DateTimeFormat(i18n.language, options).format(new Date(at))
}

interface Props extends TextProps {
  /** ISO 8601; nothing happened yet when null. */
  readonly at: string | null | undefined
  /** `ago` says "5 minutes ago"; `date` omits the time. */
  readonly as?: 'ago' | 'date' | 'full'
}

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
