import { Cron } from 'croner'

const parsed = new Map<string, Cron>()

/** Reads six fields of croner in UTC, seconds first. Throws on anything else. */
export const parseSchedule = (schedule: string): Cron => {
  const cron = parsed.get(schedule) ?? new Cron(schedule, { utcOffset: 0, mode: '6-part' })
  parsed.set(schedule, cron)
  return cron
}

/** The first moment of the schedule after `ms`; both in milliseconds since the epoch. */
export const nextRun = (schedule: string, ms: number): number => {
  const next = parseSchedule(schedule).nextRun(new Date(ms))
  if (!next) throw new Error(`the schedule ${schedule} names no moment after ${new Date(ms).toISOString()}`)
  return next.getTime()
}
