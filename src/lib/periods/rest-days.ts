/** The public holidays and the time zone of the place where an action is due. */
export interface LegalCalendar {
  /** IANA name; days and hours begin by the clocks of this zone. */
  readonly zone: string
  /** The name of the public holiday on a date. */
  readonly holidayOn: (date: Temporal.PlainDate) => string | undefined
}

export type RestDay =
  | { readonly date: string; readonly reason: 'saturday' | 'sunday' }
  | { readonly date: string; readonly reason: 'holiday'; readonly name: string }

/**
 * The reason why a date is not a working day. Working days are all days other than public holidays, Sundays and
 * Saturdays, in every Member State (article 2(2) of Regulation 1182/71).
 */
export const restDayOn = (date: Temporal.PlainDate, calendar: LegalCalendar): RestDay | undefined => {
  if (date.dayOfWeek === 6) return { date: date.toString(), reason: 'saturday' }
  if (date.dayOfWeek === 7) return { date: date.toString(), reason: 'sunday' }
  const name = calendar.holidayOn(date)
  return name === undefined ? undefined : { date: date.toString(), reason: 'holiday', name }
}

/** More rest days than any country has in a row. The limit ends the search in a calendar without working days. */
const longestRest = 31

/** The first working day from a date on, and the rest days before it. */
export const firstWorkingDay = (
  from: Temporal.PlainDate,
  calendar: LegalCalendar,
): { readonly date: Temporal.PlainDate; readonly passed: readonly RestDay[] } => {
  const passed: RestDay[] = []
  for (let date = from; passed.length <= longestRest; date = date.add({ days: 1 })) {
    const rest = restDayOn(date, calendar)
    if (rest === undefined) return { date, passed }
    passed.push(rest)
  }
  throw new RangeError(`The calendar has no working day in the month from ${from}.`)
}
