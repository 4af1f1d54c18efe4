-- A link that was used stays until it is forgotten, so that whoever opens it again can be told.
alter table login_link add column used boolean not null default false;

create or replace function ask_login_link(
    asked text, token text, at timestamptz, good_until timestamptz, pause_began timestamptz) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with made as (
    insert into login_link (address, token_sha256, created_at, expires_at) values (asked, token, at, good_until)
    on conflict (address) do update set token_sha256 = token, created_at = at, expires_at = good_until, used = false
      where login_link.used or login_link.created_at <= pause_began
    returning true)
  select exists (select from made)
$$;

create or replace function find_login_link(token text, now timestamptz)
  returns table (address text, expires_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select address, expires_at from login_link where token_sha256 = token and expires_at > now and not used
$$;

create or replace function use_login_link(token text) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with taken as (update login_link set used = true where token_sha256 = token and not used returning true)
  select exists (select from taken)
$$;

-- Of a link that opens nothing; null for one that is unknown, or that a later one replaced.
create function why_login_link_is_spent(token text) returns text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when used then 'used' else 'expired' end from login_link where token_sha256 = token
$$;
select serve_program('why_login_link_is_spent(text)');
