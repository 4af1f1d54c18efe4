import { day, hour, iso } from '#lib/clock.ts'
import { addCalendarDays, calendarDays, localDay } from '#lib/time-zone.ts'
import type { KindDeclaration, Step } from './kinds.ts'

/** A point in time, and the time zone in which the workspace counts days. */
export interface LocalTime {
  readonly now: number
  readonly zone: string
}

/** A reason to notify a person: a record with a date, one that waits, or a problem that lasts since a time. */
export interface NotificationReason {
  readonly due?: number | null
  readonly since?: number
  /** Distinguishes repetitions of waiting; null if nothing does. */
  readonly occasion?: string | null
}

interface ReachedStep {
  readonly step: Step
  /** Null if the step is new whenever it has no open row. */
  readonly occasion: string | null
}

/** The date of the last working day in the time zone, today included: any day from Monday to Friday. */
const lastWorkingDay = ({ now, zone }: LocalTime): string => {
  const today = Temporal.PlainDate.from(localDay(now, zone))
  return today.subtract({ days: Math.max(0, today.dayOfWeek - 5) }).toString()
}

/** The beginning of the next day, or of the next working day, in the time zone. */
export const nextDay = ({ now, zone }: LocalTime, isWorking = false): number => {
  const tomorrow = Temporal.PlainDate.from(localDay(now, zone)).add({ days: 1 })
  const skipped = isWorking && tomorrow.dayOfWeek > 5 ? 8 - tomorrow.dayOfWeek : 0
  return tomorrow.add({ days: skipped }).toZonedDateTime(zone).epochMilliseconds
}

const lengths = { hour, day, week: 7 * day } as const

const waitingStep = ({ waiting }: KindDeclaration, { occasion = null }: NotificationReason): ReachedStep | undefined =>
  waiting && { step: 'waiting', occasion }

const lastingStep = (declaration: KindDeclaration, since: number, now: number): ReachedStep | undefined => {
  if (now < since) return undefined
  const length = declaration.lasting?.findLast(name => now - since >= lengths[name])
  if (!length) return waitingStep(declaration, { occasion: iso(since) })
  const weeks = length === 'week' ? ` ${Math.floor((now - since) / lengths.week)}` : ''
  return { step: length, occasion: `${iso(since)}${weeks}` }
}

const datedStep = (
  declaration: KindDeclaration,
  reason: NotificationReason & { readonly due: number },
  today: LocalTime,
): ReachedStep | undefined => {
  const { now, zone } = today
  const { due } = reason
  const { days = [], late } = declaration
  if (now > due) {
    if (!late) return waitingStep(declaration, reason)
    const date = late === 'each_working_day' ? ` ${lastWorkingDay(today)}` : ''
    return { step: 'late', occasion: `${iso(due)}${date}` }
  }
  const left = calendarDays(now, due, zone)
  const reached = days.findLast(limit => left <= limit)
  return reached === undefined ? waitingStep(declaration, reason) : { step: `days_${reached}`, occasion: iso(due) }
}

/**
 * Returns the last step that a reason has reached. Steps that passed unnoticed, because no job ran, are left out: only
 * the last one says what is true now.
 */
export const lastReachedStep = (
  declaration: KindDeclaration,
  reason: NotificationReason,
  today: LocalTime,
): ReachedStep | undefined => {
  const { due = null, since } = reason
  if (since !== undefined) return lastingStep(declaration, since, today.now)
  if (due === null) return waitingStep(declaration, reason)
  // A requirement that never had proof has the date 0.
  if (due <= 0) return { step: 'late', occasion: 'never' }
  return datedStep(declaration, { ...reason, due }, today)
}

/** Returns when the reason reaches its next step, if it ever does. */
export const nextStepAt = (
  declaration: KindDeclaration,
  { due = null, since }: NotificationReason,
  today: LocalTime,
): number => {
  const { now, zone } = today
  const { days = [], late, lasting = [] } = declaration
  const times: number[] = []
  if (since !== undefined) {
    times.push(since, ...lasting.map(name => since + lengths[name]))
    if (lasting.includes('week')) times.push(since + lengths.week * Math.ceil((now + 1 - since) / lengths.week))
  } else if (due !== null && due > 0) {
    times.push(...days.map(limit => addCalendarDays(due, -limit - 1, zone) + 1), due + 1)
    if (late === 'each_working_day' && now > due) times.push(nextDay(today, true))
  }
  return Math.min(...times.filter(time => time > now), Number.POSITIVE_INFINITY)
}
