import type { Actor } from '#http/access.ts'

type Reader = Pick<Actor, 'units'>

/** The record of a person or an account, without the units that the reader does not belong to. */
export const withoutOtherUnits = (stored: string, { units }: Reader): string => {
  if (!units) return stored
  const record: { readonly unitIds?: readonly string[] } = JSON.parse(stored)
  const { unitIds } = record
  return unitIds ? JSON.stringify({ ...record, unitIds: unitIds.filter(id => units.includes(id)) }) : stored
}

/** A text of the audit trail without the names of other units. */
export const withoutUnitNames = (text: string | null, { units }: Reader): string | null =>
  text && units ? text.replaceAll(/\bunt_\w+/g, id => (units.includes(id) ? id : 'another')) : text
