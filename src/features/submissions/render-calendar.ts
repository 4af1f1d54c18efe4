import { ICalCalendar, type ICalEventData } from 'ical-generator'

/** An event; its start says when. */
export type CalendarEntry = ICalEventData

interface Calendar {
  readonly name: string
  readonly product: string
  /** Where each entry leads. */
  readonly url?: string
}

/** iCalendar (RFC 5545). */
export const renderCalendar = (
  { name, product, url }: Calendar,
  entries: readonly CalendarEntry[],
  now: number,
): string => {
  const calendar = new ICalCalendar({ name, prodId: { company: 'Probata', product }, ttl: 3600 })
  for (const entry of entries) calendar.createEvent({ stamp: new Date(now), ...(url && { url }), ...entry })
  // Each content line ends with CRLF, also the last (RFC 5545 section 3.1).
  return `${calendar}\r\n`
}
