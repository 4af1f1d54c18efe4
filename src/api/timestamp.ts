import { iso, parseTimestamp } from '#lib/clock.ts'
import { invalid } from './errors.ts'

/** A timestamp as it is stored. Throws a 400 where the text is none. */
export const storedTimestamp = (field: string, text: string): string => {
  const at = parseTimestamp(text)
  if (at === undefined) throw invalid([field], 'is not a timestamp')
  return iso(at)
}
