-- Provisioning by identity providers (SCIM).

-- The organizations with events before `until`, or with more than 100,000 events. Each is one look-up in the index
-- rather than a scan of the whole table.
create or replace function organizations_with_scim_events_to_forget(until text) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o
   where (select e.id from scim_event e where e.organization_id = o.id order by e.id limit 1) < until
      or exists (select from scim_event e where e.organization_id = o.id order by e.id offset 100000)
$$;
select serve_program('organizations_with_scim_events_to_forget(text)');

select protect_tenant_table('provisioning_token', 'select, insert, update');
select protect_tenant_table('scim_user', 'select, insert, update');
select protect_tenant_table('scim_group', 'select, insert, update, delete');
select protect_tenant_table('scim_group_member', 'select, insert, delete');
select protect_tenant_table('scim_event', 'select, insert, delete');
select protect_tenant_table('scim_ignored', 'select, insert');
