-- Parts of a workspace: what is of a unit is seen by those who belong to it, and by those who belong to none, who see all.
create table unit (
  organization_id identifier not null references organization (id),
  id identifier not null,
  unit_key text collate "C" not null,
  status text not null check (status in ('active', 'closed')),
  record text not null,
  primary key (organization_id, id),
  constraint unit_key unique (organization_id, unit_key)
);
create index unit_by_status on unit (organization_id, status, id);
select protect_tenant_table('unit', 'select, insert, update, delete');

-- A transaction says beside its organization which units it sees: their ids, or * for all. One that says nothing sees
-- what is of no unit.
create function sees_every_unit() returns boolean language sql stable parallel safe
  return coalesce(current_setting('probata.units', true) = '*', false);

create function sees_unit(unit text) returns boolean language sql stable parallel safe
  return coalesce(current_setting('probata.units', true) = '*'
               or unit = any (string_to_array(current_setting('probata.units', true), ',')), false);

-- What somebody of units records is of the first of them.
create function own_unit() returns text language sql stable parallel safe
  return nullif(nullif(split_part(current_setting('probata.units', true), ',', 1), ''), '*');

create policy bound_unit on unit as restrictive to probata_app using (sees_unit(id));

create function protect_by_unit(tenant_table regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s add column unit_id identifier default own_unit()', tenant_table);
  execute format('alter table %s add foreign key (organization_id, unit_id) references unit (organization_id, id)', tenant_table);
  execute format('create policy bound_unit on %s as restrictive to probata_app using (unit_id is null or sees_unit(unit_id))', tenant_table);
end $$;

select protect_by_unit('evidence_requirement');
select protect_by_unit('evidence_claim');
select protect_by_unit('submission_requirement');
select protect_by_unit('submission_package');
select protect_by_unit('finding');
select protect_by_unit('assessment');

-- Claims and packages are of the unit of what they prove or file, now and when that moves.
create function move_claims() returns trigger language plpgsql as $$
begin
  update evidence_claim set unit_id = new.unit_id
   where organization_id = new.organization_id and evidence_requirement_id = new.id;
  return null;
end $$;
create trigger claims_follow_their_requirement after update of unit_id on evidence_requirement
  for each row when (old.unit_id is distinct from new.unit_id) execute function move_claims();

create function move_packages() returns trigger language plpgsql as $$
begin
  update submission_package set unit_id = new.unit_id
   where organization_id = new.organization_id and submission_requirement_id = new.id;
  return null;
end $$;
create trigger packages_follow_their_requirement after update of unit_id on submission_requirement
  for each row when (old.unit_id is distinct from new.unit_id) execute function move_packages();

-- What hangs on a record is seen with it. A function, and no join: who sees everything pays for a comparison.
create function protect_by_parent(tenant_table regclass, parent regclass, reference name) returns void language plpgsql as $$
begin
  execute format($policy$create policy bound_unit on %s as restrictive to probata_app
    using (sees_every_unit() or %I is null or sees_%s(organization_id, %I))$policy$,
    tenant_table, reference, parent, reference);
end $$;

create function sees_evidence_requirement(tenant text, one text) returns boolean language plpgsql stable as $$
begin return exists (select from evidence_requirement where organization_id = tenant and id = one); end $$;
create function sees_evidence_claim(tenant text, one text) returns boolean language plpgsql stable as $$
begin return exists (select from evidence_claim where organization_id = tenant and id = one); end $$;
create function sees_submission_package(tenant text, one text) returns boolean language plpgsql stable as $$
begin return exists (select from submission_package where organization_id = tenant and id = one); end $$;
create function sees_finding(tenant text, one text) returns boolean language plpgsql stable as $$
begin return exists (select from finding where organization_id = tenant and id = one); end $$;
create function sees_assessment(tenant text, one text) returns boolean language plpgsql stable as $$
begin return exists (select from assessment where organization_id = tenant and id = one); end $$;

select protect_by_parent('control_requirement', 'evidence_requirement', 'requirement_id');
select protect_by_parent('attachment_link', 'evidence_claim', 'claim_id');
select protect_by_parent('review_decision', 'evidence_claim', 'claim_id');
select protect_by_parent('upload_intent', 'evidence_claim', 'claim_id');
select protect_by_parent('submission_content', 'submission_package', 'package_id');
select protect_by_parent('submission_decision', 'submission_package', 'package_id');
select protect_by_parent('submission_event', 'submission_package', 'package_id');
select protect_by_parent('submission_package_past', 'submission_package', 'package_id');
select protect_by_parent('finding_claim', 'finding', 'finding_id');
select protect_by_parent('assessment_answer', 'assessment', 'assessment_id');

-- Who belongs to which units is in their record; somebody without belongs to the whole workspace.
create function unit_ids_of(record text) returns text[] language sql immutable parallel safe
  return case when record::json -> 'unitIds' is null then null
              else array(select json_array_elements_text(record::json -> 'unitIds')) end;
alter table person add column unit_ids text[] generated always as (unit_ids_of(record)) stored;
alter table service_account add column unit_ids text[] generated always as (unit_ids_of(record)) stored;

-- What is in an assessment is frozen; who sees it is not in it.
create or replace trigger keep_completed_assessment before delete or update
  of organization_id, id, assessment_key, status, framework_id, assessor_id, record, hands on assessment
  for each row execute function keep_completed_assessment();
