-- The country, part or region whose public holidays count, such as DE-BY. Null until an administrator sets it.
alter table organization add column holiday_place text collate "C" check (length(holiday_place) between 2 and 30);

-- The schedule that creates the packages of a requirement, as JSON, and the people who set it: they count as makers of
-- its packages. `schedule_period_end` is the last day of the next reporting period that gets a package, at
-- `schedule_planned_for`. The job looks at it at `schedule_next_at`, which is later after an attempt failed;
-- `schedule_problem` says why it did.
alter table submission_requirement
  add column schedule text,
  add column schedule_makers text[] not null default '{}',
  add column schedule_period_end date,
  add column schedule_planned_for timestamptz,
  add column schedule_next_at timestamptz,
  add column schedule_problem text;
-- Both are small: few requirements wait for their next package. The first answers for all workspaces at once.
create index submission_requirement_scheduled on submission_requirement (schedule_next_at, organization_id)
  where schedule_next_at is not null;
create index submission_requirement_to_create on submission_requirement (organization_id, schedule_next_at)
  where schedule_next_at is not null;

-- One row per event from which periods of a requirement run, such as an incident. `next_at` is set while a later
-- package may have become computable.
create table submission_occurrence (
  organization_id identifier not null references organization (id),
  id identifier not null,
  submission_requirement_id identifier not null,
  makers text[] not null default '{}',
  next_at timestamptz,
  record text not null,
  primary key (organization_id, id),
  foreign key (organization_id, submission_requirement_id) references submission_requirement (organization_id, id)
);
create index submission_occurrence_by_requirement on submission_occurrence (organization_id, submission_requirement_id, id);
create index submission_occurrence_waiting on submission_occurrence (next_at, organization_id) where next_at is not null;
create index submission_occurrence_to_create on submission_occurrence (organization_id, next_at) where next_at is not null;

-- One row per package of a schedule: its reporting period or occurrence, and how its due date was computed. The key
-- allows one package per requirement and period.
create table submission_deadline (
  organization_id identifier not null references organization (id),
  submission_requirement_id identifier not null,
  period_key text collate "C" not null,
  package_id identifier not null,
  occurrence_id identifier,
  record text not null,
  primary key (organization_id, submission_requirement_id, period_key),
  constraint submission_deadline_package unique (organization_id, package_id),
  foreign key (organization_id, package_id) references submission_package (organization_id, id),
  foreign key (organization_id, submission_requirement_id) references submission_requirement (organization_id, id),
  foreign key (organization_id, occurrence_id) references submission_occurrence (organization_id, id)
);
create index submission_deadline_by_occurrence on submission_deadline (organization_id, occurrence_id)
  where occurrence_id is not null;
create index submission_deadline_by_requirement on submission_deadline (organization_id, submission_requirement_id, package_id);
