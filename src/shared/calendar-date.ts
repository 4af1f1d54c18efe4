import { Type } from 'typebox'
import { invalid } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'

const notDate = sentence`field.calendar_date: must be a date, such as 2026-12-24`

/** A calendar date. Requests also need `requireCalendarDate`, since the pattern allows 2026-02-31. */
export const CalendarDate = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  patternMessage: notDate,
  description: 'A date, such as 2026-12-24.',
})

/** Throws a 400 unless the calendar has the date. */
export const requireCalendarDate = (field: string, date: string | null): void => {
  if (date === null) return
  try {
    Temporal.PlainDate.from(date)
  } catch {
    throw invalid([field], notDate)
  }
}
