import { flag, narrows, nullable, number, statement, text } from '#db/statement.ts'

/** A person as a SCIM user. The columns of `scim_user` are null until a provider changes the person. */
export interface UserRow {
  id: string
  record: string
  disabled: boolean
  attributes: string | null
  deactivated: boolean | null
  pending_address: string | null
  changed_at: Date | null
  /** True if the provider deleted the user. */
  deleted: boolean
  groups: { value: string; display: string }[]
}

const groupsSql = `coalesce((select json_agg(json_build_object('value', g.id, 'display', g.display_name) order by g.id)
    from scim_group_member m join scim_group g on g.organization_id = m.organization_id and g.id = m.group_id
   where m.organization_id = p.organization_id and m.person_id = p.id), '[]'::json) as groups`

const columns = `p.id, p.record, p.disabled, s.attributes, s.deactivated, s.pending_address, s.updated_at as changed_at,
  coalesce(s.deleted, false) as deleted, ${groupsSql}`

const peopleSql = 'person p left join scim_user s on s.organization_id = p.organization_id and s.person_id = p.id'

// A parameter is null if the filter does not compare it.
const matching = `p.organization_id = :organization and not coalesce(s.deleted, false)
   and (:id::text is null or p.id = :id)
   and (:userName::text is null or coalesce(s.user_name, lower(p.record::json ->> 'email')) = lower(:userName))
   and (:externalId::text is null or s.external_id = :externalId)
   and (:email::text is null or lower(p.record::json ->> 'email') = lower(:email) or exists (
          select from json_array_elements(s.attributes::json -> 'emails') e
           where lower(e ->> 'value') = lower(:email)))
   and (:emailType::text is null or s.attributes is null or exists (
          select from json_array_elements(s.attributes::json -> 'emails') e
           where lower(e ->> 'value') = lower(:email) and lower(e ->> 'type') = lower(:emailType)))
   and (:displayName::text is null
          or lower(coalesce(s.attributes::json ->> 'displayName', p.record::json ->> 'name')) = lower(:displayName))
   and (:active::boolean is null or :active = (not p.disabled or (not coalesce(s.deactivated, false)
          and coalesce((p.record::json ->> 'suspended')::boolean, false))))`

const filterParams = {
  id: nullable(text),
  userName: nullable(text),
  externalId: nullable(text),
  email: nullable(text),
  emailType: nullable(text),
  displayName: nullable(text),
  active: nullable(flag),
}

export const selectScimUsers = statement(
  'list_scim_users',
  { ...filterParams, limit: number, offset: number },
  `select ${columns} from ${peopleSql} where ${matching} order by p.id limit :limit offset :offset`,
  narrows<{ groups: { value: string; display: string }[] }>,
)

export const countScimUsers = statement(
  'count_scim_users',
  filterParams,
  `select count(*)::int as total from ${peopleSql} where ${matching}`,
)

/** Finds a user, including a deleted one. */
export const findScimUser = statement(
  'find_scim_user',
  { id: text },
  `select ${columns} from ${peopleSql} where p.organization_id = :organization and p.id = :id`,
  narrows<{ groups: { value: string; display: string }[] }>,
)

/** Locks the row that all changes of a user lock. `findScimUser` reads the user afterwards. */
export const lockScimUser = statement(
  'lock_scim_user',
  { id: text },
  'select from person where organization_id = :organization and id = :id for update',
)

/** Finds the users that a create request may mean, by user name, external id or address. */
export const findSameUsers = statement(
  'find_same_scim_users',
  { userName: text, externalId: nullable(text), address: text },
  `select f.id, coalesce(s.deleted, false) as deleted
     from (select person_id::text as id from scim_user where organization_id = :organization and user_name = lower(:userName)
           union select person_id::text from scim_user where organization_id = :organization and external_id = :externalId
           union select subject_id from person_at(:address)
           union select subject_id from person_at(lower(:userName))) f
     left join scim_user s on s.organization_id = :organization and s.person_id = f.id
    order by f.id`,
)

export const writeScimUser = statement(
  'write_scim_user',
  {
    personId: text,
    userName: text,
    externalId: nullable(text),
    attributes: text,
    deactivated: flag,
    deleted: flag,
    pendingAddress: nullable(text),
    now: text,
  },
  `insert into scim_user (organization_id, person_id, user_name, external_id, attributes, deactivated, deleted,
                          pending_address, updated_at)
   values (:organization, :personId, lower(:userName), :externalId, :attributes, :deactivated, :deleted, :pendingAddress, :now)
   on conflict (organization_id, person_id) do update
     set user_name = excluded.user_name, external_id = excluded.external_id, attributes = excluded.attributes,
         deactivated = excluded.deactivated, deleted = excluded.deleted, pending_address = excluded.pending_address,
         updated_at = excluded.updated_at`,
)

/** Finds the people who saw one of the token's texts that still work. */
export const findTokenHolders = statement(
  'find_provisioning_token_holders',
  { id: text, now: text },
  `select shown_to, case when previous_until > :now then previous_shown_to end as previous_shown_to
     from provisioning_token where organization_id = :organization and id = :id`,
)

/**
 * Returns no row for a person whom no provider deactivated. `can_send` says whether the workspace has a valid
 * provisioning token.
 */
export const findDeactivation = statement(
  'find_scim_deactivation',
  { personId: text, now: text },
  `select coalesce((select true from provisioning_token t
                     where t.organization_id = :organization and not t.revoked and t.expires_at > :now
                     order by t.id limit 1), false) as can_send
     from scim_user s where s.organization_id = :organization and s.person_id = :personId and s.deactivated`,
)

export const forgetDeactivation = statement(
  'forget_scim_deactivation',
  { personId: text, now: text },
  `update scim_user set deactivated = false, deleted = false, updated_at = :now
    where organization_id = :organization and person_id = :personId`,
)
