-- Refusals before an organization is known are written under 'install', hence no foreign key.
create table audit_event (
  organization_id identifier not null,
  id identifier not null,
  action text not null,
  actor_id text collate "C" not null,
  resource_id text collate "C" not null,
  record text not null,
  -- The transaction that wrote a row, from which the sealer has its order. Rows from before have none; the default comes
  -- second, so that the table is not rewritten. The program may not set it: a row slipped in behind the sealer stays unsealed.
  transaction xid8 default pg_current_xact_id(),
  primary key (organization_id, id)
);
create index audit_event_by_resource on audit_event (organization_id, resource_id, id);
create index audit_event_by_actor on audit_event (organization_id, actor_id, id);
create index audit_event_by_action on audit_event (organization_id, action, id);
-- Refusals are few, and what an auditor looks for first.
create index audit_event_refused on audit_event (organization_id, id) where (record::json ->> 'outcome') = 'refused';
create index audit_event_by_transaction on audit_event (transaction);

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

create table security_event_other partition of security_event default;

-- How far each place outside, to which security events are sent on, has got; one node sends.
create table security_event_export (
  sink text collate "C" primary key check (length(sink) between 1 and 1000),
  reached text collate "C" not null default '',
  behind boolean not null default false,
  node_id text,
  lease_until timestamptz
);

-- What the trends of the home page counted of closed days, so that the first visit after a start does not count it anew.
create table day_count (
  organization_id identifier not null references organization (id),
  series text not null,
  -- Milliseconds since the epoch: rows whose id is older are counted.
  until bigint not null,
  days text not null,
  primary key (organization_id, series)
);
