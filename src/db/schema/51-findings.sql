-- What was found wrong, by people or by what they let look, and what became of it.
create table finding (
  organization_id identifier not null references organization (id),
  id identifier not null,
  severity text not null check (severity in ('critical', 'high', 'medium', 'low', 'info')),
  status text not null check (status in ('open', 'in_progress', 'remediated', 'resolved', 'accepted', 'invalidated')),
  owner_id identifier,
  control_id identifier,
  source_module_key text collate "C",
  source_fingerprint text collate "C",
  due_at timestamptz,
  accepted_until timestamptz,
  -- Who said that it is remediated, with the people behind a service account that did: they do not close it.
  remediators text[] not null default '{}',
  -- What the source said last, so that a severity that people changed stays as long as the source repeats itself.
  reported_severity text,
  record text not null,
  unit_id identifier default own_unit(),
  -- A finding is what reporters of one unit, or of the whole workspace, call by a fingerprint. Units do not see each
  -- other's findings, so a fingerprint that one of them used takes it from no other. Placing a finding does not change this.
  reporter_unit_id identifier default own_unit(),
  source_category text collate "C" not null generated always as (scope_of_finding(record, (reporter_unit_id)::text)) stored,
  -- Who reported a finding, owned it, or changed its severity or due date, and who could act as them then. Null for one of
  -- before, of which the audit trail knows.
  hands text[],
  primary key (organization_id, id),
  constraint finding_source unique (organization_id, source_module_key, source_category, source_fingerprint),
  foreign key (organization_id, owner_id) references person (organization_id, id),
  foreign key (organization_id, control_id) references control (organization_id, id),
  foreign key (organization_id, unit_id) references unit (organization_id, id),
  foreign key (organization_id, reporter_unit_id) references unit (organization_id, id)
);
create index finding_by_status on finding (organization_id, status, id);
create index finding_by_severity on finding (organization_id, severity, id);
create index finding_by_owner on finding (organization_id, owner_id, id);
create index finding_by_control on finding (organization_id, control_id, id);
create index finding_by_source on finding (organization_id, source_module_key, id);
create index finding_by_source_and_status on finding (organization_id, source_module_key, status, id);
create index finding_by_acceptance on finding (organization_id, accepted_until) where status = 'accepted';
create index finding_to_remediate on finding (organization_id, owner_id, coalesce(due_at, 'infinity'::timestamptz), id)
  where status in ('open', 'in_progress');
create index finding_to_close on finding (organization_id, coalesce(due_at, 'infinity'::timestamptz), id)
  where status = 'remediated';
create index finding_by_fingerprint on finding (organization_id, source_module_key, source_fingerprint, id);

-- Which proof shows that it is remediated.
create table finding_claim (
  organization_id identifier not null,
  finding_id identifier not null,
  claim_id identifier not null,
  record text not null,
  primary key (organization_id, finding_id, claim_id),
  foreign key (organization_id, finding_id) references finding (organization_id, id),
  foreign key (organization_id, claim_id) references evidence_claim (organization_id, id)
);
create index finding_claim_by_claim on finding_claim (organization_id, claim_id);

-- Within how many days findings of each severity are due, where the workspace has decided it; null is never.
create table finding_due_days (
  organization_id identifier primary key references organization (id),
  critical integer check (critical > 0),
  high integer check (high > 0),
  medium integer check (medium > 0),
  low integer check (low > 0),
  info integer check (info > 0)
);

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

-- How many remediations an account was last told were withheld: a confirmation names that number.
create table finding_scan_withheld (
  organization_id identifier not null references organization (id),
  account_id identifier not null,
  source_module_key text collate "C" not null,
  category text collate "C" not null,
  withheld integer not null,
  primary key (organization_id, account_id, source_module_key, category)
);

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

-- Other titles and subjects that a source reported under the fingerprint of a finding.
create table finding_wording (
  organization_id identifier not null,
  finding_id identifier not null,
  digest text not null,
  wording text not null,
  primary key (organization_id, finding_id, digest),
  foreign key (organization_id, finding_id) references finding (organization_id, id)
);
