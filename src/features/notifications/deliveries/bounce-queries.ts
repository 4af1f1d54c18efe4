import { number, statement, text } from '#db/statement.ts'

export const recordBounce = statement(
  'record_mail_bounce',
  { personId: text, address: text, reply: text, now: text },
  `insert into mail_bounce (organization_id, person_id, address, reply, bounced_at)
   values (:organization, :personId, :address, :reply, :now::timestamptz)
   on conflict (organization_id, person_id) do update
     set address = excluded.address, reply = excluded.reply, bounced_at = excluded.bounced_at`,
)

/** The refusal of the address that the person still has. */
export const findBounce = statement(
  'find_mail_bounce',
  { personId: text },
  `select b.address, b.reply, b.bounced_at from mail_bounce b
     join person p on p.organization_id = b.organization_id and p.id = b.person_id
    where b.organization_id = :organization and b.person_id = :personId and b.address = p.record::json ->> 'email'`,
)

export const listBounces = statement(
  'list_mail_bounces',
  { limit: number },
  `select b.person_id, p.record::json ->> 'name' as name, b.address, b.reply, b.bounced_at
     from mail_bounce b join person p on p.organization_id = b.organization_id and p.id = b.person_id
    where b.organization_id = :organization and b.address = p.record::json ->> 'email' and not p.disabled
    order by b.person_id limit :limit`,
)

export const deleteBounce = statement(
  'delete_mail_bounce',
  { personId: text },
  'delete from mail_bounce where organization_id = :organization and person_id = :personId returning address',
)
