-- A link that was used stays, so that whoever opens it again can be told.
alter table setup_link add column used boolean not null default false;

create or replace function offer_setup_link(token text, offered_at timestamptz, good_until timestamptz) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from setup_link where not used;
  with made as (
    insert into setup_link (token_sha256, created_at, expires_at)
    select token, offered_at, good_until where not administrator_exists() returning true)
  select exists (select from made)
$$;

create or replace function organization_of_setup_link(token text, now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id from organization
   where exists (select from setup_link where token_sha256 = token and expires_at > now and not used)
   order by id limit 1
$$;

create or replace function use_setup_link(token text) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with taken as (update setup_link set used = true where token_sha256 = token and not used returning true)
  select exists (select from taken) and not administrator_exists()
$$;

-- Null for one that is unknown, or that a later one replaced.
create function state_of_setup_link(token text, now timestamptz) returns text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when used or administrator_exists() then 'used' when expires_at > now then 'good' else 'expired' end
    from setup_link where token_sha256 = token
$$;
select serve_program('state_of_setup_link(text,timestamptz)');
