-- One row for each time that a record reaches a step that concerns a person. An occasion
-- distinguishes repetitions of a step: the due date, the request that assigned the record, or a number.
create table notification (
  organization_id identifier not null,
  id identifier not null,
  person_id identifier not null,
  kind text collate "C" not null,
  record_id text collate "C" not null,
  step text collate "C" not null,
  occasion text collate "C" not null,
  -- The person who caused it, or whose overdue work it is about.
  about_id text collate "C",
  due_at timestamptz,
  created_at timestamptz not null,
  read_at timestamptz,
  -- When its reason was gone: the work is done, a later step began, or the person no longer sees the record.
  ended_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id),
  constraint notification_once unique (organization_id, person_id, kind, record_id, step, occasion)
);
create index notification_open on notification (organization_id, person_id, id) where ended_at is null;
create index notification_unread on notification (organization_id, person_id, id) where ended_at is null and read_at is null;
create index notification_about on notification (organization_id, about_id, id) where ended_at is null and about_id is not null;
create index notification_ended on notification (organization_id, ended_at, id) where ended_at is not null;
create index notification_read on notification (organization_id, read_at, id) where read_at is not null;

-- A person's choice for a kind; null follows the workspace.
create table notification_choice (
  organization_id identifier not null,
  person_id identifier not null,
  kind text collate "C" not null,
  bell boolean,
  mail text collate "C" check (mail in ('off', 'digest', 'at_once')),
  primary key (organization_id, person_id, kind),
  foreign key (organization_id, person_id) references person (organization_id, id)
);

-- The workspace's default for a kind; null follows the product.
create table notification_default (
  organization_id identifier not null references organization (id),
  kind text collate "C" not null,
  bell boolean,
  mail text collate "C" check (mail in ('off', 'digest', 'at_once')),
  -- For escalation: the days after the due date; null never escalates.
  after_days integer check (after_days between 1 and 365),
  primary key (organization_id, kind)
);

-- One row per workspace: when its notifications are computed again, and how far a pass over its people is.
create table notification_progress (
  organization_id identifier primary key references organization (id),
  -- Increases with each step, so that a node with outdated results writes nothing.
  version bigint not null default 0,
  -- The last person of the current pass; null between passes.
  walked text collate "C",
  -- Whether the audit trail has new rows since the last pass began.
  changed boolean not null default true,
  -- No pass starts for a change before this time, so that passes take a bounded share of the time.
  resume_at timestamptz not null default '-infinity',
  -- The time of the next step of any record, known so far in the current pass.
  next_at timestamptz not null default 'infinity',
  due_at timestamptz not null default '-infinity',
  wake_at timestamptz not null generated always as (
    case when walked is not null then '-infinity'::timestamptz
         when changed then least(resume_at, due_at) else due_at end) stored
);
create index notification_progress_wake on notification_progress (wake_at);
insert into notification_progress (organization_id) select id from organization;
