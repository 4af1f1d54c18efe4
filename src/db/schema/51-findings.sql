-- Findings, the scans that report them, and how scans recognize them.

-- One row per finding that a person or a scanner reported.
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
  -- Those who reported it as remediated, and the people behind a service account that did. They do not close it.
  remediators text[] not null default '{}',
  -- The severity that the source last reported. A severity changed by a person stays while the source repeats this one.
  reported_severity text,
  record text not null,
  unit_id identifier default own_unit(),
  -- The unit that reported the finding; null for the whole workspace. Units do not see each other's findings, so a
  -- fingerprint that one of them uses stays free for the others. Placing a finding in a unit does not change this.
  reporter_unit_id identifier default own_unit(),
  source_category text collate "C" not null generated always as (scope_of_finding(record, (reporter_unit_id)::text)) stored,
  -- Those who reported the finding, owned it, or changed its severity or due date, and everyone who could act as them
  -- at that time. Null if only the audit trail knows them.
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

-- One row per claim whose proof shows that a finding is remediated.
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

-- One row per workspace that decided how many days findings of each severity have. Null means never due.
create table finding_due_days (
  organization_id identifier primary key references organization (id),
  critical integer check (critical > 0),
  high integer check (high > 0),
  medium integer check (medium > 0),
  low integer check (low > 0),
  info integer check (info > 0)
);

-- One row per fingerprint by which a source has named a finding. Several findings may share one that an earlier version
-- of the sender computed. The current one is the latest sent as the fingerprint itself, and not as a former one.
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

-- One row per complete scan that is sent in several parts. It belongs to the account that sends it and is kept for a
-- day.
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
  -- Findings that other calls reported since it began. The scan does not remediate them.
  seen_since text[] not null default '{}',
  primary key (organization_id, scan_id),
  constraint finding_scan_key unique (organization_id, account_id, source_module_key, category, scan_key)
);
create index finding_scan_uncompared on finding_scan (organization_id, source_module_key, started_at)
  where status <> 'compared';
create index finding_scan_by_start on finding_scan (organization_id, started_at);

-- One row per received part of a scan.
create table finding_scan_part (
  organization_id identifier not null,
  scan_id identifier not null,
  part integer not null,
  digest text not null,
  -- Findings that this part named, so that they are not gone; those that its results matched; those that were not open
  -- before.
  kept text[] not null,
  taken text[] not null,
  opened text[] not null,
  outcome text not null,
  primary key (organization_id, scan_id, part),
  foreign key (organization_id, scan_id) references finding_scan (organization_id, scan_id)
);

-- One row per account, source and category: the number of withheld remediations last reported to the account. A
-- confirmation names that number.
create table finding_scan_withheld (
  organization_id identifier not null references organization (id),
  account_id identifier not null,
  source_module_key text collate "C" not null,
  category text collate "C" not null,
  withheld integer not null,
  primary key (organization_id, account_id, source_module_key, category)
);

-- One row per finding: where a source last saw it. Kept outside the record, because lines move with each change of a
-- file.
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

-- One row per other title and subject that a source reported under the fingerprint of a finding.
create table finding_wording (
  organization_id identifier not null,
  finding_id identifier not null,
  digest text not null,
  wording text not null,
  primary key (organization_id, finding_id, digest),
  foreign key (organization_id, finding_id) references finding (organization_id, id)
);
