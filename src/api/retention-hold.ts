import { flag, rows, statement } from '#db/statement.ts'

/**
 * Held until the end of the transaction: by whoever places a hold `alone`, by whoever removes something that may be held
 * together with others.
 */
export const lockHolds = statement('lock_retention_holds', { alone: flag }, 'select lock_holds(:organization, :alone)')

/** Whether a hold is in force, and whether one of all files is. */
export const findHoldsInForce = statement(
  'find_retention_holds_in_force',
  {},
  `select count(*) > 0 as some, coalesce(bool_or(claim_id is null), false) as whole from (
     select claim_id from retention_hold where organization_id = :organization and status <> 'released') h`,
  rows<{ some: boolean; whole: boolean }>,
)
