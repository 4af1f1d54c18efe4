const shape = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/

/**
 * Whether a name belongs to the IANA time zone database; an offset such as +01:00 does not, because it has no summer
 * time.
 */
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
 * Whole calendar days from one moment to another in a time zone, negative backwards: a day ends at the same time on the
 * next date, so a day with a change to or from summer time has 23 or 25 hours. One minute is 0 days, 25 hours are
 * usually 1.
 */
export const calendarDays = (from: number, to: number, zone: string): number =>
  at(from, zone).until(at(to, zone), { largestUnit: 'days' }).days + 0

/** The time this many calendar days later, at the same time of day. */
export const addCalendarDays = (from: number, days: number, zone: string): number =>
  at(from, zone).add({ days }).epochMilliseconds

/** The date of a moment in a time zone: 2026-01-31. */
export const localDay = (ms: number, zone: string): string => at(ms, zone).toPlainDate().toString()
