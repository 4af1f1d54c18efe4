-- Evidence: what retention and holds keep, expiry, and claims that follow their requirement.

-- A longer retention is also applied to the files that are there already.
create or replace function extend_retention() returns trigger
  language plpgsql as $$
begin
  if new.retention_years > coalesce(old.retention_years, 0) then new.retention_position := ''; end if;
  return new;
end $$;

-- Whether a hold on the organization, or on a claim with the file, is in force.
create or replace function is_held(organization text, artifact text) returns boolean
  language sql stable as $$
  select exists (select from retention_hold h
                  where h.organization_id = organization and h.status <> 'released' and h.claim_id is null)
      or exists (select from retention_hold h
                   join attachment_link l on l.organization_id = h.organization_id and l.claim_id = h.claim_id
                  where h.organization_id = organization and h.status <> 'released' and l.artifact_id = artifact)
$$;

-- Keeps the record of a held or retained file and its link to a claim, and never lets a retention be shortened.
create or replace function keep_file() returns trigger
  language plpgsql as $$
declare kept boolean; file text;
begin
  if tg_op = 'UPDATE' and tg_table_name = 'artifact' then
    if old.retain_until is null or new.retain_until >= old.retain_until then return new; end if;
    raise exception 'a retention is never shortened' using errcode = 'restrict_violation', constraint = 'retention_hold';
  end if;
  if tg_op = 'DELETE' and was_closed(old.organization_id) then return old; end if;
  file := to_jsonb(old) ->> case tg_table_name when 'artifact' then 'id' else 'artifact_id' end;
  perform lock_holds(old.organization_id, false);
  select a.retain_until > now() or is_held(a.organization_id, a.id) into kept
    from artifact a where a.organization_id = old.organization_id and a.id = file;
  if kept then perform refuse_removal('the file'); end if;
  if tg_op = 'UPDATE' then return new; end if;
  return old;
end $$;

-- A hold stays on its claim, and its release is final.
create or replace function keep_hold() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.status <> 'released' and (old.organization_id, old.id, old.placed_by) = (new.organization_id, new.id, new.placed_by)
       and old.claim_id is not distinct from new.claim_id then return new; end if;
  end if;
  if tg_op = 'DELETE' and was_closed(old.organization_id) then return old; end if;
  raise exception 'a hold is not moved, and its release is final' using errcode = 'insufficient_privilege';
end $$;

-- A transaction that places a hold takes this lock alone, one that removes something shares it. So once a hold is
-- placed, no removal is under way that has not seen it.
create or replace function lock_holds(organization text, alone boolean) returns void
  language plpgsql as $$
declare gate bigint := hashtextextended('retention holds ' || organization, 0);
begin
  if alone then perform pg_advisory_xact_lock(gate);
  else perform pg_advisory_xact_lock_shared(gate);
  end if;
end $$;

-- A claim belongs to the unit of its requirement, also when that changes.
create or replace function move_claims() returns trigger
  language plpgsql as $$
begin
  update evidence_claim set unit_id = new.unit_id
   where organization_id = new.organization_id and evidence_requirement_id = new.id;
  return null;
end $$;

create or replace function organizations_with_abandoned_blobs(now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct b.organization_id::text from staged_blob b
   where case when b.locked_until is not null then b.locked_until <= now
              else b.created_at <= now - interval '7 days'
                or not exists (select from node n where n.id = b.node_id and n.lease_until > now) end
$$;
select serve_program('organizations_with_abandoned_blobs(timestamp with time zone)');

create or replace function organizations_with_claims_to_expire(now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o where exists (
    select from evidence_claim c
     where c.organization_id = o.id and c.status in ('submitted', 'accepted') and c.valid_until <= now)
$$;
select serve_program('organizations_with_claims_to_expire(timestamp with time zone)');

create or replace function organizations_with_intents_to_expire(now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o where exists (
    select from upload_intent i where i.organization_id = o.id and i.status = 'pending' and i.expires_at <= now)
$$;
select serve_program('organizations_with_intents_to_expire(timestamp with time zone)');

create or replace function organizations_with_retention_to_extend() returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o where (
    select true from evidence_requirement r
     where r.organization_id = o.id and r.retention_position is not null limit 1)
$$;
select serve_program('organizations_with_retention_to_extend()');

create or replace function refuse_removal(what text) returns void
  language plpgsql as $$
begin
  raise exception '% is kept by a hold or by its retention', what
    using errcode = 'restrict_violation', constraint = 'retention_hold';
end $$;

-- Applies the retention of the requirement to a file when it is attached. The lock makes a change of the requirement
-- wait for uploads that have read it, so that the extension finds their files. A trigger covers every program that
-- attaches files.
create or replace function retain_attached() returns trigger
  language plpgsql as $$
declare years integer;
begin
  select r.retention_years into years
    from evidence_claim c
    join evidence_requirement r on r.organization_id = c.organization_id and r.id = c.evidence_requirement_id
   where c.organization_id = new.organization_id and c.id = new.claim_id
     for key share of r;
  if years is null then return null; end if;
  update artifact a set retain_until = retained_until(years, (new.record::json ->> 'createdAt')::timestamptz)
   where a.organization_id = new.organization_id and a.id = new.artifact_id
     and (a.retain_until is null or a.retain_until < retained_until(years, (new.record::json ->> 'createdAt')::timestamptz));
  return null;
end $$;

create or replace function sees_evidence_claim(tenant text, one text) returns boolean
  language plpgsql stable as $$
begin return exists (select from evidence_claim where organization_id = tenant and id = one); end $$;

create or replace function sees_evidence_requirement(tenant text, one text) returns boolean
  language plpgsql stable as $$
begin return exists (select from evidence_requirement where organization_id = tenant and id = one); end $$;

create or replace trigger requirement_with_longer_retention before update of retention_years on evidence_requirement
  for each row execute function extend_retention();
create or replace trigger claims_follow_their_requirement after update of unit_id on evidence_requirement
  for each row when (old.unit_id::text is distinct from new.unit_id::text) execute function move_claims();

create or replace trigger review_decision_append_only before delete or update or truncate on review_decision
  for each statement execute function refuse_change();

create or replace trigger kept_artifact before delete or update of retain_until on artifact
  for each row execute function keep_file();

create or replace trigger attached_file_is_retained after insert on attachment_link
  for each row execute function retain_attached();
create or replace trigger kept_attachment before delete or update of claim_id, artifact_id on attachment_link
  for each row execute function keep_file();

create or replace trigger retention_hold_stays before delete or update on retention_hold
  for each row execute function keep_hold();
create or replace trigger retention_hold_is_not_emptied before truncate on retention_hold
  for each statement execute function refuse_change();

select protect_tenant_table('evidence_requirement', 'select, insert, update, delete');
select protect_by_unit('evidence_requirement');
select protect_tenant_table('evidence_claim', 'select, insert, update, delete');
select protect_by_unit('evidence_claim');
select protect_tenant_table('review_decision', 'select, insert');
select protect_by_parent('review_decision', 'evidence_claim', 'claim_id');
select protect_tenant_table('review_approval', 'select, insert, update');
select protect_by_parent('review_approval', 'evidence_claim', 'claim_id');
select protect_tenant_table('claim_question', 'select, insert, update');
select protect_by_parent('claim_question', 'evidence_claim', 'claim_id');
select protect_tenant_table('artifact', 'select, insert, update, delete');
select protect_tenant_table('attachment_link', 'select, insert, update, delete');
select protect_by_parent('attachment_link', 'evidence_claim', 'claim_id');
select protect_tenant_table('upload_intent', 'select, insert, update, delete');
select protect_by_parent('upload_intent', 'evidence_claim', 'claim_id');
select protect_tenant_table('staged_blob', 'select, insert, update, delete');
select protect_tenant_table('retention_hold', 'select, insert, update');
