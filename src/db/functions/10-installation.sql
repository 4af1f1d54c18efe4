-- Functions of the install: the setup link, the license, organizations and the partitions of a day.

-- While no organization has an administrator, the install offers a setup link.
create or replace function administrator_exists() returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from organization o where not o.sample and exists (
    select from person p where p.organization_id = o.id and p.role = 'admin'))
$$;
select serve_program('administrator_exists()');

-- The tables with a partition per day, and the prefix of the identifiers that bound their partitions.
create or replace function day_partitioned() returns table (parent text, prefix text)
  language sql immutable as $$ values ('outbox_event', 'evt'), ('webhook_attempt', 'whd') $$;

create or replace function installation_facts() returns table (id text, warned_by text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, warned_by from installation
$$;
select serve_program('installation_facts()');

create or replace function keep_license(
    new_state text, new_token text, new_facts text, new_terms text, new_problem text, state_since timestamptz,
    last_seen timestamptz
) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update license_state set state = new_state, token = new_token, facts = new_facts, terms = new_terms,
         problem = new_problem, since = state_since, seen_at = last_seen
$$;
select serve_program('keep_license(text,text,text,text,text,timestamp with time zone,timestamp with time zone)');

create or replace function license_standing(
    
) returns table (state text, facts text, terms text, problem text, since timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select state, facts, terms, problem, since from license_state
$$;
select serve_program('license_standing()');

-- The state of the license, locked until the end of the transaction.
create or replace function lock_license(
    
) returns table (state text, token text, terms text, problem text, since timestamptz, seen_at timestamptz)
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select state, token, terms, problem, since, seen_at from license_state for no key update
$$;
select serve_program('lock_license()');

create or replace function lock_organization(
    asked text
) returns table (id text, name text, webhook_form text, time_zone text, operator boolean, second_person boolean)
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, name, webhook_form, time_zone, operator, second_person from organization where slug = asked for update
$$;
select serve_program('lock_organization(text)');

-- Makes the missing partitions of `days` days, beginning with the day of `first`, and returns their number. Skips a day
-- that has rows in the default partition: they stay there.
create or replace function make_day_partitions(first timestamptz, days int) returns int
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare made integer := 0; t record; d timestamptz; low text; high text; stray boolean;
begin
  perform pg_advisory_xact_lock(hashtext('day partitions'));
  for t in select * from day_partitioned() loop
    for i in 0..days - 1 loop
      d := date_trunc('day', first, 'UTC') + make_interval(days => i);
      if to_regclass(t.parent || '_' || to_char(d at time zone 'UTC', 'YYYYMMDD')) is not null then continue; end if;
      low := identifier_floor(t.prefix, d);
      high := identifier_floor(t.prefix, d + interval '1 day');
      execute format('select exists (select from %I where id >= %L and id < %L)', t.parent || '_other', low, high) into stray;
      if stray then continue; end if;
      execute format('create table public.%I partition of public.%I for values from (%L) to (%L)',
        t.parent || '_' || to_char(d at time zone 'UTC', 'YYYYMMDD'), t.parent, low, high);
      made := made + 1;
    end loop;
  end loop;
  return made;
end $$;
select serve_program('make_day_partitions(timestamp with time zone,integer)');

-- Marks an organization as the operator's and removes the mark from any other, or only removes its mark.
create or replace function mark_operator(asked text, marked boolean) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update organization set operator = false where operator and (marked or id = asked);
  if marked then update organization set operator = true where id = asked; end if;
end $$;
select serve_program('mark_operator(text,boolean)');

-- Voids earlier unused links. Returns false, and makes no link, once an administrator exists.
create or replace function offer_setup_link(
    token text, offered_at timestamptz, good_until timestamptz
) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from setup_link where not used;
  with made as (
    insert into setup_link (token_sha256, created_at, expires_at)
    select token, offered_at, good_until where not administrator_exists() returning true)
  select exists (select from made)
$$;
select serve_program('offer_setup_link(text,timestamp with time zone,timestamp with time zone)');

-- Whether the organization is the operator's. A single organization is, even without the mark; a sample does not count.
create or replace function operates_install(asked text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select o.operator or (
                       not o.sample and (select count(*) from (select from organization where not sample limit 2) x) = 1)
                     from organization o where o.id = asked), false)
$$;
select serve_program('operates_install(text)');

create or replace function organization_exists() returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from organization where not sample)
$$;
select serve_program('organization_exists()');

-- The organization of the administrator that the link makes. Returns no row if the link is unknown, used or expired.
create or replace function organization_of_setup_link(token text, now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id from organization
   where not sample and exists (select from setup_link where token_sha256 = token and expires_at > now and not used)
   order by id limit 1
$$;
select serve_program('organization_of_setup_link(text,timestamp with time zone)');

-- Every organization, since a new state of the license is reported to all of them.
create or replace function organizations_of_license() returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id from organization order by id
$$;
select serve_program('organizations_of_license()');

create or replace function organizations_with_keys_to_forget(created_until timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o where exists (
    select from idempotency_key k where k.organization_id = o.id and k.created_at <= created_until)
$$;
select serve_program('organizations_with_keys_to_forget(timestamp with time zone)');

-- `given` is by slug, with `*` for all others, then by capability: {"allowed", "limit"}. Writes the entitlements that
-- differ and returns them with the values before. `limit 1` keeps it to index look-ups, since most rows of the table
-- already match.
create or replace function project_entitlements(
    given jsonb, given_by text, good_until timestamptz
) returns table (organization_id text, capability text, allowed boolean, most int, was_allowed boolean, was_most int)
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with wanted as (
    select o.id, e.key, (e.value ->> 'allowed')::boolean as allowed, (e.value ->> 'limit')::integer as most
      from organization o cross join lateral jsonb_each(coalesce(given -> o.slug, given -> '*')) e
  ), differing as (
    select w.id, w.key, w.allowed, w.most, s.allowed as was_allowed, s.most as was_most
      from wanted w
      left join lateral (select r.* from organization_entitlement r
                          where r.organization_id = w.id and r.capability = w.key limit 1) s on true
     where (s.allowed, s.most, s.source, s.until) is distinct from (w.allowed, w.most, given_by, good_until)
  ), written as (
    insert into organization_entitlement as r (organization_id, capability, allowed, most, source, until)
    select d.id, d.key, d.allowed, d.most, given_by, good_until from differing d
        on conflict on constraint organization_entitlement_pkey do update
       set allowed = excluded.allowed, most = excluded.most, source = excluded.source, until = excluded.until
    returning 1
  )
  select d.id::text, d.key, d.allowed, d.most, d.was_allowed, d.was_most from differing d order by 1, 2
$$;
select serve_program('project_entitlements(jsonb,text,timestamp with time zone)');

-- Returns `good`, `used` or `expired`. Null if the link is unknown, or if a later one replaced it.
create or replace function state_of_setup_link(token text, now timestamptz) returns text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when used or administrator_exists() then 'used' when expires_at > now then 'good' else 'expired' end
    from setup_link where token_sha256 = token
$$;
select serve_program('state_of_setup_link(text,timestamp with time zone)');

-- Returns true to only one of several callers that use a link at the same time.
create or replace function use_setup_link(token text) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with taken as (update setup_link set used = true where token_sha256 = token and not used returning true)
  select exists (select from taken) and not administrator_exists()
$$;
select serve_program('use_setup_link(text)');

select hold_owner('organization');
drop policy if exists bound_organization on organization;
create policy bound_organization on organization to probata_app
  using ((id)::text = ( select bound_organization() as bound_organization));
select grant_program('select, insert, update', 'organization');
select protect_tenant_table('organization_entitlement', 'select');
select protect_tenant_table('workspace_logo', 'select, insert, update');
select grant_program('select, insert, update, delete', 'node');
select grant_program('select, insert, update', 'job');
select grant_program('select, insert, delete', 'job_run');
select protect_tenant_table('workspace_job_run', 'select, insert, update, delete');
select hold_owner('idempotency_key');
drop policy if exists bound_organization on idempotency_key;
create policy bound_organization on idempotency_key to probata_app
  using ((organization_id)::text = host_organization());
select grant_program('select, insert, update, delete', 'idempotency_key');
drop policy if exists bound_room on idempotency_key;
create policy bound_room on idempotency_key as restrictive to probata_app
  using ((room_setting(3) is null) or ((credential_id)::text = room_setting(3)));
