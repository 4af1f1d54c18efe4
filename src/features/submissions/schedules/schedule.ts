import { type Static, Type } from 'typebox'
import { Nullable } from '#http/schema.ts'
import { periodUnits } from '#lib/periods/period.ts'
import { periodLengths } from '#lib/periods/reporting-period.ts'
import { type FilingEntity, type FilingEvent, type FilingRule, sectorRules } from '#lib/periods/sector-rules.ts'
import { CalendarDate } from '#shared/calendar-date.ts'
import { HolidayPlaceCode } from '#shared/settings.ts'

const entities: readonly FilingEntity[] = [
  'creditInstitution',
  'centralCounterparty',
  'tradingVenueOperator',
  'essentialOrImportantEntity',
  'trustServiceProvider',
]

/** The events from which periods run; `occurrence` is the event of a schedule without a sector's rule. */
export const occurrenceEvents = [
  'occurrence',
  'awareness',
  'classification',
  'initialNotification',
  'latestIntermediateReport',
  'incidentNotification',
  'incidentHandled',
  'correctiveMeasure',
  'requestReceived',
] as const satisfies readonly (FilingEvent | 'occurrence')[]
export type OccurrenceEvent = (typeof occurrenceEvents)[number]

const Month = Type.Integer({ minimum: 1, maximum: 12 })
const Day = Type.Integer({ minimum: 1, maximum: 31 })

const LegalPeriod = Type.Object(
  {
    count: Type.Integer({ minimum: 1, maximum: 8784 }),
    unit: Type.Enum([...periodUnits], { description: 'Working days exclude Saturdays, Sundays and public holidays.' }),
  },
  { additionalProperties: false },
)

/** The fields that a person declares; `normalizeSchedule` fills in the rest. */
export const ScheduleInput = Type.Object(
  {
    every: Type.Enum([...periodLengths, 'occurrence'], {
      description:
        'The reporting period that each package is for; `occurrence` if a recorded event starts the periods.',
    }),
    startMonth: Type.Optional({
      ...Month,
      description: 'The month in which a reporting year begins; January by default.',
    }),
    startDay: Type.Optional({
      ...Day,
      description: 'The day on which a reporting period begins; the last day of a shorter month. 1 by default.',
    }),
    due: Type.Optional({
      ...LegalPeriod,
      description: 'The period in law, counted from the end of the reporting period or from the event.',
    }),
    fixedDue: Type.Optional(
      Type.Object(
        { month: Month, day: Day },
        {
          additionalProperties: false,
          description:
            'A fixed date instead of a period: the first one after the reporting year. Rest days do not move it.',
        },
      ),
    ),
    rule: Type.Optional(
      Type.Enum(
        sectorRules.map(({ id }) => id),
        { description: 'The act whose filings follow from the event.' },
      ),
    ),
    filings: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 20,
        description: 'The filings of the act that the requirement covers; `listSectorRules` lists them.',
      }),
    ),
    entities: Type.Optional(
      Type.Array(Type.Enum([...entities]), {
        maxItems: entities.length,
        description:
          'The kinds of entity that the organization is, among those that the act distinguishes. Empty if none applies; required if a filing depends on it.',
      }),
    ),
    excludedByDecision: Type.Optional(
      Type.Boolean({
        description: 'Whether an authority decided that the entity may not file on the next working day.',
      }),
    ),
    place: Type.Optional(HolidayPlaceCode),
    leadDays: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 400,
        description: 'How many days before the end of the reporting period its package is created. 30 by default.',
      }),
    ),
    startsOn: Type.Optional({
      ...CalendarDate,
      description:
        'The first reporting period is the one that contains this day. By default and at the earliest, that of the day on which the schedule is set.',
    }),
    endsOn: Type.Optional({ ...CalendarDate, description: 'Reporting periods that end later get no package.' }),
  },
  { additionalProperties: false },
)

export type ScheduleInput = Static<typeof ScheduleInput>

export const NullableScheduleInput = Nullable(ScheduleInput)

/** A schedule as it is stored and shown. */
export const Schedule = Type.Object(
  { ...ScheduleInput.properties },
  { title: 'SubmissionSchedule', description: 'Creates the packages of the requirement with their due dates.' },
)

export type Schedule = Static<typeof Schedule>

export const NullableSchedule = Nullable(Schedule)

/** The filings of a sector's rule that a schedule covers, in the order of the act. */
export const filingsOf = ({ rule, filings = [] }: Pick<Schedule, 'rule' | 'filings'>): readonly FilingRule[] =>
  (sectorRules.find(({ id }) => id === rule)?.filings ?? []).filter(({ id }) => filings.includes(id))

/** The events that a person may record for a schedule, in order. */
export const eventsOf = (schedule: Schedule): OccurrenceEvent[] => {
  if (schedule.rule === undefined) return ['occurrence']
  const named = filingsOf(schedule).flatMap(({ from, cap }) => (cap ? [cap.from, from] : [from]))
  return [...new Set(named)]
}

/** Whether the due dates of a schedule depend on public holidays. */
export const needsHolidays = (schedule: Schedule): boolean => {
  if (schedule.fixedDue !== undefined) return false
  if (schedule.rule === undefined) return schedule.due?.unit !== 'hours'
  return filingsOf(schedule).some(({ period, relief }) => period.unit !== 'hours' || relief !== undefined)
}

export const readSchedule = (stored: string | null): Schedule | null => (stored === null ? null : JSON.parse(stored))
