-- The operator removes a second factor a day after it is announced to the workspace.
create table factor_reset (
  organization_id identifier not null references organization (id),
  id identifier not null,
  person_id identifier not null,
  status text not null check (status in ('open', 'cancelled', 'done')),
  record text not null,
  primary key (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
create unique index factor_reset_open on factor_reset (organization_id, person_id) where status = 'open';
create index factor_reset_by_status on factor_reset (organization_id, status, id);
select protect_tenant_table('factor_reset', 'select, insert, update');

create function organizations_with_factor_resets() returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id::text from organization o
   where (select f.id from factor_reset f where f.organization_id = o.id and f.status = 'open' limit 1) is not null
$$;
select serve_program('organizations_with_factor_resets()');
