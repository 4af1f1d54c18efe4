/** The units of periods in Regulation (EEC, Euratom) 1182/71. A day is a calendar day. */
export const periodUnits = ['hours', 'days', 'workingDays', 'weeks', 'months', 'years'] as const
export type PeriodUnit = (typeof periodUnits)[number]

export interface Period {
  readonly count: number
  readonly unit: PeriodUnit
}

/**
 * The largest count of each unit: ten years; two years for working days, which are counted one by one; one year for
 * hours.
 */
export const largestCounts: Readonly<Record<PeriodUnit, number>> = {
  hours: 8784,
  days: 3660,
  workingDays: 520,
  weeks: 520,
  months: 120,
  years: 10,
}

export const isPeriod = ({ count, unit }: Period): boolean =>
  Number.isInteger(count) && count >= 1 && count <= largestCounts[unit]

const designators = { hours: 'H', days: 'D', weeks: 'W', months: 'M', years: 'Y' } as const
const unitOfDesignator = { D: 'days', W: 'weeks', M: 'months', Y: 'years' } as const
const durationPattern = /^P(?:T(?<hours>[1-9]\d{0,3})H|(?<count>[1-9]\d{0,3})(?<designator>[DWMY]))$/

const unitOf = (designator: string | undefined): PeriodUnit =>
  designator === 'D' || designator === 'W' || designator === 'M' || designator === 'Y'
    ? unitOfDesignator[designator]
    : 'hours'

/**
 * Parses an ISO 8601 duration of one unit, such as PT72H or P1M; undefined if the text is something else or the period
 * is too long. The standard has no working days, and the Regulation has no minutes.
 */
export const parseDuration = (text: string): Period | undefined => {
  const { hours, count, designator } = durationPattern.exec(text)?.groups ?? {}
  const period = { count: Number(hours ?? count ?? 0), unit: unitOf(designator) }
  return isPeriod(period) ? period : undefined
}

/** Prints a period as an ISO 8601 duration; undefined for working days. */
export const printDuration = ({ count, unit }: Period): string | undefined =>
  unit === 'workingDays' ? undefined : `P${unit === 'hours' ? 'T' : ''}${count}${designators[unit]}`
