-- Protection of frameworks, clauses, controls and the links between them.

select protect_tenant_table('framework', 'select, insert, update, delete');
select protect_tenant_table('clause', 'select, insert, update, delete');
select protect_tenant_table('control', 'select, insert, update, delete');
select protect_tenant_table('clause_control', 'select, insert, update, delete');
select protect_tenant_table('control_requirement', 'select, insert, update, delete');
select protect_by_parent('control_requirement', 'evidence_requirement', 'requirement_id');
select protect_tenant_table('framework_coverage', 'select, insert, update');

-- The organizations whose coverage is counted.
create or replace function organizations_with_active_frameworks() returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o where exists (
    select from framework f where f.organization_id = o.id and f.status = 'active')
$$;
select serve_program('organizations_with_active_frameworks()');
