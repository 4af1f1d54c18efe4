import { iso } from '#lib/clock.ts'
import { type PeriodPattern, periodAfter, periodOf, type ReportingPeriod } from '#lib/periods/reporting-period.ts'
import { localDay } from '#lib/time-zone.ts'
import type { Schedule } from './schedule.ts'

/** When the next package of a schedule is created, and for which reporting period. */
export interface Plan {
  readonly periodEnd: string
  readonly nextAt: string
}

/** Movable holidays are known until 2100 (lib/periods). */
const lastYear = 2098

const patternOf = ({ every, startMonth = 1, startDay = 1 }: Schedule): PeriodPattern | undefined =>
  every === 'occurrence' ? undefined : { length: every, startMonth, startDay }

const planFor = (schedule: Schedule, period: ReportingPeriod, zone: string, earliest: number): Plan | undefined => {
  const periodEnd = period.lastDay.toString()
  if (period.lastDay.year > lastYear || (schedule.endsOn !== undefined && periodEnd > schedule.endsOn)) return undefined
  const creation = period.lastDay.subtract({ days: schedule.leadDays ?? 0 }).toZonedDateTime(zone).epochMilliseconds
  return { periodEnd, nextAt: iso(Math.max(creation, earliest)) }
}

/**
 * Plans the first package of a schedule that is set or resumed now: that of the current reporting period, or of a later
 * one if it starts later. Undefined if no period gets a package.
 */
export const firstPlan = (schedule: Schedule, now: number, zone: string): Plan | undefined => {
  const pattern = patternOf(schedule)
  const today = localDay(now, zone)
  const { startsOn = today } = schedule
  return (
    pattern &&
    planFor(schedule, periodOf(pattern, Temporal.PlainDate.from(startsOn > today ? startsOn : today)), zone, now)
  )
}

/** The reporting period of a plan. */
export const periodOfPlan = (
  schedule: Schedule,
  { periodEnd }: Pick<Plan, 'periodEnd'>,
): ReportingPeriod | undefined => {
  const pattern = patternOf(schedule)
  return pattern && periodOf(pattern, Temporal.PlainDate.from(periodEnd))
}

/** The plan after this one. It is never planned earlier than this one was, so that late packages are known as late. */
export const planAfter = (schedule: Schedule, { periodEnd, nextAt }: Plan, zone: string): Plan | undefined => {
  const pattern = patternOf(schedule)
  return (
    pattern && planFor(schedule, periodAfter(pattern, Temporal.PlainDate.from(periodEnd)), zone, Date.parse(nextAt))
  )
}

/** The next reporting periods of a schedule, for its preview. */
export const nextPeriods = (schedule: Schedule, now: number, zone: string, count: number): ReportingPeriod[] => {
  const periods: ReportingPeriod[] = []
  for (
    let plan = firstPlan(schedule, now, zone);
    plan && periods.length < count;
    plan = planAfter(schedule, plan, zone)
  ) {
    const period = periodOfPlan(schedule, plan)
    if (period) periods.push(period)
  }
  return periods
}
