-- A finding is what reporters of one unit, or of the whole workspace, call by a fingerprint. Units do not see each
-- other's findings, so a fingerprint that one of them used takes it from no other. Placing a finding does not change this.
alter table finding add column reporter_unit_id identifier default own_unit();
alter table finding add foreign key (organization_id, reporter_unit_id) references unit (organization_id, id);

-- Rows of before: the unit of the account or person that reported them first.
update finding f set reporter_unit_id = r.unit_id
  from (select e.organization_id, e.resource_id, (coalesce(a.unit_ids, p.unit_ids))[1] as unit_id
          from audit_event e
          left join service_account a on a.organization_id = e.organization_id and a.id = e.actor_id
          left join person p on p.organization_id = e.organization_id and p.id = e.actor_id
         where e.action = 'finding.create' and coalesce(a.unit_ids, p.unit_ids) is not null) r
 where r.organization_id = f.organization_id and r.resource_id = f.id and r.unit_id is not null;

-- Nodes of the release before name these four columns in `on conflict`. So the unit becomes part of the category's
-- column, behind a line feed, which no category has.
create function scope_of_finding(record text, unit text) returns text language sql immutable parallel safe
  return category_of_finding(record) || coalesce(E'\n' || unit, '');
drop index finding_by_fingerprint;
alter table finding
  drop constraint finding_source,
  drop column source_category;
alter table finding
  add column source_category text collate "C" not null
    generated always as (scope_of_finding(record, reporter_unit_id)) stored,
  add constraint finding_source unique (organization_id, source_module_key, source_category, source_fingerprint);
create index finding_by_fingerprint on finding (organization_id, source_module_key, source_fingerprint, id);

-- For nodes of the release before: what every unit reported, with the category alone.
create or replace function findings_of_fingerprints(source text, names text[])
  returns table (finding_id text, fingerprint text, is_current boolean, is_first boolean, category text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k.finding_id, k.fingerprint, k.is_current, f.source_fingerprint = k.fingerprint, category_of_finding(f.record)
    from finding_fingerprint k join finding f on f.organization_id = k.organization_id and f.id = k.finding_id
   where k.organization_id = bound_organization() and k.source_module_key = source and k.fingerprint = any (names)
$$;

-- The findings that reporters of the caller's unit call by any of these fingerprints, wherever they were placed: ids,
-- for the organization that the transaction is bound to alone.
create function own_findings_of_fingerprints(source text, names text[])
  returns table (finding_id text, fingerprint text, is_current boolean, is_first boolean, category text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k.finding_id, k.fingerprint, k.is_current, f.source_fingerprint = k.fingerprint, category_of_finding(f.record)
    from finding_fingerprint k join finding f on f.organization_id = k.organization_id and f.id = k.finding_id
   where k.organization_id = bound_organization() and k.source_module_key = source and k.fingerprint = any (names)
     and f.reporter_unit_id is not distinct from own_unit()
$$;
select serve_program('own_findings_of_fingerprints(text, text[])');
