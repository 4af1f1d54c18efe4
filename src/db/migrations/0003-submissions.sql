-- How other systems heard of an event.
create index webhook_attempt_by_event on webhook_attempt (organization_id, event_id);

create table submission_requirement (
  organization_id identifier not null references organization (id),
  id identifier not null,
  requirement_key text collate "C" not null,
  status text not null check (status in ('draft', 'active', 'retired', 'archived')),
  submission_kind text not null,
  receipts_required smallint not null default 1 check (receipts_required between 1 and 4),
  require_review boolean not null default false,
  require_approval boolean not null default false,
  require_outcome_before_close boolean not null default false,
  record text not null,
  primary key (organization_id, id),
  constraint submission_requirement_key unique (organization_id, requirement_key)
);
create index submission_requirement_by_status on submission_requirement (organization_id, status, id);

create table submission_package (
  organization_id identifier not null references organization (id),
  id identifier not null,
  submission_requirement_id identifier not null,
  package_key text collate "C" not null,
  status text not null check (status in
    ('draft', 'reviewed', 'approved', 'submitted', 'acknowledged', 'accepted', 'rejected', 'withdrawn', 'closed')),
  due_at timestamptz not null,
  -- When it was sent for the first time: what is late is judged by this.
  first_submitted_at timestamptz,
  -- Receipts since it was sent for the last time.
  receipts smallint not null default 0,
  -- When something was last logged about it; what follows is logged later, so that ids sort in the order of the locks.
  logged_at timestamptz not null,
  record text not null,
  primary key (organization_id, id),
  constraint submission_package_key unique (organization_id, submission_requirement_id, package_key),
  foreign key (organization_id, submission_requirement_id) references submission_requirement (organization_id, id)
);
create index submission_package_by_status on submission_package (organization_id, status, id);
create index submission_package_by_requirement on submission_package (organization_id, submission_requirement_id, id);
create index submission_package_by_requirement_and_status
  on submission_package (organization_id, submission_requirement_id, status, id);
create index submission_package_by_due on submission_package (organization_id, due_at, id);

-- What happened to a package, in the order in which it was logged. `webhook_events` are the ids of what was emitted.
create table submission_event (
  organization_id identifier not null,
  id identifier not null,
  package_id identifier not null,
  event_kind text not null,
  source_event_key text collate "C" check (length(source_event_key) between 1 and 200),
  webhook_events text[] not null,
  record text not null,
  primary key (organization_id, id),
  foreign key (organization_id, package_id) references submission_package (organization_id, id)
);
create index submission_event_by_package on submission_event (organization_id, package_id, id);
create unique index submission_event_source on submission_event (organization_id, package_id, source_event_key)
  where source_event_key is not null;
create trigger submission_event_append_only before update or delete or truncate on submission_event
  for each statement execute function refuse_change();

-- Decisions of people that are no events of the interface, such as the return to draft.
create table submission_decision (
  organization_id identifier not null,
  id identifier not null,
  package_id identifier not null,
  webhook_events text[] not null,
  record text not null,
  primary key (organization_id, id),
  foreign key (organization_id, package_id) references submission_package (organization_id, id)
);
create index submission_decision_by_package on submission_decision (organization_id, package_id, id);
create trigger submission_decision_append_only before update or delete or truncate on submission_decision
  for each statement execute function refuse_change();

-- Which evidence a package consists of, with the digest of the claim as it was put in.
create table submission_content (
  organization_id identifier not null,
  package_id identifier not null,
  claim_id identifier not null,
  record text not null,
  primary key (organization_id, package_id, claim_id),
  foreign key (organization_id, package_id) references submission_package (organization_id, id),
  foreign key (organization_id, claim_id) references evidence_claim (organization_id, id)
);
create index submission_content_by_claim on submission_content (organization_id, claim_id);

-- Secret addresses of a calendar; only the SHA-256 of the secret is kept.
create table calendar_feed (
  organization_id identifier not null references organization (id),
  id identifier not null,
  token_sha256 sha256_hex not null,
  revoked boolean not null default false,
  record text not null,
  primary key (organization_id, id),
  constraint calendar_feed_token unique (organization_id, token_sha256)
);

do $$
declare tenant text;
begin
  foreach tenant in array array['submission_requirement', 'submission_package', 'submission_content', 'calendar_feed']
  loop perform protect_tenant_table(tenant, 'select, insert, update, delete'); end loop;
  foreach tenant in array array['submission_event', 'submission_decision']
  loop perform protect_tenant_table(tenant, 'select, insert'); end loop;
end $$;
