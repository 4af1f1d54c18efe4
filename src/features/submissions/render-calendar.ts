import { ICalCalendar, type ICalEventData } from 'ical-generator'

/** The data of a calendar event. */
export type CalendarEntry = ICalEventData

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
