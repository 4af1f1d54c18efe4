import { statement, text } from '#db/statement.ts'

export const findPendingAddress = statement(
  'find_pending_address',
  { personId: text },
  `select pending_address as address from scim_user
    where organization_id = :organization and person_id = :personId and pending_address is not null`,
)

export const forgetPendingAddress = statement(
  'forget_pending_address',
  { personId: text },
  'update scim_user set pending_address = null where organization_id = :organization and person_id = :personId',
)

/** Moves the person's sign-in name to another address, in the transaction's organization only. */
export const movePerson = statement(
  'move_person',
  { personId: text, address: text },
  'select move_person(:personId, :address)',
)
