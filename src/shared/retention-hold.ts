import { flag, statement } from '#db/statement.ts'

/**
 * Locks the holds of a workspace until the end of the transaction: exclusively (`alone`) to place a hold, shared to
 * remove data that may be on hold.
 */
export const lockHolds = statement('lock_retention_holds', { alone: flag }, 'select lock_holds(:organization, :alone)')

/** Selects whether any hold is in force (`some`), and whether one covers all files (`whole`). */
export const findHoldsInForce = statement(
  'find_retention_holds_in_force',
  {},
  `select count(*) > 0 as some, coalesce(bool_or(claim_id is null), false) as whole from (
     select claim_id from retention_hold where organization_id = :organization and status <> 'released') h`,
)
