-- Submissions: packages that follow their requirement, and their append-only history.

-- A package belongs to the unit of its requirement, also when that changes.
create or replace function move_packages() returns trigger
  language plpgsql as $$
begin
  update submission_package set unit_id = new.unit_id
   where organization_id = new.organization_id and submission_requirement_id = new.id;
  return null;
end $$;

create or replace function sees_submission_package(tenant text, one text) returns boolean
  language plpgsql stable as $$
begin return exists (select from submission_package where organization_id = tenant and id = one); end $$;

create or replace function sees_submission_requirement(tenant text, one text) returns boolean
  language plpgsql stable as $$
begin return exists (select from submission_requirement where organization_id = tenant and id = one); end $$;

-- A later package of an occurrence may be due some time after this one was sent, so a job looks at the occurrence.
create or replace function note_sent_package() returns trigger
  language plpgsql as $$
begin
  update submission_occurrence o set next_at = new.logged_at
    from submission_deadline d
   where d.organization_id = new.organization_id and d.package_id = new.id
     and o.organization_id = d.organization_id and o.id = d.occurrence_id;
  return null;
end $$;

create or replace trigger occurrences_follow_their_packages after update of status on submission_package
  for each row when (new.status = 'submitted' and old.status <> 'submitted') execute function note_sent_package();

create or replace trigger packages_follow_their_requirement after update of unit_id on submission_requirement
  for each row when (old.unit_id::text is distinct from new.unit_id::text) execute function move_packages();

create or replace trigger submission_package_past_append_only before delete or update or truncate on submission_package_past
  for each statement execute function refuse_change();

create or replace trigger submission_decision_append_only before delete or update or truncate on submission_decision
  for each statement execute function refuse_change();

create or replace trigger submission_event_append_only before delete or update or truncate on submission_event
  for each statement execute function refuse_change();

select protect_tenant_table('submission_requirement', 'select, insert, update, delete');
select protect_by_unit('submission_requirement');
select protect_tenant_table('submission_package', 'select, insert, update, delete');
select protect_by_unit('submission_package');
select protect_tenant_table('submission_package_past', 'select, insert');
select protect_by_parent('submission_package_past', 'submission_package', 'package_id');
select protect_tenant_table('submission_content', 'select, insert, update, delete');
select protect_by_parent('submission_content', 'submission_package', 'package_id');
select protect_tenant_table('submission_decision', 'select, insert');
select protect_by_parent('submission_decision', 'submission_package', 'package_id');
select protect_tenant_table('submission_event', 'select, insert');
select protect_by_parent('submission_event', 'submission_package', 'package_id');
select protect_tenant_table('submission_occurrence', 'select, insert, update, delete');
select protect_by_parent('submission_occurrence', 'submission_requirement', 'submission_requirement_id');
select protect_tenant_table('submission_deadline', 'select, insert, update, delete');
select protect_by_parent('submission_deadline', 'submission_package', 'package_id');

-- Workspaces with packages to create: reads only the rows that wait.
create or replace function organizations_with_packages_to_create(now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.organization_id from submission_requirement r where r.schedule_next_at <= now
  union
  select o.organization_id from submission_occurrence o where o.next_at <= now
$$;
select serve_program('organizations_with_packages_to_create(timestamp with time zone)');
