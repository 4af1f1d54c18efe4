import { endOfPeriod, type PeriodEnd, type PeriodStep } from './end-of-period.ts'
import type { Period } from './period.ts'
import { firstWorkingDay, type LegalCalendar, type RestDay } from './rest-days.ts'
import type { FilingEntity, FilingEvent, FilingRule } from './sector-rules.ts'

/** One step of the computation of a deadline, with the article of the sector's act. */
export type FilingStep =
  | {
      readonly kind: 'periodCounted'
      readonly article: string
      readonly from: FilingEvent
      readonly period: Period
      readonly end: number
      readonly steps: readonly PeriodStep[]
    }
  | { readonly kind: 'earlierLimitApplies'; readonly article: string; readonly from: FilingEvent }
  | { readonly kind: 'lateClassification'; readonly article: string }
  | {
      readonly kind: 'movedToNoon'
      readonly article: string
      readonly passed: readonly RestDay[]
      readonly end: number
    }
  | { readonly kind: 'reliefExcluded'; readonly article: string; readonly restDay: RestDay }

export interface FilingDeadline {
  /** Milliseconds since the epoch. A filing before this moment is in time. */
  readonly end: number
  readonly steps: readonly FilingStep[]
}

export interface FilingCircumstances {
  /** When the events happened, in milliseconds since the epoch. */
  readonly events: Readonly<Partial<Record<FilingEvent, number>>>
  /** The kinds of the entity, which can be several. */
  readonly entities?: readonly FilingEntity[]
  /** Whether the authority has notified a decision that the relief for rest days does not apply. */
  readonly isExcludedByDecision?: boolean
}

const counted = (
  { article, from, period }: Pick<FilingRule, 'article' | 'from' | 'period'>,
  { end, steps }: PeriodEnd,
): FilingStep => ({ kind: 'periodCounted', article, from, period, end, steps })

const shortened = (rule: FilingRule, entities: readonly FilingEntity[]): FilingRule =>
  rule.shorter !== undefined && entities.includes(rule.shorter.entity) ? { ...rule, ...rule.shorter } : rule

const applyCap = (
  rule: FilingRule,
  limit: FilingDeadline,
  started: number,
  circumstances: FilingCircumstances,
  calendar: LegalCalendar,
): FilingDeadline => {
  const { cap } = rule
  const capStart = cap === undefined ? undefined : circumstances.events[cap.from]
  if (cap === undefined || capStart === undefined) return limit
  const capEnd = endOfPeriod(cap.period, capStart, calendar)
  const steps = [...limit.steps, counted(cap, capEnd)]
  if (started >= capEnd.end)
    return { end: limit.end, steps: [...steps, { kind: 'lateClassification', article: cap.lateArticle }] }
  return capEnd.end < limit.end
    ? { end: capEnd.end, steps: [...steps, { kind: 'earlierLimitApplies', article: cap.article, from: cap.from }] }
    : { end: limit.end, steps: [...steps, { kind: 'earlierLimitApplies', article: rule.article, from: rule.from }] }
}

/** The article that excludes the entity from the relief. */
const exclusionFrom = (rule: FilingRule, circumstances: FilingCircumstances): string | undefined => {
  const excluded = rule.relief?.excluded
  if (excluded?.entities.some(entity => circumstances.entities?.includes(entity))) return excluded.article
  return circumstances.isExcludedByDecision ? rule.relief?.excludedByDecision.article : undefined
}

/**
 * Moves a deadline that falls on a rest day to an hour of the next working day, if the rule has such a relief. A
 * deadline at midnight counts as falling on the day that ends then.
 */
const applyRelief = (
  rule: FilingRule,
  deadline: FilingDeadline,
  circumstances: FilingCircumstances,
  calendar: LegalCalendar,
): FilingDeadline => {
  const { relief } = rule
  const lastMoment = Temporal.Instant.fromEpochMilliseconds(deadline.end - 1).toZonedDateTimeISO(calendar.zone)
  const { date, passed } = firstWorkingDay(lastMoment.toPlainDate(), calendar)
  const [restDay] = passed
  if (relief === undefined || restDay === undefined) return deadline
  const article = exclusionFrom(rule, circumstances)
  if (article !== undefined)
    return { ...deadline, steps: [...deadline.steps, { kind: 'reliefExcluded', article, restDay }] }
  const noon = date.toZonedDateTime({ timeZone: calendar.zone, plainTime: { hour: relief.hour } }).epochMilliseconds
  return {
    end: noon,
    steps: [...deadline.steps, { kind: 'movedToNoon', article: relief.article, passed, end: noon }],
  }
}

/**
 * Computes the deadline of a filing; undefined if the event from which its period runs has not happened yet. A rule
 * with its own relief for rest days replaces article 3(4) of Regulation 1182/71, which applies "save as otherwise
 * provided".
 */
export const computeFilingDeadline = (
  filing: FilingRule,
  circumstances: FilingCircumstances,
  calendar: LegalCalendar,
): FilingDeadline | undefined => {
  const rule = shortened(filing, circumstances.entities ?? [])
  const started = circumstances.events[rule.from]
  if (started === undefined) return undefined
  const limit = endOfPeriod(rule.period, started, calendar, { movesFromRestDays: rule.relief === undefined })
  const single = { end: limit.end, steps: [counted(rule, limit)] }
  return applyRelief(rule, applyCap(rule, single, started, circumstances, calendar), circumstances, calendar)
}
