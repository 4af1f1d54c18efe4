-- Findings: how scans recognize them across units, and the work of their jobs.

create or replace function organizations_with_acceptances_to_end(now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o where exists (
    select from finding f where f.organization_id = o.id and f.status = 'accepted' and f.accepted_until <= now)
$$;
select serve_program('organizations_with_acceptances_to_end(timestamp with time zone)');

create or replace function organizations_with_scans_to_end(before timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o where exists (
    select from finding_scan s where s.organization_id = o.id and s.started_at < before)
$$;
select serve_program('organizations_with_scans_to_end(timestamp with time zone)');

-- The findings of the bound organization that reporters of the caller's unit named by one of these fingerprints. It is
-- security definer, since a finding may have been placed in a unit that the caller does not see.
create or replace function own_findings_of_fingerprints(
    source text, names text[]
) returns table (finding_id text, fingerprint text, is_current boolean, is_first boolean, category text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k.finding_id, k.fingerprint, k.is_current, f.source_fingerprint = k.fingerprint, category_of_finding(f.record)
    from finding_fingerprint k join finding f on f.organization_id = k.organization_id and f.id = k.finding_id
   where k.organization_id = bound_organization() and k.source_module_key = source and k.fingerprint = any (names)
     and f.reporter_unit_id is not distinct from own_unit()
$$;
select serve_program('own_findings_of_fingerprints(text,text[])');

create or replace function sees_finding(tenant text, one text) returns boolean
  language plpgsql stable as $$
begin return exists (select from finding where organization_id = tenant and id = one); end $$;

select protect_tenant_table('finding', 'select, insert, update');
select protect_by_unit('finding');
select protect_tenant_table('finding_claim', 'select, insert, delete');
select protect_by_parent('finding_claim', 'finding', 'finding_id');
select protect_tenant_table('finding_due_days', 'select, insert, update');
select protect_tenant_table('finding_fingerprint', 'select, insert, update, delete');
select protect_by_parent('finding_fingerprint', 'finding', 'finding_id');
select protect_tenant_table('finding_scan', 'select, insert, update, delete');
select protect_tenant_table('finding_scan_part', 'select, insert, update, delete');
select protect_tenant_table('finding_scan_withheld', 'select, insert, update, delete');
select protect_tenant_table('finding_sighting', 'select, insert, update');
select protect_by_parent('finding_sighting', 'finding', 'finding_id');
select protect_tenant_table('finding_wording', 'select, insert');
select protect_by_parent('finding_wording', 'finding', 'finding_id');
