import type { Format } from './format.ts'

const twoDigits = (value: number): string => String(value).padStart(2, '0')

interface Parts {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
}

/** A minute as `2026-11-29T14:30`; undefined if there is no such day or time, such as 31 February. */
const join = ({ year, month, day, hour, minute }: Parts): string | undefined => {
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute))
  const isReal = time.getUTCMonth() === month - 1 && time.getUTCDate() === day && hour < 24 && minute < 60
  return isReal
    ? `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}T${twoDigits(hour)}:${twoDigits(minute)}`
    : undefined
}

const bare = (name: string): string => name.replace(/\.$/, '').toLowerCase()

const monthNumber = (name: string, monthNames: readonly string[]): number =>
  name.length < 3 ? 0 : monthNames.findIndex(month => bare(name).startsWith(bare(month).slice(0, 3))) + 1

const patterns = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})/,
  /^(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})/,
  /^(?<day>\d{1,2})\.?\s+(?<name>\p{L}+\.?)\s+(?<year>\d{4})/u,
]
const timePattern = /^(?:T|,?\s+)(?<hour>\d{1,2}):(?<minute>\d{2})$/

/**
 * Reads a typed time: `2026-11-29 14:30`, `29.11.2026 14:30` or `29 Nov 2026 14:30`; without a time of day, midnight.
 * Returns `2026-11-29T14:30`, or undefined for any other text.
 */
export const readMoment = (text: string, monthNames: readonly string[]): string | undefined => {
  const typed = text.trim()
  const date = patterns.map(pattern => pattern.exec(typed)).find(match => match !== null)
  const { year, month, name, day } = date?.groups ?? {}
  const rest = typed.slice(date?.[0].length)
  const { hour, minute } = timePattern.exec(rest)?.groups ?? {}
  if (!date || (rest !== '' && hour === undefined)) return undefined
  return join({
    year: Number(year),
    month: name === undefined ? Number(month) : monthNumber(name, monthNames),
    day: Number(day),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
  })
}

/** Writes `2026-11-29T14:30` in the user's date format, which `readMoment` can read. Empty for an empty text. */
export const writeMoment = (local: string, format: Format): string => {
  const [date = '', time = ''] = local.split('T')
  if (date === '') return ''
  return `${format.typedDay(date)} ${time.slice(0, 5)}`
}
