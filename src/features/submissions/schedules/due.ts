import { iso } from '#lib/clock.ts'
import { endOfPeriod } from '#lib/periods/end-of-period.ts'
import { computeFilingDeadline } from '#lib/periods/filing-deadline.ts'
import type { PlaceCalendar } from '#lib/periods/holiday-thread.ts'
import { holidayData } from '#lib/periods/holidays.ts'
import type { Period } from '#lib/periods/period.ts'
import type { ReportingPeriod } from '#lib/periods/reporting-period.ts'
import { type FilingRule, sectorRules } from '#lib/periods/sector-rules.ts'
import { placeMissing, requireCalendar, ScheduleMistake } from './check-schedule.ts'
import { needsHolidays, type OccurrenceEvent, type Schedule } from './schedule.ts'
import { type DeadlineStep, stepWriter } from './steps.ts'

/** The settings of a workspace that due dates depend on. */
export interface PlaceSettings {
  readonly time_zone: string
  readonly holiday_place: string | null
}

/** The zone and the holidays with which due dates are computed. */
export interface Basis {
  readonly zone: string
  /** Undefined if no holiday can change the due date. */
  readonly calendar: PlaceCalendar | undefined
}

/** When events happened, in milliseconds since the epoch. */
export type EventTimes = Readonly<Partial<Record<OccurrenceEvent, number>>>

/** A due date with its computation. */
export interface ComputedDue {
  readonly dueAt: string
  readonly timeZone: string
  readonly place: string | null
  /** The package and version with the holidays. */
  readonly holidayData: string | null
  readonly steps: readonly DeadlineStep[]
}

/** Loads the holidays for periods about a time. Throws ScheduleMistake if they are needed but no place is set or they cannot be read. */
export const findBasis = async (
  schedule: Schedule,
  { time_zone: zone, holiday_place }: PlaceSettings,
  near: number,
): Promise<Basis> => {
  if (!needsHolidays(schedule)) return { zone, calendar: undefined }
  const place = schedule.place ?? holiday_place
  if (place === null) throw new ScheduleMistake('place', placeMissing)
  return { zone, calendar: await requireCalendar(place, zone, near) }
}

const legalCalendar = ({ zone, calendar }: Basis) => calendar ?? { zone, holidayOn: () => undefined }

/** A period that ends with a day is due in the last millisecond of it; one in hours, at its exact end. */
const dueMoment = (end: number, isExact: boolean): string => iso(isExact ? end : end - 1)

const withBasis = ({ zone, calendar }: Basis, dueAt: string, steps: readonly DeadlineStep[]): ComputedDue => ({
  dueAt,
  timeZone: zone,
  place: calendar?.place ?? null,
  holidayData: calendar ? holidayData : null,
  steps,
})

const startOfDay = (date: Temporal.PlainDate, zone: string): number => date.toZonedDateTime(zone).epochMilliseconds

const fixedDate = ({ month, day }: { month: number; day: number }, after: Temporal.PlainDate): Temporal.PlainDate => {
  const inYear = (year: number) => Temporal.PlainDate.from({ year, month, day })
  const date = inYear(after.year)
  return Temporal.PlainDate.compare(date, after) > 0 ? date : inYear(after.year + 1)
}

/** The due date of the package for a reporting period. The period in law runs from its last moment. */
export const computeForPeriod = (schedule: Schedule, period: ReportingPeriod, basis: Basis): ComputedDue => {
  const { key, lastDay } = period
  const write = stepWriter(basis.calendar)
  const opening = write.reportingPeriod(key, lastDay.toString())
  if (schedule.fixedDue) {
    const date = fixedDate(schedule.fixedDue, lastDay)
    const end = startOfDay(date.add({ days: 1 }), basis.zone)
    return withBasis(basis, dueMoment(end, false), [opening, write.fixedDate(date.toString())])
  }
  if (!schedule.due) throw new Error('a schedule of reporting periods has a due date')
  const lastMoment = startOfDay(lastDay.add({ days: 1 }), basis.zone) - 1
  const { end, steps } = endOfPeriod(schedule.due, lastMoment, legalCalendar(basis))
  return withBasis(basis, dueMoment(end, schedule.due.unit === 'hours'), [
    opening,
    write.length(schedule.due),
    ...steps.flatMap(write.periodSteps),
  ])
}

const computeOwn = (due: Period, at: number, basis: Basis): ComputedDue => {
  const write = stepWriter(basis.calendar)
  const { end, steps } = endOfPeriod(due, at, legalCalendar(basis))
  return withBasis(basis, dueMoment(end, due.unit === 'hours'), [
    ...write.countedFrom('occurrence', at, due, null),
    ...steps.flatMap(write.periodSteps),
  ])
}

/** The due date of a filing, or of the schedule's own period; undefined until the event that starts it has happened. */
export const computeForEvents = (
  schedule: Schedule,
  filing: FilingRule | undefined,
  events: EventTimes,
  basis: Basis,
): ComputedDue | undefined => {
  if (!filing)
    return schedule.due && events.occurrence !== undefined
      ? computeOwn(schedule.due, events.occurrence, basis)
      : undefined
  const deadline = computeFilingDeadline(
    filing,
    { events, entities: schedule.entities ?? [], isExcludedByDecision: schedule.excludedByDecision ?? false },
    legalCalendar(basis),
  )
  if (!deadline) return undefined
  const act = sectorRules.find(({ id }) => id === schedule.rule)?.act ?? ''
  const write = stepWriter(basis.calendar).filingSteps(act, event => events[event] ?? 0)
  const isExact = filing.period.unit === 'hours' || deadline.steps.some(({ kind }) => kind === 'movedToNoon')
  return withBasis(basis, dueMoment(deadline.end, isExact), deadline.steps.flatMap(write))
}
