import { isPeriod, type Period } from './period.ts'
import { firstWorkingDay, type LegalCalendar, type RestDay, restDayOn } from './rest-days.ts'

/** One step of a computation. Dates and times are in the zone of the calendar. */
export type PeriodStep =
  | { readonly kind: 'hourOfEventExcluded'; readonly event: string; readonly start: string }
  | { readonly kind: 'clocksChanged'; readonly minutes: number }
  | { readonly kind: 'endsWithHour'; readonly time: string }
  | { readonly kind: 'dayOfEventExcluded'; readonly date: string; readonly firstDay: string }
  | { readonly kind: 'workingDaysCounted'; readonly weekendDays: number; readonly holidays: readonly RestDay[] }
  | { readonly kind: 'lastDay'; readonly date: string }
  | { readonly kind: 'monthWithoutDay'; readonly day: number; readonly date: string }
  | { readonly kind: 'movedFromRestDay'; readonly restDay: RestDay }
  | { readonly kind: 'extendedToTwoWorkingDays'; readonly workingDays: number; readonly date: string }
  | { readonly kind: 'endsWithDay'; readonly date: string }

/** The paragraph of article 3 of Regulation (EEC, Euratom) 1182/71 that each step applies. */
export const paragraphOfStep: Readonly<Record<PeriodStep['kind'], string>> = {
  hourOfEventExcluded: '3(1), first subparagraph',
  clocksChanged: '3(2)(a)',
  endsWithHour: '3(2)(a)',
  dayOfEventExcluded: '3(1), second subparagraph',
  workingDaysCounted: '3(3)',
  lastDay: '3(2)(b) and (c)',
  monthWithoutDay: '3(2)(c)',
  movedFromRestDay: '3(4)',
  extendedToTwoWorkingDays: '3(5)',
  endsWithDay: '3(2)(b) and (c)',
}

export interface PeriodEnd {
  /** Milliseconds since the epoch. An action before this moment is in time. */
  readonly end: number
  readonly steps: readonly PeriodStep[]
}

/** The Regulation applies from 1 July 1971; movable holidays are known for a century from now. */
const firstYear = 1971
const lastYear = 2100

const printTime = (time: Temporal.ZonedDateTime): string =>
  time.toString({ timeZoneName: 'never', smallestUnit: 'minute' })

const endOfHours = (count: number, event: Temporal.ZonedDateTime): PeriodEnd => {
  const start = event.round({ smallestUnit: 'hour', roundingMode: 'floor' }).add({ hours: 1 })
  const end = start.add({ hours: count })
  const minutes = (end.offsetNanoseconds - start.offsetNanoseconds) / 60e9
  return {
    end: end.epochMilliseconds,
    steps: [
      { kind: 'hourOfEventExcluded', event: printTime(event), start: printTime(start) },
      ...(minutes === 0 ? [] : [{ kind: 'clocksChanged', minutes } as const]),
      { kind: 'endsWithHour', time: printTime(end) },
    ],
  }
}

interface LastDay {
  readonly last: Temporal.PlainDate
  readonly steps: readonly PeriodStep[]
}

const countWorkingDays = (count: number, eventDay: Temporal.PlainDate, calendar: LegalCalendar): LastDay => {
  const rests: RestDay[] = []
  let last = eventDay
  for (let counted = 0; counted < count; counted++) {
    const { date, passed } = firstWorkingDay(last.add({ days: 1 }), calendar)
    rests.push(...passed)
    last = date
  }
  const holidays = rests.filter(({ reason }) => reason === 'holiday')
  return {
    last,
    steps: [
      { kind: 'workingDaysCounted', weekendDays: rests.length - holidays.length, holidays },
      { kind: 'lastDay', date: last.toString() },
    ],
  }
}

/** Finds the day with the same number or weekday as the day of the event (Court of Justice, C-171/03 Toeters). */
const countCalendar = (period: Period, eventDay: Temporal.PlainDate): LastDay => {
  const last = eventDay.add({ [period.unit]: period.count }, { overflow: 'constrain' })
  const date = last.toString()
  const isShort = (period.unit === 'months' || period.unit === 'years') && last.day !== eventDay.day
  return {
    last,
    steps: [isShort ? { kind: 'monthWithoutDay', day: eventDay.day, date } : { kind: 'lastDay', date }],
  }
}

const moveToWorkingDay = (last: Temporal.PlainDate, calendar: LegalCalendar): LastDay => {
  const { date, passed } = firstWorkingDay(last, calendar)
  return { last: date, steps: passed.map(restDay => ({ kind: 'movedFromRestDay', restDay })) }
}

const countUpToTwo = (first: Temporal.PlainDate, last: Temporal.PlainDate, calendar: LegalCalendar): number => {
  let found = 0
  for (let date = first; found < 2 && Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 }))
    if (restDayOn(date, calendar) === undefined) found++
  return found
}

/**
 * Extends a period until it has two working days. Paragraph 5 requires this of periods of two days or more; a period of
 * one day may have a single working day.
 */
const extendToTwoWorkingDays = (
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
  calendar: LegalCalendar,
): LastDay => {
  const workingDays = countUpToTwo(first, last, calendar)
  let extended = last
  for (let found = workingDays; found < 2; found++) extended = firstWorkingDay(extended.add({ days: 1 }), calendar).date
  return {
    last: extended,
    steps: workingDays === 2 ? [] : [{ kind: 'extendedToTwoWorkingDays', workingDays, date: extended.toString() }],
  }
}

export interface PeriodOptions {
  /**
   * False if the rule of a sector replaces paragraph 4: the period then ends on its last day even if that is a rest
   * day.
   */
  readonly movesFromRestDays?: boolean
}

const endOfDays = (
  period: Period,
  eventDay: Temporal.PlainDate,
  calendar: LegalCalendar,
  { movesFromRestDays = true }: PeriodOptions,
): PeriodEnd => {
  const firstDay = eventDay.add({ days: 1 })
  const isOneDay = period.count === 1 && (period.unit === 'days' || period.unit === 'workingDays')
  const counted =
    period.unit === 'workingDays' ? countWorkingDays(period.count, eventDay, calendar) : countCalendar(period, eventDay)
  const moved = movesFromRestDays ? moveToWorkingDay(counted.last, calendar) : { last: counted.last, steps: [] }
  const extended = isOneDay ? { last: moved.last, steps: [] } : extendToTwoWorkingDays(firstDay, moved.last, calendar)
  return {
    end: extended.last.add({ days: 1 }).toZonedDateTime(calendar.zone).epochMilliseconds,
    steps: [
      { kind: 'dayOfEventExcluded', date: eventDay.toString(), firstDay: firstDay.toString() },
      ...counted.steps,
      ...moved.steps,
      ...extended.steps,
      { kind: 'endsWithDay', date: extended.last.toString() },
    ],
  }
}

/**
 * Computes the end of a period that runs from an event, according to article 3 of Regulation (EEC, Euratom) 1182/71.
 * Periods in hours are elapsed hours: rest days and changes of the clocks do not extend them (paragraph 4; paragraph 5
 * is read the same way, which gives the earlier end).
 */
export const endOfPeriod = (
  period: Period,
  event: number,
  calendar: LegalCalendar,
  options: PeriodOptions = {},
): PeriodEnd => {
  const local = Temporal.Instant.fromEpochMilliseconds(event).toZonedDateTimeISO(calendar.zone)
  if (!isPeriod(period)) throw new RangeError(`${period.count} ${period.unit} is not a period that can be counted.`)
  if (local.year < firstYear || local.year > lastYear)
    throw new RangeError(`The event must be between ${firstYear} and ${lastYear}.`)
  return period.unit === 'hours'
    ? endOfHours(period.count, local)
    : endOfDays(period, local.toPlainDate(), calendar, options)
}
