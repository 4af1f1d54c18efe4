import { invalid, Refusal } from '#http/errors.ts'
import { isRequired } from '#http/sentences.ts'
import { findCalendar, type PlaceCalendar } from '#lib/periods/holiday-thread.ts'
import { isPeriod } from '#lib/periods/period.ts'
import { isDayOfMonth } from '#lib/periods/reporting-period.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import type { EntryPosition } from '#shared/provision.ts'
import { unknownPlace } from '#shared/settings.ts'
import { filingsOf, needsHolidays, type Schedule, type ScheduleInput } from './schedule.ts'

/** The sentence that says what to set when a due date depends on holidays and no place is known. */
export const placeMissing = sentence`schedule.place_missing: Public holidays decide this due date. Set the country or region in the settings of the workspace, or in this schedule.`

const holidaysUnread = sentence`schedule.holidays_unread: The public holidays could not be read; the log of the server has the cause.`

const noSuchDay = sentence`field.no_such_day: has no such day in its month`
const notForThis = sentence`field.schedule_other_kind: does not apply to a schedule of this kind`
const eitherDue = sentence`field.schedule_due: must be given, or fixedDue for a reporting year`
const eitherRule = sentence`field.schedule_rule: must be given, or due for a period of your own`

type Field = keyof ScheduleInput
type Problem = readonly [Field, Sentence]

const calendarFields: readonly Field[] = ['startMonth', 'startDay', 'fixedDue', 'leadDays', 'startsOn', 'endsOn']
const ruleFields: readonly Field[] = ['filings', 'entities', 'excludedByDecision']

const isDate = (text: string): boolean => {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).year >= 1971
  } catch {
    return false
  }
}

const checkDates = ({ startsOn, endsOn }: ScheduleInput): Problem | undefined => {
  const notDate = sentence`field.not_a_date: is not a calendar date, such as 2027-04-01`
  if (startsOn !== undefined && !isDate(startsOn)) return ['startsOn', notDate]
  if (endsOn !== undefined && !isDate(endsOn)) return ['endsOn', notDate]
  if (startsOn !== undefined && endsOn !== undefined && endsOn < startsOn)
    return ['endsOn', sentence`field.before_starts_on: must not be earlier than startsOn`]
  return undefined
}

const checkDue = ({ every, due, fixedDue, rule }: ScheduleInput): Problem | undefined => {
  if (due !== undefined && !isPeriod(due))
    return [
      'due',
      sentence`field.period_too_long: is longer than ten years, two years of working days or a year of hours`,
    ]
  if (fixedDue !== undefined && !isDayOfMonth(fixedDue.month, fixedDue.day)) return ['fixedDue', noSuchDay]
  if (every === 'occurrence') return (due === undefined) === (rule === undefined) ? ['rule', eitherRule] : undefined
  if (fixedDue !== undefined && every !== 'year') return ['fixedDue', notForThis]
  return (due === undefined) === (fixedDue === undefined) ? ['due', eitherDue] : undefined
}

const checkRule = (schedule: ScheduleInput): Problem | undefined => {
  if (schedule.rule === undefined) {
    const other = ruleFields.find(field => schedule[field] !== undefined)
    return other && [other, notForThis]
  }
  const { filings = [] } = schedule
  const known = filingsOf(schedule)
  if (known.length === 0) return ['filings', isRequired]
  if (new Set(filings).size !== known.length)
    return ['filings', sentence`field.unknown_filing: contains a filing that the act does not have`]
  if (schedule.entities === undefined && known.some(({ relief, shorter }) => relief?.excluded || shorter))
    return [
      'entities',
      sentence`field.entities_decide: must say which of these kinds the organization is; empty if none applies`,
    ]
  return undefined
}

const checkKind = (schedule: ScheduleInput): Problem | undefined => {
  const others = schedule.every === 'occurrence' ? calendarFields : (['rule', ...ruleFields] as const)
  const other = others.find(field => schedule[field] !== undefined)
  if (other) return [other, notForThis]
  const { startMonth = 1, startDay = 1 } = schedule
  if (schedule.every === 'year' && !isDayOfMonth(startMonth, startDay)) return ['startDay', noSuchDay]
  return undefined
}

/** The first mistake of a schedule by itself, as field and problem. */
const findMistake = (schedule: ScheduleInput): Problem | undefined =>
  checkKind(schedule) ?? checkDue(schedule) ?? checkRule(schedule) ?? checkDates(schedule)

/**
 * A mistake in a schedule, named by its field and, in a body, by the field that holds the schedule. With a cause, the
 * server failed to check the field.
 */
export class ScheduleMistake extends Error {
  readonly field: string
  readonly problem: Sentence

  constructor(field: string, problem: Sentence, cause?: unknown) {
    super(problem.text, { cause })
    this.field = field
    this.problem = problem
  }

  /** Rethrows a mistake as the refusal of a body that has the schedule in this field. */
  static refuse(field: string): (error: unknown) => never {
    return error => {
      throw error instanceof ScheduleMistake ? error.toRefusal(field) : error
    }
  }

  /** Rethrows a mistake as that of an entry of a provisioning file. */
  static locate(position: EntryPosition, field: string): (error: unknown) => never {
    return error => {
      if (!(error instanceof ScheduleMistake) || error.isOfServer) throw error
      throw position.mistake(`${field}.${error.field}`, error.problem.text)
    }
  }

  get isOfServer(): boolean {
    return this.cause !== undefined
  }

  toRefusal(...path: string[]): Refusal {
    return this.isOfServer
      ? new Refusal('unavailable', this.problem, { error: this.cause })
      : invalid([...path, this.field], this.problem)
  }
}

/** The holidays of a place. Throws ScheduleMistake if it is not known, or if they cannot be read now. */
export const requireCalendar = async (place: string, zone: string, near: number): Promise<PlaceCalendar> => {
  const calendar = await findCalendar(place, zone, near).catch(error => {
    throw new ScheduleMistake('place', holidaysUnread, error)
  })
  if (!calendar) throw new ScheduleMistake('place', unknownPlace)
  return calendar
}

/** Fills in what a schedule leaves open, in the order of its fields, so that equal schedules are equal texts. */
const normalize = (input: ScheduleInput): Schedule => {
  const { every, startMonth, startDay, due, fixedDue, rule, filings, entities, excludedByDecision } = input
  const isCalendar = every !== 'occurrence'
  return {
    every,
    ...(isCalendar && { startMonth: startMonth ?? 1, startDay: startDay ?? 1 }),
    ...(due && { due: { count: due.count, unit: due.unit } }),
    ...(fixedDue && { fixedDue: { month: fixedDue.month, day: fixedDue.day } }),
    ...(rule !== undefined && {
      rule,
      filings: filingsOf({ rule, filings: filings ?? [] }).map(({ id }) => id),
      ...(entities && { entities: [...new Set(entities)].toSorted() }),
      excludedByDecision: excludedByDecision ?? false,
    }),
    ...(input.place !== undefined && { place: input.place }),
    ...(isCalendar && { leadDays: input.leadDays ?? 30 }),
    ...(input.startsOn !== undefined && { startsOn: input.startsOn }),
    ...(input.endsOn !== undefined && { endsOn: input.endsOn }),
  }
}

/**
 * Checks a schedule and fills in its defaults. A due date that depends on holidays needs a place: that of the schedule
 * or of the workspace. Throws ScheduleMistake.
 */
export const checkSchedule = async (
  input: ScheduleInput,
  workspacePlace: string | null,
  now: number,
): Promise<Schedule> => {
  const mistake = findMistake(input)
  if (mistake) throw new ScheduleMistake(...mistake)
  const schedule = normalize(input)
  const place = schedule.place ?? workspacePlace
  if (needsHolidays(schedule) && place === null) throw new ScheduleMistake('place', placeMissing)
  if (schedule.place !== undefined) await requireCalendar(schedule.place, 'UTC', now)
  return schedule
}
