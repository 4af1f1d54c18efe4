import type { Change } from '#http/call.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { deleteAnswer, deleteRequirement, type LockedLink, lockMappingAnswer, lockRequirement } from './link-queries.ts'

/** The removal of a locked link. */
interface Removal extends Pick<LockedLink, 'title' | 'counts'> {
  /** Removes the link and writes its audit row. */
  apply(): void
}

/** Prepares the removal of a control from a clause. Throws a 404 if the control does not answer the clause. */
export const clauseControlRemoval = async (change: Change, clauseId: string, controlId: string): Promise<Removal> => {
  const link = { clauseId, controlId }
  const { record, ...locked } = firstOrNotFound(await change.tx.query(lockMappingAnswer, link), 'control of the clause')
  return {
    ...locked,
    apply() {
      change.tx.write(deleteAnswer, link)
      change.audit(`${clauseId}/${controlId}`, { action: 'clause.control.remove', before: record })
    },
  }
}

/** Prepares the removal of a requirement from a control. Throws a 404 if the control does not have the requirement. */
export const controlRequirementRemoval = async (
  change: Change,
  controlId: string,
  requirementId: string,
): Promise<Removal> => {
  const link = { controlId, requirementId }
  const rows = await change.tx.query(lockRequirement, link)
  const { record, ...locked } = firstOrNotFound(rows, 'evidence requirement of the control')
  return {
    ...locked,
    apply() {
      change.tx.write(deleteRequirement, link)
      change.audit(`${controlId}/${requirementId}`, { action: 'control.requirement.remove', before: record })
    },
  }
}
