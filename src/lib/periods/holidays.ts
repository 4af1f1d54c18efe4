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

/** Loads the package on first use, because that takes 0.3 s of CPU and 42 MB. */
const loadPackage = lazy(async () => (await import('date-holidays')).default)

/** Opens a place; undefined if the package does not know the country, its part or its region. */
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

/**
 * Returns the dates of a holiday that lasts from midnight to midnight. Half holidays have none, because they are
 * working days.
 */
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
 * The public holidays of a place. Names are in the requested language if the package has them, otherwise in a language
 * of the country. Throws RangeError if the package does not know the place.
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

/** The package and version that the program's holiday rules come from. */
export const holidayData = 'date-holidays 3.37.0'

/** Parses the codes of a place, such as DE, DE-BY or DE-BY-A; undefined for any other text. */
const parsePlace = (text: string): HolidayPlace | undefined => {
  const [country = '', state, region] = text.split('-')
  if (!/^[A-Z]{2}(-[A-Z0-9]{1,12}){0,2}$/i.test(text)) return undefined
  return { country, ...(state !== undefined && { state }), ...(region !== undefined && { region }) }
}

/** A holiday in the languages of the pages. */
export interface HolidayNames {
  readonly en: string
  readonly de: string
}

/** The holidays from one year to another, both included, by date; undefined if the place is unknown. */
export const holidaysBetween = async (
  text: string,
  from: number,
  until: number,
): Promise<readonly (readonly [string, HolidayNames])[] | undefined> => {
  const place = parsePlace(text)
  if (place === undefined || openPlace(await loadPackage(), place, 'en') === undefined) return undefined
  const [english, german] = await Promise.all([loadCalendar(place, 'UTC', 'en'), loadCalendar(place, 'UTC', 'de')])
  const days: (readonly [string, HolidayNames])[] = []
  const end = Temporal.PlainDate.from({ year: until + 1, month: 1, day: 1 })
  const start = Temporal.PlainDate.from({ year: from, month: 1, day: 1 })
  for (let date = start; Temporal.PlainDate.compare(date, end) < 0; date = date.add({ days: 1 })) {
    const en = english.holidayOn(date)
    if (en !== undefined) days.push([date.toString(), { en, de: german.holidayOn(date) ?? en }])
  }
  return days
}

export interface KnownPlace {
  readonly place: string
  readonly name: string
}

/** Lists all places by code, each with its name after the names of the country and part that contain it. */
export const listPlaces = async (): Promise<readonly KnownPlace[]> => {
  const names = new (await loadPackage())()
  const known: KnownPlace[] = []
  const isCode = (place: string) => parsePlace(place) !== undefined
  for (const [country, name] of Object.entries(names.getCountries())) {
    known.push({ place: country, name })
    for (const [state, part] of Object.entries(names.getStates(country) ?? {})) {
      known.push({ place: `${country}-${state}`, name: `${name}, ${part}` })
      for (const [region, town] of Object.entries(names.getRegions(country, state) ?? {}))
        known.push({ place: `${country}-${state}-${region}`, name: `${name}, ${part}, ${town}` })
    }
  }
  return known.filter(({ place }) => isCode(place))
}
