-- Links to a new password that somebody asked for by mail: of an address, in no workspace's list. One of an address at a
-- time; only the SHA-256 of the token is kept.
create table login_link (
  address text collate "C" primary key check (length(address) between 1 and 320),
  token_sha256 sha256_hex not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- False for all but the first that ask within a pause.
create function ask_login_link(asked text, token text, at timestamptz, good_until timestamptz, pause_began timestamptz)
  returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with made as (
    insert into login_link (address, token_sha256, created_at, expires_at) values (asked, token, at, good_until)
    on conflict (address) do update set token_sha256 = token, created_at = at, expires_at = good_until
      where login_link.created_at <= pause_began
    returning true)
  select exists (select from made)
$$;

create function find_login_link(token text, now timestamptz) returns table (address text, expires_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select address, expires_at from login_link where token_sha256 = token and expires_at > now
$$;

-- One of several that use a link at once gets it.
create function use_login_link(token text) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with used as (delete from login_link where token_sha256 = token returning true) select exists (select from used)
$$;

create function forget_login_links(expired_until timestamptz) returns integer
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (delete from login_link where expires_at <= expired_until returning true)
  select count(*)::int from gone
$$;

do $$
declare definer regprocedure;
begin
  foreach definer in array array['ask_login_link(text,text,timestamptz,timestamptz,timestamptz)'::regprocedure,
    'find_login_link(text,timestamptz)', 'use_login_link(text)', 'forget_login_links(timestamptz)']
  loop perform serve_program(definer); end loop;
end $$;

revoke all on login_link from probata_app;
