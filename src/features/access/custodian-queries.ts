import { rows, statement, text } from '#db/statement.ts'

export const addCustodian = statement(
  'add_custodian',
  { personId: text, custodianId: text, why: text, now: text },
  `insert into custodian (organization_id, person_id, custodian_id, why, since, applies_from)
   values (:organization, :personId, :custodianId, :why, :now::timestamptz, least(now(), :now::timestamptz))
   on conflict (organization_id, person_id, custodian_id, why)
   do update set since = excluded.since, applies_from = excluded.applies_from, released_at = null, released_by = null`,
)

export const releaseCustodians = statement(
  'release_custodians',
  { personId: text, why: text, now: text },
  `update custodian set released_at = :now, released_by = :why
    where organization_id = :organization and person_id = :personId and released_at is null
      and (why <> 'own_mailbox' or :why <> 'mail')`,
)

/** Without a second factor a password is enough again, and may be known to whom it was shown. */
export const restoreCustodians = statement(
  'restore_custodians',
  { personId: text },
  `update custodian set released_at = null, released_by = null
    where organization_id = :organization and person_id = :personId and released_at is not null`,
)

/** The mailbox of an address at a host that knows sub-addresses (RFC 5233) and ignores dots. */
const mailbox = (address: string): string =>
  `lower(replace(regexp_replace(${address}, '(\\+[^@]*)?@[^@]*$', ''), '.', '') || substring(${address} from '@[^@]*$'))`

export const findSameMailbox = statement(
  'find_people_with_same_mailbox',
  { id: text, email: text },
  `select id from person where organization_id = :organization and id <> :id
      and ${mailbox("record::json ->> 'email'")} = ${mailbox(':email::text')} order by id limit 50`,
  rows<{ id: string }>,
)

export interface CustodianRow {
  custodian_id: string
  name: string
  why: string
  since: Date
  applies_from: Date
  released_at: Date | null
  released_by: string | null
}

export const listCustodians = statement(
  'list_custodians',
  { personId: text },
  `select c.custodian_id, p.record::json ->> 'name' as name, c.why, c.since, c.applies_from, c.released_at, c.released_by
     from custodian c join person p on p.organization_id = c.organization_id and p.id = c.custodian_id
    where c.organization_id = :organization and c.person_id = :personId order by c.since, c.custodian_id, c.why limit 200`,
  rows<CustodianRow>,
)
