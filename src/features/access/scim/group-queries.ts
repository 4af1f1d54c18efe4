import { forItsValues, narrows, nullable, number, type RowOf, statement, text, texts } from '#db/statement.ts'

export interface GroupRow {
  id: string
  display_name: string
  external_id: string | null
  created_at: Date
  updated_at: Date
  /** The number of members. */
  members: number
}

/** The columns of a group that a change reads under its lock. */
export type LockedGroupRow = RowOf<typeof lockScimGroup>

const columns = `g.id, g.display_name, g.external_id, g.created_at, g.updated_at,
  (select count(*)::int from scim_group_member m
    where m.organization_id = g.organization_id and m.group_id = g.id) as members`

const matching = `g.organization_id = :organization
   and (:id::text is null or g.id = :id)
   and (:displayName::text is null or g.name_key = lower(:displayName))
   and (:externalId::text is null or g.external_id = :externalId)
   and (:member::text is null or exists (select from scim_group_member m
          where m.organization_id = g.organization_id and m.group_id = g.id and m.person_id = :member))`

const filterParams = {
  id: nullable(text),
  displayName: nullable(text),
  externalId: nullable(text),
  member: nullable(text),
}

export const selectScimGroups = statement(
  'list_scim_groups',
  { ...filterParams, limit: number, offset: number },
  `select ${columns} from scim_group g where ${matching} order by g.id limit :limit offset :offset`,
)

export const countScimGroups = statement(
  'count_scim_groups',
  filterParams,
  `select count(*)::int as total from scim_group g where ${matching}`,
)

export const findScimGroup = statement(
  'find_scim_group',
  { id: text },
  `select ${columns} from scim_group g where g.organization_id = :organization and g.id = :id`,
)

const lockedColumns = 'id, display_name, external_id'

export const lockScimGroup = statement(
  'lock_scim_group',
  { id: text },
  `select ${lockedColumns} from scim_group where organization_id = :organization and id = :id for update`,
)

/**
 * Prevents deletion of the group while members are added or removed. Concurrent changes of members do not wait for each
 * other.
 */
export const shareLockScimGroup = statement(
  'share_lock_scim_group',
  { id: text },
  `select ${lockedColumns} from scim_group where organization_id = :organization and id = :id for key share`,
)

export const listMembers = forItsValues(
  statement(
    'list_scim_group_members',
    { groupIds: texts },
    `select m.group_id, m.person_id, p.record::json ->> 'name' as name
     from scim_group_member m join person p on p.organization_id = m.organization_id and p.id = m.person_id
    where m.organization_id = :organization and m.group_id = any(:groupIds::text[]) order by m.group_id, m.person_id`,
    narrows<{ name: string }>,
  ),
)

export const insertScimGroup = statement(
  'insert_scim_group',
  { id: text, displayName: text, externalId: nullable(text), now: text },
  `insert into scim_group (organization_id, id, display_name, name_key, external_id, created_at, updated_at)
   values (:organization, :id, :displayName::text, lower(:displayName), :externalId, :now, :now)`,
)

export const updateScimGroup = statement(
  'update_scim_group',
  { id: text, displayName: text, externalId: nullable(text), now: text },
  `update scim_group set display_name = :displayName::text, name_key = lower(:displayName), external_id = :externalId,
          updated_at = :now
    where organization_id = :organization and id = :id`,
)

export const deleteScimGroupRow = statement(
  'delete_scim_group',
  { id: text },
  'delete from scim_group where organization_id = :organization and id = :id',
)

/** Returns the ids that belong to users. */
export const findMembers = forItsValues(
  statement(
    'find_scim_members',
    { ids: texts },
    `select p.id from person p left join scim_user s on s.organization_id = p.organization_id and s.person_id = p.id
    where p.organization_id = :organization and p.id = any(:ids::text[]) and not coalesce(s.deleted, false)`,
  ),
)

/**
 * Locks, in the order of their ids, the people who are not members of a group yet, and returns their ids. Inserting a
 * member takes a shared lock on the person's row, and later changes of the person need an exclusive one. Without this
 * lock, two groups that add the same person would deadlock.
 */
export const lockNewMembers = forItsValues(
  statement(
    'lock_new_scim_members',
    { id: text, personIds: texts },
    `select p.id from person p
    where p.organization_id = :organization and p.id = any(:personIds::text[])
      and not exists (select from scim_group_member m
                       where m.organization_id = :organization and m.group_id = :id and m.person_id = p.id)
    order by p.id for update of p`,
  ),
)

/** Adds members and returns those that are new. */
export const addMembers = statement(
  'add_scim_members',
  { id: text, personIds: texts },
  `insert into scim_group_member (organization_id, group_id, person_id)
   select :organization, :id, p.id from unnest(:personIds::text[]) as p (id) order by p.id
    on conflict do nothing returning person_id`,
)

/** Removes members and returns those that were members. */
export const removeMembers = statement(
  'remove_scim_members',
  { id: text, personIds: texts },
  `delete from scim_group_member
    where organization_id = :organization and group_id = :id and person_id = any(:personIds::text[]) returning person_id`,
)

/** Removes all members except these people, and returns the removed members. */
export const removeOtherMembers = statement(
  'remove_other_scim_members',
  { id: text, personIds: texts },
  `delete from scim_group_member
    where organization_id = :organization and group_id = :id and person_id <> all(:personIds::text[]) returning person_id`,
)

export const leaveGroups = statement(
  'leave_scim_groups',
  { personId: text },
  'delete from scim_group_member where organization_id = :organization and person_id = :personId',
)
