-- Registers: assets, changes, parties, exceptions, indicators, monitoring and vulnerabilities.

-- One row per asset: a system, service or data store that has to be protected.
create table asset (
  organization_id identifier not null references organization (id),
  id identifier not null,
  asset_key text collate "C" not null,
  status text not null check (status in ('draft', 'active', 'closed')),
  owner_id identifier,
  record text not null,
  primary key (organization_id, id),
  constraint asset_key unique (organization_id, asset_key),
  foreign key (organization_id, owner_id) references person (organization_id, id)
);
create index asset_by_status on asset (organization_id, status, id);

-- One row per change that was requested, made or abandoned, to an asset or in general.
create table change_record (
  organization_id identifier not null references organization (id),
  id identifier not null,
  change_record_key text collate "C" not null,
  status text not null check (status in ('open', 'active', 'closed')),
  owner_id identifier,
  asset_id identifier,
  record text not null,
  primary key (organization_id, id),
  constraint change_record_key unique (organization_id, change_record_key),
  foreign key (organization_id, owner_id) references person (organization_id, id),
  foreign key (organization_id, asset_id) references asset (organization_id, id)
);
create index change_record_by_status on change_record (organization_id, status, id);
create index change_record_by_asset on change_record (organization_id, asset_id, id);
create index change_record_by_asset_and_status on change_record (organization_id, asset_id, status, id);

-- One row per review of a party, before and during an engagement.
create table due_diligence_review (
  organization_id identifier not null references organization (id),
  id identifier not null,
  due_diligence_review_key text collate "C" not null,
  status text not null check (status in ('open', 'active', 'closed')),
  owner_id identifier,
  party_engagement_id identifier not null,
  record text not null,
  primary key (organization_id, id),
  constraint due_diligence_review_key unique (organization_id, due_diligence_review_key),
  foreign key (organization_id, owner_id) references person (organization_id, id)
);
create index due_diligence_review_by_status on due_diligence_review (organization_id, status, id);
create index due_diligence_review_by_party_engagement on due_diligence_review (organization_id, party_engagement_id, id);
create index due_diligence_review_by_party_engagement_and_status on due_diligence_review (organization_id, party_engagement_id, status, id);

-- One row per exception: a control that is not followed.
create table exception (
  organization_id identifier not null references organization (id),
  id identifier not null,
  exception_key text collate "C" not null,
  status text not null check (status in ('draft', 'active', 'closed')),
  owner_id identifier,
  control_id identifier not null,
  record text not null,
  primary key (organization_id, id),
  constraint exception_key unique (organization_id, exception_key),
  foreign key (organization_id, owner_id) references person (organization_id, id),
  foreign key (organization_id, control_id) references control (organization_id, id)
);
create index exception_by_status on exception (organization_id, status, id);
create index exception_by_control on exception (organization_id, control_id, id);
create index exception_by_control_and_status on exception (organization_id, control_id, status, id);

-- One row per indicator that is measured.
create table indicator_definition (
  organization_id identifier not null references organization (id),
  id identifier not null,
  indicator_definition_key text collate "C" not null,
  status text not null check (status in ('draft', 'active', 'closed')),
  owner_id identifier,
  record text not null,
  primary key (organization_id, id),
  constraint indicator_definition_key unique (organization_id, indicator_definition_key),
  foreign key (organization_id, owner_id) references person (organization_id, id)
);
create index indicator_definition_by_status on indicator_definition (organization_id, status, id);

-- One row per value of an indicator at a point in time.
create table indicator_measurement (
  organization_id identifier not null references organization (id),
  id identifier not null,
  indicator_measurement_key text collate "C" not null,
  status text not null check (status in ('draft', 'active', 'closed')),
  owner_id identifier,
  indicator_id identifier not null,
  record text not null,
  primary key (organization_id, id),
  constraint indicator_measurement_key unique (organization_id, indicator_measurement_key),
  foreign key (organization_id, owner_id) references person (organization_id, id),
  foreign key (organization_id, indicator_id) references indicator_definition (organization_id, id)
);
create index indicator_measurement_by_status on indicator_measurement (organization_id, status, id);
create index indicator_measurement_by_indicator on indicator_measurement (organization_id, indicator_id, id);
create index indicator_measurement_by_indicator_and_status on indicator_measurement (organization_id, indicator_id, status, id);

-- One row per recurring check.
create table monitoring_definition (
  organization_id identifier not null references organization (id),
  id identifier not null,
  monitoring_definition_key text collate "C" not null,
  status text not null check (status in ('draft', 'active', 'closed')),
  owner_id identifier,
  record text not null,
  primary key (organization_id, id),
  constraint monitoring_definition_key unique (organization_id, monitoring_definition_key),
  foreign key (organization_id, owner_id) references person (organization_id, id)
);
create index monitoring_definition_by_status on monitoring_definition (organization_id, status, id);

-- One row per run of a recurring check.
create table monitoring_run (
  organization_id identifier not null references organization (id),
  id identifier not null,
  monitoring_run_key text collate "C" not null,
  status text not null check (status in ('open', 'active', 'closed')),
  owner_id identifier,
  definition_id identifier not null,
  record text not null,
  primary key (organization_id, id),
  constraint monitoring_run_key unique (organization_id, monitoring_run_key),
  foreign key (organization_id, owner_id) references person (organization_id, id),
  foreign key (organization_id, definition_id) references monitoring_definition (organization_id, id)
);
create index monitoring_run_by_status on monitoring_run (organization_id, status, id);
create index monitoring_run_by_definition on monitoring_run (organization_id, definition_id, id);
create index monitoring_run_by_definition_and_status on monitoring_run (organization_id, definition_id, status, id);

-- One row per result of a run.
create table monitoring_result_item (
  organization_id identifier not null references organization (id),
  id identifier not null,
  monitoring_result_item_key text collate "C" not null,
  status text not null check (status in ('open', 'active', 'closed')),
  owner_id identifier,
  run_id identifier not null,
  record text not null,
  primary key (organization_id, id),
  constraint monitoring_result_item_key unique (organization_id, monitoring_result_item_key),
  foreign key (organization_id, owner_id) references person (organization_id, id),
  foreign key (organization_id, run_id) references monitoring_run (organization_id, id)
);
create index monitoring_result_item_by_status on monitoring_result_item (organization_id, status, id);
create index monitoring_result_item_by_run on monitoring_result_item (organization_id, run_id, id);
create index monitoring_result_item_by_run_and_status on monitoring_result_item (organization_id, run_id, status, id);

-- One row per engagement: what another party does for the organization, and how critical that is.
create table party_engagement (
  organization_id identifier not null references organization (id),
  id identifier not null,
  party_engagement_key text collate "C" not null,
  status text not null check (status in ('draft', 'active', 'closed')),
  owner_id identifier,
  criticality text not null check (criticality in ('critical', 'high', 'medium', 'low')),
  record text not null,
  primary key (organization_id, id),
  constraint party_engagement_key unique (organization_id, party_engagement_key),
  foreign key (organization_id, owner_id) references person (organization_id, id)
);
create index party_engagement_by_status on party_engagement (organization_id, status, id);
create index party_engagement_by_criticality on party_engagement (organization_id, criticality, id);
create index party_engagement_by_criticality_and_status on party_engagement (organization_id, criticality, status, id);
alter table due_diligence_review add foreign key (organization_id, party_engagement_id) references party_engagement(organization_id, id);

-- One row per record of the right to audit the party of an engagement, and of its results.
create table right_to_audit_record (
  organization_id identifier not null references organization (id),
  id identifier not null,
  right_to_audit_record_key text collate "C" not null,
  status text not null check (status in ('draft', 'active', 'closed')),
  owner_id identifier,
  party_engagement_id identifier not null,
  record text not null,
  primary key (organization_id, id),
  constraint right_to_audit_record_key unique (organization_id, right_to_audit_record_key),
  foreign key (organization_id, owner_id) references person (organization_id, id),
  foreign key (organization_id, party_engagement_id) references party_engagement (organization_id, id)
);
create index right_to_audit_record_by_status on right_to_audit_record (organization_id, status, id);
create index right_to_audit_record_by_party_engagement on right_to_audit_record (organization_id, party_engagement_id, id);
create index right_to_audit_record_by_party_engagement_and_status on right_to_audit_record (organization_id, party_engagement_id, status, id);

-- One row per vulnerability of an asset.
create table vulnerability (
  organization_id identifier not null references organization (id),
  id identifier not null,
  vulnerability_key text collate "C" not null,
  status text not null check (status in ('open', 'active', 'closed')),
  owner_id identifier,
  asset_id identifier not null,
  record text not null,
  primary key (organization_id, id),
  constraint vulnerability_key unique (organization_id, vulnerability_key),
  foreign key (organization_id, owner_id) references person (organization_id, id),
  foreign key (organization_id, asset_id) references asset (organization_id, id)
);
create index vulnerability_by_status on vulnerability (organization_id, status, id);
create index vulnerability_by_asset on vulnerability (organization_id, asset_id, id);
create index vulnerability_by_asset_and_status on vulnerability (organization_id, asset_id, status, id);
