import { nullable, statement, text } from '#db/statement.ts'
import { currentRow } from '#family/bound.ts'
import type { Change } from '#http/call.ts'
import { findCalendar } from '#lib/periods/holiday-thread.ts'
import { ProvisionError } from '#shared/provision.ts'
import { boundOrganization, findSettings, unknownPlace } from '#shared/settings.ts'

const setHolidayPlace = statement(
  'set_holiday_place',
  { place: nullable(text) },
  'update organization set holiday_place = :place where id = :organization',
)

/** Sets the place whose public holidays count, if the file names one. Returns whether it changed. */
export const applyHolidayPlace = async (change: Change, slug: string, place: string | undefined): Promise<boolean> => {
  const { tx, now, organizationId, audit } = change
  if (place === undefined) return false
  const [settings] = await tx.query(findSettings, {})
  if (settings?.holiday_place === place) return false
  if (!(await findCalendar(place, 'UTC', now)))
    throw new ProvisionError(`The holidayPlace of the workspace ${slug} ${unknownPlace.text}`)
  tx.write(setHolidayPlace, { place })
  const { content } = await currentRow(tx, boundOrganization, organizationId)
  audit(organizationId, { action: 'organization.update', content, detail: `holidays of ${place}` })
  return true
}
