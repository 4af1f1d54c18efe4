import { choice, narrows, number, type RowOf, statement, text, texts } from '#db/statement.ts'
import type { GroupSource } from './mapping.ts'

export type RulesRow = RowOf<typeof findGroupRules>

export const findGroupRules = statement(
  'find_group_rules',
  {},
  'select id, record from group_rules where organization_id = :organization and is_current',
)

/**
 * A change of the rules takes this lock, so that no groups are applied during the change, and reads rows afterwards.
 */
export const lockGroupRules = statement(
  'lock_group_rules',
  {},
  'select pg_advisory_xact_lock(hashtextextended(:organization, 62))',
)

export const retireGroupRules = statement(
  'retire_group_rules',
  {},
  'update group_rules set is_current = false where organization_id = :organization and is_current',
)

export const insertGroupRules = statement(
  'insert_group_rules',
  { id: text, record: text },
  'insert into group_rules (organization_id, id, is_current, record) values (:organization, :id, true, :record)',
)

export const findGroupsOf = statement(
  'find_groups_of_person',
  { personId: text },
  `select source, groups, received_at from person_groups
    where organization_id = :organization and person_id = :personId order by source`,
)

export const storeGroups = statement(
  'store_groups_of_person',
  { personId: text, source: choice<GroupSource>, groups: texts, now: text },
  `insert into person_groups (organization_id, person_id, source, groups, received_at)
   values (:organization, :personId, :source, :groups, :now)
   on conflict (organization_id, person_id, source)
   do update set groups = excluded.groups, received_at = excluded.received_at`,
)

/** Deletes the groups that a source sent, so that it no longer decides about any person. */
export const forgetGroups = statement(
  'forget_groups_of_source',
  { source: choice<GroupSource> },
  'delete from person_groups where organization_id = :organization and source = :source',
)

/** Locks mapped people in the order of their ids, and returns each with the groups that sources sent. */
export const lockMappedPeople = statement(
  'lock_mapped_people',
  { after: text, limit: number },
  `select p.id, p.record,
          coalesce((select json_agg(json_build_object('source', g.source, 'groups', g.groups))
                      from person_groups g where g.organization_id = p.organization_id and g.person_id = p.id),
                   '[]') as received
     from person p
    where p.organization_id = :organization and p.id > :after and p.record::json ->> 'mappedFrom' is not null
    order by p.id limit :limit for update of p`,
  narrows<{ received: { source: GroupSource; groups: string[] }[] }>,
)

/** Takes a shared lock while groups are applied, so that rules and the provider's settings do not change. */
export const shareGroupRules = statement(
  'share_group_rules',
  {},
  'select pg_advisory_xact_lock_shared(hashtextextended(:organization, 62))',
)
