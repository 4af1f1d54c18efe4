import { number, statement, text, texts } from '#db/statement.ts'

export const insertScimEvents = statement(
  'insert_scim_events',
  { ids: texts, tokenIds: texts, failed: texts, records: texts },
  `insert into scim_event (organization_id, id, token_id, failed, record)
   select :organization, e.id, e.token_id, e.failed = 'yes', e.record
     from unnest(:ids::text[], :tokenIds::text[], :failed::text[], :records::text[]) as e (id, token_id, failed, record)`,
)

/** Records ignored attributes, at most 1,000 for each workspace. Returns those that are new. */
export const recordIgnored = statement(
  'record_scim_ignored',
  { attributes: texts, now: text },
  `insert into scim_ignored (organization_id, attribute, since)
   select :organization::text, a.name, :now::timestamptz from unnest(:attributes::text[]) as a (name)
    where (select count(*) from scim_ignored where organization_id = :organization) < 1000
    on conflict do nothing returning attribute`,
)

/** `successes` has an empty string for a token without a successful request. */
export const recordTokenUse = statement(
  'record_provisioning_token_use',
  { ids: texts, requests: texts, successes: texts },
  `update provisioning_token t
      set last_request_at = greatest(t.last_request_at, u.request::timestamptz),
          last_success_at = greatest(t.last_success_at, nullif(u.success, '')::timestamptz)
     from unnest(:ids::text[], :requests::text[], :successes::text[]) as u (id, request, success)
    where t.organization_id = :organization and t.id = u.id`,
)

export const organizationsWithEventsToForget = statement(
  'organizations_with_scim_events_to_forget',
  { until: text },
  'select * from organizations_with_scim_events_to_forget(:until) as id',
)

/** Deletes the rows before an id, and all but the newest N. Returns the number of deleted rows. */
export const deleteScimEvents = statement(
  'forget_scim_events',
  { until: text, maxEvents: number, limit: number },
  `with gone as (
     delete from scim_event where organization_id = :organization and id in (
       select id from scim_event
        where organization_id = :organization
          and id < greatest(:until::text collate "C", (select id from scim_event where organization_id = :organization
                                             order by id desc offset :maxEvents - 1 limit 1)::text collate "C")
        order by id limit :limit)
     returning 1)
   select count(*)::int as forgotten from gone`,
)
