-- The install: its id, which a license may be bound to, and how it treats connections to other machines without TLS. One
-- that has organizations when this migration runs is upgraded: the release that it starts with next warns of them.
create table installation (
  only_one boolean primary key default true check (only_one),
  id identifier,
  upgraded boolean not null,
  warned_by text check (length(warned_by) between 1 and 64)
);
insert into installation (upgraded) select exists (select from organization);

create function installation_facts() returns table (id text, warned_by text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, warned_by from installation
$$;
select serve_program('installation_facts()');

revoke all on installation from probata_app;
