import type { Role } from '#http/access.ts'
import type { Change } from '#http/call.ts'
import { invalid, Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { noUnitsForAdministrators } from '#src/features/access/sentences.ts'
import { findActiveUnits } from './queries.ts'

const requireActive = async (change: Change, field: string, ids: readonly string[]): Promise<void> => {
  const activeUnits = await change.read(findActiveUnits, { ids })
  if (activeUnits.length === ids.length) return
  const issues = [{ path: [field], problem: sentence`field.inactive_unit: is not an active unit of the workspace` }]
  throw new Refusal(
    'not_found',
    sentence`unit.not_active: The unit does not exist or is closed; choose an active one.`,
    { issues },
  )
}

/** Throws 404 for a unit that does not exist or is closed. */
export const requireUnit = (change: Change, unitId: string): Promise<void> => requireActive(change, 'unitId', [unitId])

/** Throws if a person cannot belong to these units. `current` are the units that they already belong to. */
export const requireUnits = async (
  change: Change,
  unitIds: readonly string[] | undefined,
  { role, current = [] }: { readonly role?: Role; readonly current?: readonly string[] | undefined } = {},
): Promise<void> => {
  if (!unitIds) return
  if (role === 'admin') throw invalid(['unitIds'], noUnitsForAdministrators)
  const newUnitIds = unitIds.filter(id => !current.includes(id))
  if (newUnitIds.length > 0) await requireActive(change, 'unitIds', newUnitIds)
}
