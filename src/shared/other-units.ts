import type { Actor } from '#http/access.ts'

type Reader = Pick<Actor, 'units'>

/** Removes from the record of a person or an account the units that the caller does not belong to. */
export const withoutOtherUnits = (stored: string, { units }: Reader): string => {
  if (!units) return stored
  const record: { readonly unitIds?: readonly string[] } = JSON.parse(stored)
  const { unitIds } = record
  return unitIds ? JSON.stringify({ ...record, unitIds: unitIds.filter(id => units.includes(id)) }) : stored
}

/** Removes the ids of other units from a text of the audit trail. */
export const withoutUnitNames = (text: string | null, { units }: Reader): string | null =>
  text && units ? text.replaceAll(/\bunt_\w+/g, id => (units.includes(id) ? id : 'another')) : text
