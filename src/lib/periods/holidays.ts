import type Holidays from 'date-holidays'
import type { HolidaysTypes } from 'date-holidays'
import { day, hour } from '#lib/clock.ts'
import { lazy } from '#lib/lazy.ts'
import { holidayCorrections } from './holiday-corrections.ts'
import type { LegalCalendar } from './rest-days.ts'

/** A country, part or town in the codes of date-holidays: DE, BY (ISO 3166-2 without the country), A (Augsburg). */
export interface HolidayPlace {
  readonly country: string
  readonly state?: string
  readonly region?: string
}

/** Loading takes 0.3 s of CPU and 42 MB, so only a computation with holidays loads the package. */
const loadPackage = lazy(async () => (await import('date-holidays')).default)

/** Undefined unless the package knows the country, its part and its region. */
const openPlace = (Package: typeof Holidays, place: HolidayPlace, language: string): Holidays | undefined => {
  const options = { types: ['public' as const], languages: [language] }
  const names = new Package()
  const { country, state, region } = place
  if (!Object.hasOwn(names.getCountries(), country)) return undefined
  if (state === undefined) return region === undefined ? new Package(country, options) : undefined
  if (!Object.hasOwn(names.getStates(country) ?? {}, state)) return undefined
  if (region === undefined) return new Package(country, state, options)
  return Object.hasOwn(names.getRegions(country, state) ?? {}, region)
    ? new Package(country, state, region, options)
    : undefined
}

const isWeekend = (date: Temporal.PlainDate): boolean => date.dayOfWeek >= 6

/** The dates of a holiday that is free from midnight to midnight; half days are working days. */
const wholeDays = ({ date, start, end }: HolidaysTypes.Holiday): Temporal.PlainDate[] => {
  // A day has 23 hours when summer time begins.
  const days = Math.floor((end.getTime() - start.getTime() + hour) / day)
  const first = Temporal.PlainDate.from(date.slice(0, 10))
  return Array.from({ length: date.slice(11, 19) === '00:00:00' ? days : 0 }, (_, index) => first.add({ days: index }))
}

const addSubstitutes = (names: Map<string, string>, moving: readonly (readonly [Temporal.PlainDate, string])[]) => {
  for (const [date, name] of moving) {
    let next = date
    while (isWeekend(next) || names.has(next.toString())) next = next.add({ days: 1 })
    names.set(next.toString(), name)
  }
}

const namesInYear = (holidays: Holidays, country: string, year: number): ReadonlyMap<string, string> => {
  const listed = holidays
    .getHolidays(year)
    .filter(({ type }) => type === 'public')
    .flatMap(holiday => wholeDays(holiday).map(date => [date, holiday] as const))
  const names = new Map(listed.map(([date, { name }]) => [date.toString(), name]))
  const substitutes = holidayCorrections[country]?.substitutes
  if (substitutes !== undefined && year >= substitutes.since)
    addSubstitutes(
      names,
      listed.flatMap(([date, { rule, name }]) =>
        isWeekend(date) && !substitutes.except.test(rule) ? [[date, name] as const] : [],
      ),
    )
  return names
}

/**
 * The public holidays of a place. Names are in the language, if the package has them, else in one of the country.
 * Throws RangeError if the package does not know the place.
 */
export const loadCalendar = async (place: HolidayPlace, zone: string, language: string): Promise<LegalCalendar> => {
  const holidays = openPlace(await loadPackage(), place, language)
  if (holidays === undefined) throw new RangeError(`No holidays are known for ${Object.values(place).join('-')}.`)
  const correction = holidayCorrections[place.country]
  for (const rule of correction?.removed ?? []) holidays.unsetRule(rule)
  for (const { rule, name } of correction?.added ?? []) holidays.setHoliday(rule, { name, type: 'public' })
  const years = new Map<number, ReadonlyMap<string, string>>()
  const inYear = (year: number): ReadonlyMap<string, string> => {
    const names = years.get(year) ?? namesInYear(holidays, place.country, year)
    years.set(year, names)
    return names
  }
  return { zone, holidayOn: date => inYear(date.year).get(date.toString()) }
}
