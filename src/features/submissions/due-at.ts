import { invalid } from '#api/errors.ts'
import { iso, parseTimestamp } from '#lib/clock.ts'

/** The due date as it is stored. Throws the 400 of a text that is no timestamp. */
export const dueOf = (text: string): string => {
  const at = parseTimestamp(text)
  if (at === undefined) throw invalid(['dueAt'], 'is no timestamp')
  return iso(at)
}
