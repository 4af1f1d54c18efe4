const shape = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/

/** Whether a name is one of the IANA time zone database; an offset such as +01:00 is not, for it knows no summer time. */
export const isTimeZone = (name: string): boolean => {
  if (!shape.test(name)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

const at = (ms: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)

/**
 * Whole calendar days from one moment to another in a time zone, negative backwards: a day ends at the same time of the
 * next date, so one of a change of summer time has 23 or 25 hours. One minute is 0 days, 25 hours are usually 1.
 */
export const calendarDays = (from: number, to: number, zone: string): number =>
  at(from, zone).until(at(to, zone), { largestUnit: 'days' }).days + 0

/** The moment so many calendar days later, at the same time of the day. */
export const addCalendarDays = (from: number, days: number, zone: string): number =>
  at(from, zone).add({ days }).epochMilliseconds
