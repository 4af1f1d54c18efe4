import type { Services } from '#http/call.ts'
import { findCalendar } from '#lib/periods/holiday-thread.ts'
import type { DigestDay } from './digest-time.ts'
import type { RecipientRow } from './queries.ts'

/**
 * Whether a person rests on a date: a Saturday, a Sunday, or a public holiday of the workspace's place. If the holidays
 * cannot be read, the digest is sent.
 */
export const isRestDay = async (
  { log }: Pick<Services, 'log'>,
  { holiday_place: place, workspace_zone: zone }: Pick<RecipientRow, 'holiday_place' | 'workspace_zone'>,
  { day, dueAt, isWeekend }: DigestDay,
): Promise<boolean> => {
  if (isWeekend || place === null) return isWeekend
  try {
    const calendar = await findCalendar(place, zone, dueAt)
    if (calendar === undefined) log.warn({ event: 'holidays_unknown', detail: place })
    return calendar?.holidayOn(Temporal.PlainDate.from(day)) !== undefined
  } catch (error) {
    log.warn({ event: 'holidays_not_read', detail: place, error })
    return false
  }
}
