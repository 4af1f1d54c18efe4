import { localDay } from '#lib/time-zone.ts'
import type { Reader } from './reminder.ts'

const locales = { en: 'en-GB', de: 'de-DE' } as const

type DateReader = Pick<Reader, 'language' | 'zone' | 'dateFormat'>

/** The date of a time as the person reads it: 2026-11-30, 30 Nov 2026 or, by default, as their language writes it. */
export const formatDate = (ms: number, { language, zone, dateFormat }: DateReader): string => {
  if (dateFormat === 'iso') return localDay(ms, zone)
  const style =
    dateFormat === 'day_month_year'
      ? ({ day: 'numeric', month: 'short', year: 'numeric' } as const)
      : ({ dateStyle: 'long' } as const)
  return new Intl.DateTimeFormat(locales[language], { ...style, timeZone: zone }).format(ms)
}

/** The number of midnights between two times in a zone: 0 on the same date, 1 for tomorrow, -1 for yesterday. */
export const datesBetween = (from: number, to: number, zone: string): number => {
  const start = (ms: number) => Temporal.PlainDate.from(localDay(ms, zone))
  return start(from).until(start(to), { largestUnit: 'days' }).days
}
