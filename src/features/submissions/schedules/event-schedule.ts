import type { Change } from '#http/call.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { requireActive } from '#src/features/submissions/require-active.ts'
import { ScheduleMistake } from './check-schedule.ts'
import { createOccurrencePackages, type LockedOccurrence } from './create-due-packages.ts'
import { findBasis } from './due.ts'
import { findPlaceSettings, lockRequirementSchedule } from './queries.ts'
import { readSchedule, type Schedule } from './schedule.ts'

/** Locks the requirement and returns its schedule. Throws a 422 unless recorded events start its periods now. */
export const lockEventSchedule = async ({ tx }: Change, id: string): Promise<Schedule> => {
  const requirement = firstOrNotFound(await tx.query(lockRequirementSchedule, { id }), 'submission requirement')
  const schedule = readSchedule(requirement.schedule)
  if (schedule?.every !== 'occurrence')
    throw new Refusal(
      'unprocessable',
      sentence`occurrence.no_schedule: The requirement has no schedule that starts with a recorded event; set one first.`,
    )
  requireActive(requirement.status)
  return schedule
}

/** Creates the packages whose due dates are known. Throws a 422 if a due date needs a place and none is set. */
export const createPackagesNow = async (
  change: Change,
  occurrence: LockedOccurrence,
  schedule: Schedule,
): Promise<void> => {
  const [settings = { time_zone: 'UTC', holiday_place: null }] = await change.tx.query(findPlaceSettings, {})
  try {
    await createOccurrencePackages(change, occurrence, schedule, await findBasis(schedule, settings, change.now))
  } catch (error) {
    if (!(error instanceof ScheduleMistake)) throw error
    throw error.isOfServer ? error.toRefusal() : new Refusal('unprocessable', error.problem)
  }
}
