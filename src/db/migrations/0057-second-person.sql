-- Whether closing a finding, an exception, a clause that is not applicable and a retired control take a second person.
-- Workspaces of before keep what they had.
alter table organization add column second_person boolean not null default false;

drop function lock_organization(text);
create function lock_organization(asked text)
  returns table (id text, name text, webhook_form text, time_zone text, operator boolean, second_person boolean)
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, name, webhook_form, time_zone, operator, second_person from organization where slug = asked for update
$$;
select serve_program('lock_organization(text)');

-- Who reported a finding, owned it, or changed its severity or due date, and who could act as them then. Null for one of
-- before, of which the audit trail knows.
alter table finding add column hands text[];

-- Changes that wait for a second person, and what became of them.
create table approval_request (
  organization_id identifier not null references organization (id),
  id identifier not null,
  kind text not null check (kind in ('control_retirement', 'clause_exclusion', 'exception_activation')),
  resource_id identifier not null,
  status text not null check (status in ('open', 'confirmed', 'withdrawn')),
  hands text[] not null,
  record text not null,
  primary key (organization_id, id)
);
create unique index approval_request_open on approval_request (organization_id, resource_id) where status = 'open';
create index approval_request_by_resource on approval_request (organization_id, resource_id, id);
create index approval_request_by_status on approval_request (organization_id, status, id);
create index approval_request_by_resource_and_status on approval_request (organization_id, resource_id, status, id);
select protect_tenant_table('approval_request', 'select, insert, update');
