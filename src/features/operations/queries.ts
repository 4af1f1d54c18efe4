import { statement } from '#db/statement.ts'

export const organizationsWithKeysToForget = statement<{ id: string }>(
  'organizations_with_keys_to_forget',
  'select * from organizations_with_keys_to_forget($1) as id',
)

/** `organization_id, created until, limit`; answers how many were deleted. */
export const forgetKeys = statement<{ forgotten: number }>(
  'forget_idempotency_keys',
  `with old as (
     select credential_id, key from idempotency_key
      where organization_id = $1 and created_at <= $2
      order by created_at limit $3 for update skip locked
   ), gone as (
     delete from idempotency_key k using old
      where k.organization_id = $1 and k.credential_id = old.credential_id and k.key = old.key returning 1
   )
   select count(*)::int as forgotten from gone`,
)
