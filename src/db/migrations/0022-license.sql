-- What the install made of its license: one row, from the start. `token` is the last good one; it is no secret.
create table license_state (
  only_one boolean primary key default true check (only_one),
  state text not null,
  token text,
  facts text not null,
  terms text not null,
  problem text,
  since timestamptz,
  seen_at timestamptz
);
insert into license_state (state, facts, terms)
values ('community', '{}', '{"source":"community","until":null,"grants":"everything"}');

-- What the terms give to each organization. One that is younger than the last run of the job has no row.
create table organization_entitlement (
  organization_id identifier not null references organization,
  capability text collate "C" not null,
  allowed boolean not null,
  most integer,
  source text not null,
  until timestamptz,
  primary key (organization_id, capability)
);
select protect_tenant_table('organization_entitlement', 'select');

create function lock_license()
  returns table (state text, token text, terms text, problem text, since timestamptz, seen_at timestamptz)
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select state, token, terms, problem, since, seen_at from license_state for no key update
$$;

create function keep_license(new_state text, new_token text, new_facts text, new_terms text, new_problem text,
    state_since timestamptz, last_seen timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update license_state set state = new_state, token = new_token, facts = new_facts, terms = new_terms,
         problem = new_problem, since = state_since, seen_at = last_seen
$$;

create function license_standing()
  returns table (state text, facts text, terms text, problem text, since timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select state, facts, terms, problem, since from license_state
$$;

-- `given` is by slug, `*` for all others, then by capability: {"allowed", "limit"}. Writes what differs, and returns it
-- with what was there. The rows of an organization are looked up one by one (limit): of the whole table, most are right.
create function project_entitlements(given jsonb, given_by text, good_until timestamptz)
  returns table (organization_id text, capability text, allowed boolean, most integer, was_allowed boolean, was_most integer)
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

-- Every organization learns of another state of the license.
create function organizations_of_license() returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id from organization order by id
$$;

do $$
declare definer regprocedure;
begin
  foreach definer in array array['lock_license()'::regprocedure,
    'keep_license(text,text,text,text,text,timestamptz,timestamptz)', 'license_standing()',
    'project_entitlements(jsonb,text,timestamptz)', 'organizations_of_license()']
  loop perform serve_program(definer); end loop;
end $$;

revoke all on license_state from probata_app;
