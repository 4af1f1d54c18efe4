-- Tables that belong to no organization have no row-level security, so the program reaches them through functions only,
-- each of which answers or changes the one row that is asked for by its secret, name or id. How such a function looks:
--
--   create function login_name_of(asked text) returns table (organization_id text, subject_id text)
--     language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$ … $$;
--   select serve_program('login_name_of(text)');
--   revoke all on login_name from probata_app;
--
-- pg_temp stands last, since a session's temporary tables would otherwise go before those of the schema.
create function serve_program(definer regprocedure) returns void language plpgsql as $$
begin
  execute format('revoke all on function %s from public', definer);
  execute format('grant execute on function %s to probata_app', definer);
end $$;

do $$
declare definer regprocedure;
begin
  for definer in select oid from pg_proc where pronamespace = 'public'::regnamespace and prosecdef loop
    execute format('alter function %s set search_path = pg_catalog, public, pg_temp', definer);
    perform serve_program(definer);
  end loop;
end $$;

-- Voids earlier links; makes none once there is an administrator.
create function offer_setup_link(token text, offered_at timestamptz, good_until timestamptz) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from setup_link;
  with made as (
    insert into setup_link (token_sha256, created_at, expires_at)
    select token, offered_at, good_until where not administrator_exists() returning true)
  select exists (select from made)
$$;

-- Where the administrator that the link makes will belong; no row for a link that is unknown, used or expired.
create function organization_of_setup_link(token text, now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id from organization
   where exists (select from setup_link where token_sha256 = token and expires_at > now) order by id limit 1
$$;

-- One of several that use a link at once gets it.
create function use_setup_link(token text) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with used as (delete from setup_link where token_sha256 = token returning true)
  select exists (select from used) and not administrator_exists()
$$;

do $$
declare definer regprocedure;
begin
  foreach definer in array array['offer_setup_link(text,timestamptz,timestamptz)'::regprocedure,
    'organization_of_setup_link(text,timestamptz)', 'use_setup_link(text)']
  loop perform serve_program(definer); end loop;
end $$;

revoke all on setup_link from probata_app;
