import { narrows, number, statement, text, texts } from '#db/statement.ts'
import type { Custody } from './custody.ts'

/**
 * Inserts a custodian. Releases them at once if only the person holds their second factor, because neither a link nor a
 * provider bypasses it.
 */
export const insertCustodian = statement(
  'add_custodian',
  { personId: text, custodianId: text, why: text, now: text },
  `insert into custodian (organization_id, person_id, custodian_id, why, since, applies_from, released_at, released_by)
   select :organization::text, p.id, :custodianId::text, :why::text, :now::timestamptz, least(now(), :now::timestamptz),
          case when o.is_proven then :now::timestamptz end, case when o.is_proven then 'factor' end
     from person p cross join lateral (
       select :why::text not in ('invitation_link', 'initial_password', 'own_mailbox', 'same_sign_on')
              and p.record::json ->> 'secondFactor' <> 'none'
              and not exists (select from custodian c where c.organization_id = p.organization_id
                                 and c.person_id = p.id and c.released_at is null) as is_proven) o
    where p.organization_id = :organization and p.id = :personId
   on conflict (organization_id, person_id, custodian_id, why)
   do update set since = excluded.since, applies_from = excluded.applies_from,
                 released_at = excluded.released_at, released_by = excluded.released_by`,
)

export const addResourceCustodians = statement(
  'add_resource_custodians',
  { resourceId: text, people: texts },
  `insert into resource_custodian (organization_id, resource_id, custodian_id)
   select :organization::text, :resourceId::text, unnest(:people::text[]) on conflict do nothing`,
)

export const listResourceCustodians = statement(
  'list_resource_custodians',
  { resourceId: text },
  `select custodian_id as id from resource_custodian
    where organization_id = :organization and resource_id = :resourceId order by custodian_id`,
)

export const updateReleasedCustodians = statement(
  'release_custodians',
  { personId: text, why: text, now: text },
  `update custodian set released_at = :now, released_by = :why::text
    where organization_id = :organization and person_id = :personId and released_at is null
      and (why not in ('own_mailbox', 'same_sign_on', 'address') or :why::text <> 'mail')`,
)

/** Without a second factor, a password is enough again, and the people who saw it may still know it. */
export const restoreCustodians = statement(
  'restore_custodians',
  { personId: text },
  `update custodian set released_at = null, released_by = null
    where organization_id = :organization and person_id = :personId and released_at is not null`,
)

/** SQL for the mailbox of an address at a host that supports sub-addresses (RFC 5233) and ignores dots. */
const mailbox = (address: string): string =>
  `lower(replace(regexp_replace(${address}, '(\\+[^@]*)?@[^@]*$', ''), '.', '') || substring(${address} from '@[^@]*$'))`

export const findSameMailbox = statement(
  'find_people_with_same_mailbox',
  { id: text, email: text },
  `select id from person where organization_id = :organization and id <> :id
      and ${mailbox("record::json ->> 'email'")} = ${mailbox(':email::text')} order by id limit 50`,
)

export const listCustodians = statement(
  'list_custodians',
  { personId: text },
  `select c.custodian_id, p.record::json ->> 'name' as name, c.why, c.since, c.applies_from, c.released_at, c.released_by
     from custodian c join person p on p.organization_id = c.organization_id and p.id = c.custodian_id
    where c.organization_id = :organization and c.person_id = :personId order by c.since, c.custodian_id, c.why limit 200`,
  narrows<{ name: string; why: Custody }>,
)

export const hasCustodians = statement(
  'has_custodians',
  { personId: text },
  `select exists (select from custodian where organization_id = :organization and person_id = :personId
                     and released_at is null) as yes`,
)

/** Whether only the person's second factor keeps their custodians out. */
export const dependsOnFactor = statement(
  'depends_on_factor',
  { personId: text },
  `select exists (select from custodian where organization_id = :organization and person_id = :personId
                     and released_at is not null) as yes`,
)

/** When the first custodian who is not released takes effect; null if there are no such custodians. */
export const findCustodiansFrom = statement(
  'find_custodians_apply_from',
  { personId: text },
  `select min(applies_from) as applies_from from custodian
    where organization_id = :organization and person_id = :personId and released_at is null`,
)

/**
 * Active people with custodians who are not released, by name. Each row has the first 20 custodians and the total
 * number of such people.
 */
export const selectPeopleWithCustodians = statement(
  'list_people_with_custodians',
  { limit: number },
  `with held as (
     select c.person_id, min(c.applies_from) as applies_from, array_agg(distinct c.custodian_id::text) as custodian_ids
       from custodian c where c.organization_id = :organization and c.released_at is null group by c.person_id),
   shown as (
     select p.id, p.record::json ->> 'name' as name, p.record::json ->> 'email' as email, p.role,
            p.record::json ->> 'secondFactor' as second_factor, h.applies_from, h.custodian_ids, count(*) over ()::int as total
       from held h join person p on p.organization_id = :organization and p.id = h.person_id
      where not p.disabled order by p.record::json ->> 'name', p.id limit :limit)
   select s.id, s.name, s.email, s.role, s.second_factor, s.applies_from, s.total,
          cardinality(s.custodian_ids) as custodian_count,
          (select coalesce(json_agg(json_build_object('id', k.id, 'name', k.name) order by k.name, k.id), '[]'::json)
             from (select q.id, q.record::json ->> 'name' as name from person q
                    where q.organization_id = :organization and q.id = any (s.custodian_ids)
                    order by 2, 1 limit 20) k) as custodians
     from shown s order by s.name, s.id`,
  narrows<{
    name: string
    email: string
    second_factor: 'none' | 'totp' | 'passkey'
    applies_from: Date
    custodians: { id: string; name: string }[]
    custodian_count: number
  }>,
)

export const findPeopleBehind = statement(
  'find_controllers_of_person',
  { personId: text },
  'select people_behind(array[:personId::text]) as hands',
)
