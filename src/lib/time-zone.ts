const namePattern = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/

/**
 * Whether a name is in the IANA time zone database. Rejects offsets such as +01:00, because they have no daylight
 * saving time.
 */
export const isTimeZone = (name: string): boolean => {
  if (!namePattern.test(name)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

const inZone = (ms: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)

/**
 * Returns the number of whole calendar days from one time to another in a time zone, negative if `to` is earlier. A day
 * ends at the same local time on the next date, so a day with a daylight saving change has 23 or 25 hours. One minute
 * is 0 days; 25 hours are usually 1.
 */
export const calendarDays = (from: number, to: number, zone: string): number =>
  inZone(from, zone).until(inZone(to, zone), { largestUnit: 'days' }).days + 0

/** Adds calendar days to a time and keeps the local time of day. */
export const addCalendarDays = (from: number, days: number, zone: string): number =>
  inZone(from, zone).add({ days }).epochMilliseconds

/** The date of a time in a time zone, such as 2026-01-31. */
export const localDay = (ms: number, zone: string): string => inZone(ms, zone).toPlainDate().toString()
