import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import type { Person } from '#src/features/access/person.ts'

interface ManualChange {
  readonly role?: unknown
  readonly unitIds?: unknown
  readonly disabled?: boolean
}

/**
 * Throws 409 if a manual change affects access that groups determine. Disabling a person is urgent and stays possible.
 */
export const requireManual = ({ name, mappedFrom, mappedGrant, suspended }: Person, change: ManualChange): void => {
  if (!mappedFrom) return
  if (change.role !== undefined || change.unitIds !== undefined) {
    const message = sentence`person.managed_by_groups: Groups at the identity provider decide the role and units of ${{ name }}: change the groups or their rules, or manage the person by hand.`
    throw new Refusal('conflict', message)
  }
  if (change.disabled === false && (suspended || mappedGrant === 'none'))
    throw new Refusal(
      'conflict',
      sentence`person.no_group: None of the groups of ${{ name }} gives access: change the groups or their rules, or manage the person by hand.`,
    )
}
