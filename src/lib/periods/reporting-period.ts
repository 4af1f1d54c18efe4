/** How often a reporting period begins. */
export const periodLengths = ['month', 'quarter', 'year'] as const
type PeriodLength = (typeof periodLengths)[number]

const monthsOf: Readonly<Record<PeriodLength, number>> = { month: 1, quarter: 3, year: 12 }

/** The reporting periods of a duty: years or parts of years, counted from this day of this month. */
export interface PeriodPattern {
  readonly length: PeriodLength
  readonly startMonth: number
  readonly startDay: number
}

/** One reporting period, including its first and last day. */
export interface ReportingPeriod {
  /**
   * Identifies the period in a form that people can read: 2027, 2027-Q2, 2027-06, or both days, as in
   * 2027-04-06..2028-04-05.
   */
  readonly key: string
  readonly firstDay: Temporal.PlainDate
  readonly lastDay: Temporal.PlainDate
}

/** The first day of the period with this index. If the month lacks the day, the last day of the month. */
const firstDayOf = ({ length, startMonth, startDay }: PeriodPattern, year: number, index: number): Temporal.PlainDate =>
  Temporal.PlainYearMonth.from({ year, month: startMonth })
    .add({ months: index * monthsOf[length] })
    .toPlainDate({ day: 1 })
    .with({ day: startDay })

const keyOf = (length: PeriodLength, firstDay: Temporal.PlainDate, lastDay: Temporal.PlainDate): string => {
  const { year, month, day } = firstDay
  if (day === 1 && length === 'month') return firstDay.toString().slice(0, 7)
  if (day === 1 && length === 'quarter' && month % 3 === 1) return `${year}-Q${(month + 2) / 3}`
  if (day === 1 && length === 'year' && month === 1) return String(year)
  return `${firstDay}..${lastDay}`
}

/** The period that a day belongs to. */
export const periodOf = (pattern: PeriodPattern, date: Temporal.PlainDate): ReportingPeriod => {
  // Counts periods from the start of the previous year, which takes at most 24 steps. Each first day is computed from
  // the start, so short months do not shift later periods.
  let index = 0
  const year = date.year - 1
  while (Temporal.PlainDate.compare(firstDayOf(pattern, year, index + 1), date) <= 0) index += 1
  const firstDay = firstDayOf(pattern, year, index)
  const lastDay = firstDayOf(pattern, year, index + 1).subtract({ days: 1 })
  return { key: keyOf(pattern.length, firstDay, lastDay), firstDay, lastDay }
}

/** The period after the one that ends on a day. */
export const periodAfter = (pattern: PeriodPattern, lastDay: Temporal.PlainDate): ReportingPeriod =>
  periodOf(pattern, lastDay.add({ days: 1 }))

/** Whether a month has the day in at least some years. */
export const isDayOfMonth = (month: number, day: number): boolean =>
  day <= Temporal.PlainDate.from({ year: 2028, month, day: 1 }).daysInMonth
