import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { invalid, invalidFields } from '#http/errors.ts'
import { Nullable, Pagination, Timestamp } from '#http/schema.ts'
import { notTimestamp } from '#http/sentences.ts'
import { toIssue, validatorOf } from '#http/validation.ts'
import { iso, parseTimestamp } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { checkSchedule, ScheduleMistake } from './check-schedule.ts'
import { computeForEvents, computeForPeriod, type EventTimes, findBasis, type PlaceSettings } from './due.ts'
import { nextPeriods } from './plan.ts'
import { findPlaceSettings } from './queries.ts'
import { eventsOf, filingsOf, type Schedule, ScheduleInput } from './schedule.ts'
import { DeadlineStep } from './steps.ts'

const shown = 4

const notJson = sentence`field.not_json: is not JSON`

const validate = validatorOf(ScheduleInput)

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid(['schedule'], notJson)
  }
}

/** Reads a schedule from a query parameter. Throws a 400 that names the field. */
const readInput = (text: string): ScheduleInput => {
  const value = parse(text)
  if (validate(value)) return value as ScheduleInput
  const [first, ...others] = (validate.errors ?? []).map(toIssue)
  if (!first) throw invalid(['schedule'], notJson)
  throw invalidFields([first, ...others])
}

const PreviewedDue = Type.Object({
  periodKey: Nullable(Type.String({ description: 'The reporting period, or null.' })),
  filing: Nullable(Type.String({ description: "The filing of the sector's act, or null." })),
  dueAt: Nullable(
    Type.String({ format: 'date-time', description: 'Null until an event that starts the period is known.' }),
  ),
  steps: Type.Array(DeadlineStep),
})

const previewPeriods = async (schedule: Schedule, settings: PlaceSettings, now: number) => {
  const periods = nextPeriods(schedule, now, settings.time_zone, shown)
  const dues = []
  for (const period of periods) {
    const near = period.lastDay.toZonedDateTime('UTC').epochMilliseconds
    const { dueAt, steps } = computeForPeriod(schedule, period, await findBasis(schedule, settings, near))
    dues.push({ periodKey: period.key, filing: null, dueAt, steps: [...steps] })
  }
  return dues
}

/** The filings as if each event happened at the time, and each earlier filing was sent on its due date. */
const previewFilings = async (schedule: Schedule, settings: PlaceSettings, at: number) => {
  const basis = await findBasis(schedule, settings, at)
  const events: Record<string, number> = Object.fromEntries(eventsOf(schedule).map(event => [event, at]))
  const filings = filingsOf(schedule)
  for (const { submission } of filings) if (submission) delete events[submission]
  return (schedule.rule === undefined ? [undefined] : filings).map(filing => {
    const due = computeForEvents(schedule, filing, events as EventTimes, basis)
    if (due && filing?.submission) events[filing.submission] = Date.parse(due.dueAt)
    return { periodKey: null, filing: filing?.id ?? null, dueAt: due?.dueAt ?? null, steps: [...(due?.steps ?? [])] }
  })
}

export const previewSubmissionSchedule = readEndpoint({
  name: 'previewSubmissionSchedule',
  summary: 'Compute the next due dates of a schedule that is not saved, with every step',
  tag: 'Submissions',
  workspace: { path: '/submission-schedule-preview', roles: ['admin', 'reviewer', 'contributor'] },
  query: Type.Object({
    schedule: Type.String({ maxLength: 2000, description: 'The schedule as JSON, as in updateSubmissionRequirement.' }),
    at: Type.Optional({
      ...Timestamp,
      description: 'When the events happen, for a schedule that starts with a recorded event; now by default.',
    }),
  }),
  response: Type.Object({
    dues: Type.Array(PreviewedDue),
    timeZone: Type.String(),
    place: Nullable(Type.String({ description: 'The place whose public holidays count.' })),
    computedAt: Timestamp,
    pagination: Pagination,
  }),
  errors: ['invalid_request'],
  async run(call, { query }) {
    const { now } = call
    const at = query.at === undefined ? now : parseTimestamp(query.at)
    if (at === undefined) throw invalid(['at'], notTimestamp)
    const [settings = { time_zone: 'UTC', holiday_place: null }] = await call.read(findPlaceSettings, {})
    try {
      const schedule = await checkSchedule(readInput(query.schedule), settings.holiday_place, now)
      const isEvent = schedule.every === 'occurrence'
      const dues = isEvent
        ? await previewFilings(schedule, settings, at)
        : await previewPeriods(schedule, settings, now)
      const place = schedule.place ?? settings.holiday_place
      return { dues, timeZone: settings.time_zone, place, computedAt: iso(now), pagination: {} }
    } catch (error) {
      throw error instanceof ScheduleMistake ? error.toRefusal() : error
    }
  },
})
