-- Submissions: what an organization must file, the packages it files, and their history.

-- One row per requirement to file a kind of submission.
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
  unit_id identifier default own_unit(),
  primary key (organization_id, id),
  constraint submission_requirement_key unique (organization_id, requirement_key),
  foreign key (organization_id, unit_id) references unit (organization_id, id)
);
create index submission_requirement_by_status on submission_requirement (organization_id, status, id);

-- One row per package that is prepared and sent for a requirement.
create table submission_package (
  organization_id identifier not null references organization (id),
  id identifier not null,
  submission_requirement_id identifier not null,
  package_key text collate "C" not null,
  status text not null
    check (status in ('draft', 'reviewed', 'approved', 'submitted', 'acknowledged', 'accepted', 'rejected', 'withdrawn', 'closed')),
  due_at timestamptz not null,
  -- When the package was first sent. Lateness is judged by this time.
  first_submitted_at timestamptz,
  -- Receipts since it was last sent.
  receipts smallint not null default 0,
  -- When something was last logged about the package. Later entries get later times, so that ids sort in the order of
  -- the locks.
  logged_at timestamptz not null,
  record text not null,
  -- The people who made the package or changed its contents, and those who reviewed or approved it since it became a
  -- draft with these contents.
  makers text[] not null default '{}',
  reviewers text[] not null default '{}',
  approvers text[] not null default '{}',
  unit_id identifier default own_unit(),
  primary key (organization_id, id),
  constraint submission_package_key unique (organization_id, submission_requirement_id, package_key),
  constraint submission_package_organization_id_submission_requirement__fkey foreign key (organization_id, submission_requirement_id)
    references submission_requirement (organization_id, id),
  foreign key (organization_id, unit_id) references unit (organization_id, id)
);
create index submission_package_by_status on submission_package (organization_id, status, id);
create index submission_package_by_requirement on submission_package (organization_id, submission_requirement_id, id);
create index submission_package_by_requirement_and_status on submission_package (organization_id, submission_requirement_id, status, id);
create index submission_package_by_due on submission_package (organization_id, due_at, id);
-- Packages that are still unsent.
create index submission_package_unsent on submission_package (organization_id, due_at, id)
  where status in ('draft', 'reviewed', 'approved');

-- One row per state of a package before its title or due date changed. Its event log has the rest of its history.
create table submission_package_past (
  organization_id identifier not null,
  package_id identifier not null,
  -- When this state ended.
  changed_at timestamptz not null,
  record text not null,
  primary key (organization_id, package_id, changed_at),
  foreign key (organization_id, package_id) references submission_package (organization_id, id)
);

-- One row per claim in a package, with the digest of the claim when it was added.
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

-- One row per decision on a package for which the interface has no event, such as the return to draft.
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

-- One row per event of a package, in the order in which they were logged. `webhook_events` are the ids of the emitted
-- events.
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
