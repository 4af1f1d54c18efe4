import { type Static, Type } from 'typebox'
import { Nullable, SentenceValues } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { type PeriodStep, paragraphOfStep } from '#lib/periods/end-of-period.ts'
import type { FilingStep } from '#lib/periods/filing-deadline.ts'
import type { PlaceCalendar } from '#lib/periods/holiday-thread.ts'
import type { Period, PeriodUnit } from '#lib/periods/period.ts'
import type { RestDay } from '#lib/periods/rest-days.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import type { OccurrenceEvent } from './schedule.ts'

/** One step of a computation, as a sentence in English and as its code and values, so that pages translate it. */
export const DeadlineStep = Type.Object(
  {
    text: Type.String({ description: 'The step in English.' }),
    code: Type.String({ description: 'Identifies the sentence; the same when its wording changes.' }),
    values: SentenceValues('The values of the sentence, by name. `holidayDe` is the German name of a holiday.'),
    article: Nullable(Type.String({ description: 'The article that the step applies.' })),
  },
  { title: 'DeadlineStep' },
)

export type DeadlineStep = Static<typeof DeadlineStep>

const toStep = ({ text, code, values }: Sentence, article: string | null, others: object = {}): DeadlineStep => ({
  text,
  code,
  values: { ...values, ...others },
  article,
})

const lengthSentences: Readonly<Record<PeriodUnit, (count: number) => Sentence>> = {
  hours: count => sentence`deadline.hours: The period is ${{ count }} h, counted as elapsed hours.`,
  days: count => sentence`deadline.days: The period is ${{ count }} calendar days.`,
  workingDays: count => sentence`deadline.working_days: The period is ${{ count }} working days.`,
  weeks: count => sentence`deadline.weeks: The period in weeks: ${{ count }}.`,
  months: count => sentence`deadline.months: The period in months: ${{ count }}.`,
  years: count => sentence`deadline.years: The period in years: ${{ count }}.`,
}

const eventSentences: Readonly<Record<OccurrenceEvent, (at: string) => Sentence>> = {
  occurrence: at => sentence`deadline.from_occurrence: Counted from the event at ${{ at }}.`,
  awareness: at => sentence`deadline.from_awareness: Counted from becoming aware at ${{ at }}.`,
  classification: at => sentence`deadline.from_classification: Counted from the classification at ${{ at }}.`,
  initialNotification: at =>
    sentence`deadline.from_initial: Counted from the submission of the initial notification at ${{ at }}.`,
  latestIntermediateReport: at =>
    sentence`deadline.from_intermediate: Counted from the submission of the latest intermediate report at ${{ at }}.`,
  incidentNotification: at =>
    sentence`deadline.from_notification: Counted from the submission of the incident notification at ${{ at }}.`,
  incidentHandled: at => sentence`deadline.from_handled: Counted from the end of handling the incident at ${{ at }}.`,
  correctiveMeasure: at =>
    sentence`deadline.from_measure: Counted from the availability of a corrective measure at ${{ at }}.`,
  requestReceived: at => sentence`deadline.from_request: Counted from the receipt of the request at ${{ at }}.`,
}

/** Writes steps with the holidays of a place; undefined if no holiday can occur in them. */
export const stepWriter = (calendar: PlaceCalendar | undefined) => {
  const holidayStep = (
    restDay: Extract<RestDay, { name: string }>,
    write: (holiday: string) => Sentence,
    article: string,
  ) => {
    const names = calendar?.namesOn(restDay.date)
    return toStep(write(names?.en ?? restDay.name), article, { holidayDe: names?.de ?? restDay.name })
  }

  const moved = (restDay: RestDay, article: string): DeadlineStep => {
    const { date } = restDay
    if (restDay.reason === 'saturday')
      return toStep(sentence`deadline.saturday: ${{ date }} is a Saturday, so the next day counts.`, article)
    if (restDay.reason !== 'holiday')
      return toStep(sentence`deadline.sunday: ${{ date }} is a Sunday, so the next day counts.`, article)
    return holidayStep(
      restDay,
      holiday => sentence`deadline.holiday: ${{ date }} is a public holiday, so the next day counts: ${{ holiday }}.`,
      article,
    )
  }

  const skipped = (restDay: RestDay, article: string): DeadlineStep[] =>
    restDay.reason === 'holiday'
      ? [
          holidayStep(
            restDay,
            holiday =>
              sentence`deadline.holiday_skipped: ${{ date: restDay.date }} is skipped as a public holiday: ${{ holiday }}.`,
            article,
          ),
        ]
      : []

  const periodSteps = (step: PeriodStep): DeadlineStep[] => {
    const article = `Regulation 1182/71, article ${paragraphOfStep[step.kind]}`
    switch (step.kind) {
      case 'hourOfEventExcluded':
        return [
          toStep(
            sentence`deadline.hour_excluded: The hour of the event does not count; the first hour begins at ${{ start: step.start }}.`,
            article,
          ),
        ]
      case 'clocksChanged':
        return [
          toStep(
            sentence`deadline.clocks_changed: The clocks change by ${{ minutes: step.minutes }} minutes; elapsed hours count.`,
            article,
          ),
        ]
      case 'endsWithHour':
        return [toStep(sentence`deadline.ends_with_hour: The period ends at ${{ time: step.time }}.`, article)]
      case 'dayOfEventExcluded':
        return [
          toStep(
            sentence`deadline.day_excluded: ${{ date: step.date }} itself does not count; the first day is ${{ firstDay: step.firstDay }}.`,
            article,
          ),
        ]
      case 'workingDaysCounted':
        return [
          toStep(
            sentence`deadline.weekends_skipped: Saturdays and Sundays skipped: ${{ days: step.weekendDays }}.`,
            article,
          ),
          ...step.holidays.flatMap(restDay => skipped(restDay, article)),
        ]
      case 'lastDay':
        return [toStep(sentence`deadline.last_day: The last day is ${{ date: step.date }}.`, article)]
      case 'monthWithoutDay':
        return [
          toStep(
            sentence`deadline.month_without_day: The last month has no day ${{ day: step.day }}, so the last day is ${{ date: step.date }}.`,
            article,
          ),
        ]
      case 'movedFromRestDay':
        return [moved(step.restDay, article)]
      case 'extendedToTwoWorkingDays':
        return [
          toStep(
            sentence`deadline.two_working_days: The period must contain two working days and has ${{ days: step.workingDays }}; it is extended to ${{ date: step.date }}.`,
            article,
          ),
        ]
      case 'endsWithDay':
        return [
          toStep(sentence`deadline.ends_with_day: The period ends with the end of ${{ date: step.date }}.`, article),
        ]
    }
  }

  const countedFrom = (event: OccurrenceEvent, at: number, period: Period, article: string | null): DeadlineStep[] => [
    toStep(eventSentences[event](iso(at)), article),
    toStep(lengthSentences[period.unit](period.count), article),
  ]

  const filingSteps =
    (act: string, at: (event: OccurrenceEvent) => number) =>
    (step: FilingStep): DeadlineStep[] => {
      const article = `${act}, article ${step.article}`
      switch (step.kind) {
        case 'periodCounted':
          return [...countedFrom(step.from, at(step.from), step.period, article), ...step.steps.flatMap(periodSteps)]
        case 'earlierLimitApplies':
          return [toStep(sentence`deadline.earlier_limit: The earlier of the two limits applies.`, article)]
        case 'lateClassification':
          return [
            toStep(
              sentence`deadline.late_classification: The classification came after the second limit had ended, so only the first limit applies.`,
              article,
            ),
          ]
        case 'movedToNoon':
          return [
            ...step.passed.map(restDay => moved(restDay, article)),
            toStep(
              sentence`deadline.noon: It may be filed until ${{ time: iso(step.end) }}, noon of the next working day.`,
              article,
            ),
          ]
        case 'reliefExcluded':
          return [
            toStep(
              sentence`deadline.no_relief: ${{ date: step.restDay.date }} is not a working day, but this entity may not file on the next one.`,
              article,
            ),
          ]
      }
    }

  const reportingPeriod = (period: string, date: string): DeadlineStep =>
    toStep(
      sentence`deadline.reporting_period: The reporting period ${{ period }} ends with the end of ${{ date }}.`,
      null,
    )

  const length = (period: Period): DeadlineStep => toStep(lengthSentences[period.unit](period.count), null)

  const fixedDate = (date: string): DeadlineStep =>
    toStep(
      sentence`deadline.fixed_date: The due date is fixed: the end of ${{ date }}. Rest days do not move it.`,
      null,
    )

  return { periodSteps, filingSteps, countedFrom, reportingPeriod, length, fixedDate }
}
