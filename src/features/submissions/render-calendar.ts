import { ICalCalendar, type ICalEventData } from 'ical-generator'
import { minute } from '#lib/clock.ts'
import { localDay } from '#lib/time-zone.ts'

/** The data of a calendar event. */
export type CalendarEntry = ICalEventData

/**
 * The times of an entry about something due: the whole day if it is due with the end of a day, otherwise half an hour
 * from the due time.
 */
export const dueTimes = (due: number, zone: string): Pick<CalendarEntry, 'start' | 'end' | 'allDay'> => {
  const today = localDay(due, zone)
  return localDay(due + 1, zone) === today
    ? { start: new Date(due), end: new Date(due + 30 * minute) }
    : { start: new Date(today), allDay: true }
}

interface Calendar {
  readonly name: string
  readonly product: string
  /** The page that each entry links to. */
  readonly url?: string
}

/** Renders iCalendar (RFC 5545). */
export const renderCalendar = (
  { name, product, url }: Calendar,
  entries: readonly CalendarEntry[],
  now: number,
): string => {
  const calendar = new ICalCalendar({ name, prodId: { company: 'Probata', product }, ttl: 3600 })
  for (const entry of entries) calendar.createEvent({ stamp: new Date(now), ...(url && { url }), ...entry })
  // Each content line ends with CRLF, including the last (RFC 5545 section 3.1).
  return `${calendar}\r\n`
}
