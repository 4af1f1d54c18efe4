import { iso, parseTimestamp } from '#lib/clock.ts'
import { invalid } from './errors.ts'
import { notTimestamp } from './sentences.ts'

/** Converts a timestamp to its stored form. Throws a 400 if the text is not a timestamp. */
export const storedTimestamp = (field: string, text: string): string => {
  const time = parseTimestamp(text)
  if (time === undefined) throw invalid([field], notTimestamp)
  return iso(time)
}
