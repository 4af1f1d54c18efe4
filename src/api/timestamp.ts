import { iso, parseTimestamp } from '#lib/clock.ts'
import { invalid } from './errors.ts'

/** A timestamp as it is stored. Throws the 400 of a text that is none. */
export const storedTimestamp = (field: string, text: string): string => {
  const at = parseTimestamp(text)
  if (at === undefined) throw invalid([field], 'is no timestamp')
  return iso(at)
}
