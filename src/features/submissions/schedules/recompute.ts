import { type Static, Type } from 'typebox'
import type { Call } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { Timestamp } from '#http/schema.ts'
import { SubmissionPackage } from '#src/features/submissions/package.ts'
import { ScheduleMistake } from './check-schedule.ts'
import { eventTimesOf } from './create-due-packages.ts'
import { SubmissionDeadline } from './deadline.ts'
import { type ComputedDue, computeForEvents, computeForPeriod, findBasis } from './due.ts'
import { SubmissionOccurrence } from './occurrence.ts'
import { periodOfPlan } from './plan.ts'
import { findOccurrence, findOccurrencePackages, findPlaceSettings } from './queries.ts'
import { filingsOf, readSchedule, type Schedule } from './schedule.ts'
import { DeadlineStep } from './steps.ts'

/** A due date that the schedule computes today and that differs from the one computed before. */
export const DueDifference = Type.Object(
  {
    dueAt: Timestamp,
    holidayData: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    place: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    steps: Type.Array(DeadlineStep),
  },
  { title: 'DueDifference' },
)

export type DueDifference = Static<typeof DueDifference>

/** A deadline with its package and the current schedule of its requirement. */
export interface DeadlineRow {
  readonly record: string
  readonly occurrence_id: string | null
  readonly schedule: string | null
  readonly requirement_status: string
  readonly status: string
  readonly package: string
}

type Reading = Pick<Call, 'read' | 'now'>

const unsent: readonly string[] = ['draft', 'reviewed', 'approved']

const computeOccurrence = async (
  { read, now }: Reading,
  occurrenceId: string,
  schedule: Schedule,
  filing: string | null,
): Promise<ComputedDue | undefined> => {
  const [[row], sent, [settings]] = await Promise.all([
    read(findOccurrence, { id: occurrenceId }),
    read(findOccurrencePackages, { occurrenceId }),
    read(findPlaceSettings, {}),
  ])
  const rule = filingsOf(schedule).find(({ id }) => id === filing)
  if (!row || !settings || (rule === undefined) !== (filing === null)) return undefined
  const events = eventTimesOf(readRecord(SubmissionOccurrence, row.record), schedule, sent)
  return computeForEvents(schedule, rule, events, await findBasis(schedule, settings, now))
}

const computePeriod = async ({ read }: Reading, schedule: Schedule, { periodKey, periodEnd }: SubmissionDeadline) => {
  const period = periodEnd === null ? undefined : periodOfPlan(schedule, { periodEnd })
  const [settings] = await read(findPlaceSettings, {})
  if (period?.key !== periodKey || !settings) return undefined
  const near = period.lastDay.toZonedDateTime('UTC').epochMilliseconds
  return computeForPeriod(schedule, period, await findBasis(schedule, settings, near))
}

/** Computes the due date again; undefined if the current schedule does not cover the period, or cannot be computed. */
export const recompute = async (
  reading: Reading,
  deadline: SubmissionDeadline,
  schedule: Schedule | null,
): Promise<ComputedDue | undefined> => {
  if (!schedule) return undefined
  try {
    const { occurrenceId, filing } = deadline
    if (occurrenceId === null) return await computePeriod(reading, schedule, deadline)
    return schedule.every === 'occurrence'
      ? await computeOccurrence(reading, occurrenceId, schedule, filing)
      : undefined
  } catch (error) {
    if (error instanceof ScheduleMistake) return undefined
    throw error
  }
}

/**
 * The due date that the current schedule, place and holidays give an unsent package, if it differs both from the one
 * computed before and from that of the package. Nothing changes until a person applies it.
 */
export const findDifference = async (reading: Reading, row: DeadlineRow): Promise<DueDifference | null> => {
  if (!unsent.includes(row.status)) return null
  const deadline = readRecord(SubmissionDeadline, row.record)
  const due = await recompute(reading, deadline, readSchedule(row.schedule))
  const { dueAt } = readRecord(SubmissionPackage, row.package)
  if (!due || due.dueAt === dueAt || (due.dueAt === deadline.dueAt && !deadline.adopted)) return null
  return { dueAt: due.dueAt, holidayData: due.holidayData, place: due.place, steps: [...due.steps] }
}
