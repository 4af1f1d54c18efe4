import { Cron } from 'croner'

const cache = new Map<string, Cron>()

/** Parses six fields of croner in UTC, seconds first. Throws for anything else. */
export const parseSchedule = (schedule: string): Cron => {
  const cron = cache.get(schedule) ?? new Cron(schedule, { utcOffset: 0, mode: '6-part' })
  cache.set(schedule, cron)
  return cron
}

/** The first scheduled time after `ms`; both in milliseconds since the epoch. */
export const nextRun = (schedule: string, ms: number): number => {
  const next = parseSchedule(schedule).nextRun(new Date(ms))
  if (!next) throw new Error(`the schedule ${schedule} has no time after ${new Date(ms).toISOString()}`)
  return next.getTime()
}
