-- The audit trail, security events and their export, and the daily counts for trends.

-- One row per change, refusal or download. Refusals that come before an organization is known are stored under
-- `install`, so this table has no foreign key.
create table audit_event (
  organization_id identifier not null,
  id identifier not null,
  action text not null,
  actor_id text collate "C" not null,
  resource_id text collate "C" not null,
  record text not null,
  -- The transaction that wrote the row, from which the sealer derives its order. Null for rows that are older than the
  -- ledger. The program may not set it: a row slipped in behind the sealer would stay unsealed.
  transaction xid8 default pg_current_xact_id(),
  primary key (organization_id, id)
);
create index audit_event_by_resource on audit_event (organization_id, resource_id, id);
create index audit_event_by_actor on audit_event (organization_id, actor_id, id);
create index audit_event_by_action on audit_event (organization_id, action, id);
-- Refusals are few, and auditors look for them first.
create index audit_event_refused on audit_event (organization_id, id) where (record::json ->> 'outcome') = 'refused';
create index audit_event_by_transaction on audit_event (transaction);

-- One row per security event, in partitions of a month.
create table security_event (
  organization_id identifier not null,
  id identifier not null,
  type text collate "C" not null,
  severity text collate "C" not null check (severity in ('info', 'low', 'medium', 'high', 'critical')),
  record text not null,
  primary key (organization_id, id)
) partition by range (id);
create index security_event_by_type on ONLY security_event (organization_id, type, id);
create index security_event_by_severity on ONLY security_event (organization_id, severity, id);

-- Events outside the monthly partitions.
create table security_event_other partition of security_event default;

-- One row per external system that receives security events: the last event that it received. One node sends at a time.
create table security_event_export (
  sink text collate "C" primary key check (length(sink) between 1 and 1000),
  reached text collate "C" not null default '',
  behind boolean not null default false,
  node_id text,
  lease_until timestamptz
);

-- One row per trend of the home page: its counts of closed days. It spares the first visit after a start from counting
-- them again.
create table day_count (
  organization_id identifier not null references organization (id),
  series text not null,
  -- Milliseconds since 1970. Rows with an id older than this are counted.
  until bigint not null,
  days text not null,
  primary key (organization_id, series)
);
