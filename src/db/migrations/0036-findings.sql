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
  primary key (organization_id, id),
  constraint finding_source unique (organization_id, source_module_key, source_fingerprint),
  foreign key (organization_id, owner_id) references person (organization_id, id),
  foreign key (organization_id, control_id) references control (organization_id, id)
);
create index finding_by_status on finding (organization_id, status, id);
create index finding_by_severity on finding (organization_id, severity, id);
create index finding_by_owner on finding (organization_id, owner_id, id);
create index finding_by_control on finding (organization_id, control_id, id);
create index finding_by_source on finding (organization_id, source_module_key, id);
create index finding_by_source_and_status on finding (organization_id, source_module_key, status, id);
create index finding_by_acceptance on finding (organization_id, accepted_until) where status = 'accepted';
select protect_tenant_table('finding', 'select, insert, update');

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
select protect_tenant_table('finding_claim', 'select, insert, delete');

-- Within how many days findings of each severity are due, where the workspace has decided it; null is never.
create table finding_due_days (
  organization_id identifier primary key references organization (id),
  critical integer check (critical > 0),
  high integer check (high > 0),
  medium integer check (medium > 0),
  low integer check (low > 0),
  info integer check (info > 0)
);
select protect_tenant_table('finding_due_days', 'select, insert, update');

create function organizations_with_acceptances_to_end(now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o where exists (
    select from finding f where f.organization_id = o.id and f.status = 'accepted' and f.accepted_until <= now)
$$;
select serve_program('organizations_with_acceptances_to_end(timestamptz)');
