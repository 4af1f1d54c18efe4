import { number, statement, text } from '#db/statement.ts'

export const organizationsWithKeysToForget = statement(
  'organizations_with_keys_to_forget',
  { until: text },
  'select * from organizations_with_keys_to_forget(:until) as id',
)

/** Deletes old idempotency keys and returns their number. */
export const forgetKeys = statement(
  'forget_idempotency_keys',
  { until: text, limit: number },
  `with old as (
     select credential_id, key from idempotency_key
      where organization_id = :organization and created_at <= :until
      order by created_at limit :limit for update skip locked
   ), gone as (
     delete from idempotency_key k using old
      where k.organization_id = :organization and k.credential_id = old.credential_id and k.key = old.key returning 1
   )
   select count(*)::int as forgotten from gone`,
)
