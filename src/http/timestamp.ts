import { iso, parseTimestamp } from '#lib/clock.ts'
import { invalid } from './errors.ts'
import { notTimestamp } from './sentences.ts'

/** A timestamp in its stored form. Throws a 400 for text that is not one. */
export const storedTimestamp = (field: string, text: string): string => {
  const at = parseTimestamp(text)
  if (at === undefined) throw invalid([field], notTimestamp)
  return iso(at)
}
