import type { Change } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import { checkSchedule } from './check-schedule.ts'
import { firstPlan } from './plan.ts'
import { findPlaceSettings, updateSchedulePlan, wakeOccurrences } from './queries.ts'
import { readSchedule, type ScheduleInput } from './schedule.ts'

interface Scheduled {
  readonly id: string
  readonly status: string
  readonly schedule: string | null
}

/** Checks a schedule and returns its stored form. Throws ScheduleMistake. */
export const storedSchedule = async (
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  input: ScheduleInput | null,
): Promise<string | null> => {
  if (input === null) return null
  const [settings] = await tx.query(findPlaceSettings, {})
  return JSON.stringify(await checkSchedule(input, settings?.holiday_place ?? null, now))
}

/**
 * Plans the first package again if the schedule changed, or if the requirement became active or stopped being so. The
 * job then also looks at recorded events for filings that were added or became due in the meantime. The person who sets
 * the schedule counts as a maker of its packages. Packages that exist stay.
 */
export const planPackages = async (change: Change, before: Omit<Scheduled, 'id'>, after: Scheduled): Promise<void> => {
  const { tx, now, actor } = change
  const isChanged = before.schedule !== after.schedule
  if (!isChanged && (before.status === 'active') === (after.status === 'active')) return
  const [settings] = await tx.query(findPlaceSettings, {})
  const schedule = readSchedule(after.schedule)
  const plan =
    schedule && after.status === 'active' ? firstPlan(schedule, now, settings?.time_zone ?? 'UTC') : undefined
  const { periodEnd = null, nextAt = null } = plan ?? {}
  const makers = isChanged && schedule ? principalsOf(actor) : []
  tx.write(updateSchedulePlan, { id: after.id, makers, periodEnd, nextAt })
  if (schedule?.every === 'occurrence' && after.status === 'active')
    tx.write(wakeOccurrences, { id: after.id, now: iso(now) })
}

/** The part of an audit row's detail that says what became of a schedule. */
export const scheduleDetail = (before: string | null, after: string | null): string | undefined =>
  before === after ? undefined : `schedule ${before ?? 'none'} → ${after ?? 'none'}`.slice(0, 1000)

/** The time that a plan shows. */
export const showTime = (time: Date | null): string | null => time && iso(time.getTime())
