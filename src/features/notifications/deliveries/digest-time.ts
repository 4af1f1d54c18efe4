import { localDay } from '#lib/time-zone.ts'

/** The hour of the day at which digests are sent, by the clock of their person. */
const digestHour = 8

/** A person's date, and the time at which its digest is due. */
export interface DigestDay {
  /** Such as 2026-11-30. */
  readonly day: string
  readonly dueAt: number
  /** Whether the date is a Saturday or Sunday. */
  readonly isWeekend: boolean
}

/** The date in a time zone at a time. Where 08:00 does not exist, the digest is due at the next time that does. */
export const digestDayOf = (now: number, zone: string): DigestDay => {
  const date = Temporal.PlainDate.from(localDay(now, zone))
  const due = date.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from({ hour: digestHour }) })
  return { day: date.toString(), dueAt: due.epochMilliseconds, isWeekend: date.dayOfWeek >= 6 }
}
