-- The category of a scan is part of its source: two categories may use the same fingerprint.
create function category_of_finding(record text) returns text language sql immutable parallel safe
  return coalesce(record::json ->> 'sourceCategory', '');
alter table finding
  add column source_category text collate "C" not null generated always as (category_of_finding(record)) stored,
  drop constraint finding_source,
  add constraint finding_source unique (organization_id, source_module_key, source_category, source_fingerprint);
create index finding_by_fingerprint on finding (organization_id, source_module_key, source_fingerprint, id);

-- All fingerprints by which a source has named a finding. Several findings may share one that an earlier version of the
-- sender computed. The current one is the latest that was sent as the fingerprint itself and not as a former one.
create table finding_fingerprint (
  organization_id identifier not null,
  source_module_key text collate "C" not null,
  fingerprint text collate "C" not null,
  finding_id identifier not null,
  is_current boolean not null,
  primary key (organization_id, source_module_key, fingerprint, finding_id),
  foreign key (organization_id, finding_id) references finding (organization_id, id)
);
create index finding_fingerprint_by_finding on finding_fingerprint (organization_id, finding_id);
insert into finding_fingerprint (organization_id, source_module_key, fingerprint, finding_id, is_current)
select organization_id, source_module_key, source_fingerprint, id, true
  from finding where source_module_key is not null and source_fingerprint is not null;
select protect_tenant_table('finding_fingerprint', 'select, insert, update, delete');
select protect_by_parent('finding_fingerprint', 'finding', 'finding_id');

-- Where a source saw a finding the last time. Not part of the record: lines move with each change of a file.
create table finding_sighting (
  organization_id identifier not null,
  finding_id identifier not null,
  start_line integer not null,
  end_line integer,
  snippet text,
  seen_at timestamptz not null,
  primary key (organization_id, finding_id),
  foreign key (organization_id, finding_id) references finding (organization_id, id)
);
select protect_tenant_table('finding_sighting', 'select, insert, update');
select protect_by_parent('finding_sighting', 'finding', 'finding_id');

-- Other titles and subjects that a source reported under the fingerprint of a finding.
create table finding_wording (
  organization_id identifier not null,
  finding_id identifier not null,
  digest text not null,
  wording text not null,
  primary key (organization_id, finding_id, digest),
  foreign key (organization_id, finding_id) references finding (organization_id, id)
);
select protect_tenant_table('finding_wording', 'select, insert');
select protect_by_parent('finding_wording', 'finding', 'finding_id');

-- A complete scan that comes in several parts. It is of the account that sends it, and kept for a day.
create table finding_scan (
  organization_id identifier not null references organization (id),
  scan_id identifier not null,
  account_id identifier not null,
  source_module_key text collate "C" not null,
  category text collate "C" not null,
  scan_key text collate "C" not null,
  parts integer not null,
  status text not null check (status in ('open', 'withheld', 'compared')),
  started_at timestamptz not null,
  confirmed integer,
  -- Findings that other calls saw since it began: it does not remediate them.
  seen_since text[] not null default '{}',
  primary key (organization_id, scan_id),
  constraint finding_scan_key unique (organization_id, account_id, source_module_key, category, scan_key)
);
create index finding_scan_uncompared on finding_scan (organization_id, source_module_key, started_at)
  where status <> 'compared';
create index finding_scan_by_start on finding_scan (organization_id, started_at);
select protect_tenant_table('finding_scan', 'select, insert, update, delete');

create table finding_scan_part (
  organization_id identifier not null,
  scan_id identifier not null,
  part integer not null,
  digest text not null,
  -- Findings that are not gone since it named them, those that its results took, and those that were not open before.
  kept text[] not null,
  taken text[] not null,
  opened text[] not null,
  outcome text not null,
  primary key (organization_id, scan_id, part),
  foreign key (organization_id, scan_id) references finding_scan (organization_id, scan_id)
);
select protect_tenant_table('finding_scan_part', 'select, insert, update, delete');

-- How many remediations an account was last told were withheld: a confirmation names that number.
create table finding_scan_withheld (
  organization_id identifier not null references organization (id),
  account_id identifier not null,
  source_module_key text collate "C" not null,
  category text collate "C" not null,
  withheld integer not null,
  primary key (organization_id, account_id, source_module_key, category)
);
select protect_tenant_table('finding_scan_withheld', 'select, insert, update, delete');

-- The findings of a source that have any of these fingerprints, in every unit: ids, for the organization that the
-- transaction is bound to alone.
create function findings_of_fingerprints(source text, names text[])
  returns table (finding_id text, fingerprint text, is_current boolean, is_first boolean, category text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k.finding_id, k.fingerprint, k.is_current, f.source_fingerprint = k.fingerprint, f.source_category
    from finding_fingerprint k join finding f on f.organization_id = k.organization_id and f.id = k.finding_id
   where k.organization_id = bound_organization() and k.source_module_key = source and k.fingerprint = any (names)
$$;

create function organizations_with_scans_to_end(before timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o where exists (
    select from finding_scan s where s.organization_id = o.id and s.started_at < before)
$$;

select serve_program(definer) from unnest(array['findings_of_fingerprints(text, text[])'::regprocedure,
  'organizations_with_scans_to_end(timestamptz)']) definer;
