-- The install, its organizations and their settings, its license, its nodes and jobs, and answers kept for idempotency.

-- One row: the install and its id, which a license may be bound to.
-- `upgraded` is true for an install that is older than the rule against connections to other machines without TLS. Its
-- first release with that rule, `warned_by`, warns of such connections; the next one refuses them.
create table installation (
  only_one boolean default true primary key check (only_one),
  id identifier,
  upgraded boolean not null,
  warned_by text check (length(warned_by) between 1 and 64)
);

-- One row per organization: a workspace with its settings.
create table organization (
  id identifier primary key,
  slug text collate "C" not null check (slug ~ '^[a-z0-9](-?[a-z0-9])*$' and length(slug) <= 63) unique,
  name text not null,
  webhook_form text not null default 'unversioned' check (webhook_form in ('unversioned', 'versioned')),
  created_at timestamptz not null,
  -- Whether people may decide on their own work, and the time zone in which the days of the workspace begin.
  self_decision boolean not null default false,
  time_zone text not null default 'UTC' check (length(time_zone) between 1 and 64),
  -- Marks the organization of the operator. An install with a single organization needs no mark.
  operator boolean not null default false,
  -- Whether anyone may read checkpoints, keys and tiles at /ledger without a token.
  ledger_public boolean not null default false,
  -- Whether a second person closes findings, activates exceptions, and confirms that a clause is not applicable or a
  -- control is retired.
  second_person boolean not null default false,
  -- The roles that need a second factor, as api/factor-rules.ts stores them. Each has a time from which its sessions
  -- without a second factor may only enrol one.
  factor_rules text not null default '{}' check (length(factor_rules) <= 1000)
);
create unique index organization_operator on organization (operator) where operator;

-- One row per organization and capability: what the license terms allow. An organization made since the last run of the
-- job has no rows.
create table organization_entitlement (
  organization_id identifier not null references organization (id),
  capability text collate "C" not null,
  allowed boolean not null,
  most integer,
  source text not null,
  until timestamptz,
  primary key (organization_id, capability)
);

-- One row per one-time link that makes the first administrator.
create table setup_link (
  token_sha256 sha256_hex primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A used link stays, so that opening it again can be explained.
  used boolean not null default false
);

-- One row: a value that only the master key of the install opens. The owner reads it at each start; the program never
-- does.
create table master_key_check (
  only_one boolean default true primary key check (only_one),
  sealed text not null
);

-- One row from the start: the current state of the license. `token` is the last valid one and is not secret.
create table license_state (
  only_one boolean default true primary key check (only_one),
  state text not null,
  token text,
  facts text not null,
  terms text not null,
  problem text,
  since timestamptz,
  seen_at timestamptz
);

-- One row per process that stages uploads. Its staged uploads are swept when its lease has run out.
create table node (
  id identifier primary key,
  lease_until timestamptz not null
);

-- One row per background job: its schedule and its lease.
create table job (
  name text primary key,
  next_run_at timestamptz not null,
  lease_owner identifier,
  lease_until timestamptz,
  -- The run under way, or one that never ended. The node that takes over the job records such a run as failed.
  run_id identifier,
  node_id identifier,
  started_at timestamptz,
  -- Failed runs since the last one that succeeded.
  failures integer not null default 0
);

-- One row per finished run of a job.
create table job_run (
  id identifier primary key,
  job text not null references job (name),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  outcome text not null check (outcome in ('succeeded', 'failed')),
  processed integer not null,
  -- Null if the node of the run is not known.
  node_id identifier,
  missed integer not null default 0,
  error_code text check (error_code ~ '^\w{1,200}$')
);
create index job_run_by_job on job_run (job, id);

-- One row per run of a job that an administrator requested for their workspace. Such a run neither holds the job's
-- lease nor moves its schedule, since both belong to the whole install. Each job has one such run at a time.
create table workspace_job_run (
  organization_id identifier not null references organization (id),
  id identifier not null,
  job text not null check (length(job) between 1 and 100),
  started_at timestamptz not null,
  node_id identifier not null,
  finished_at timestamptz,
  outcome text check (outcome in ('succeeded', 'failed')),
  processed integer not null default 0,
  error_code text check (error_code ~ '^\w{1,200}$'),
  primary key (organization_id, id),
  check ((finished_at is null) = (outcome is null))
);
create unique index workspace_job_run_under_way on workspace_job_run (organization_id, job) where finished_at is null;
create index workspace_job_run_by_job on workspace_job_run (organization_id, job, id);

-- One row per answer, kept for 24 hours under its token or session and its key. Written in the transaction of the
-- change that it answers.
create table idempotency_key (
  organization_id identifier not null references organization (id),
  credential_id identifier not null,
  key text collate "C" not null check (length(key) between 8 and 128),
  fingerprint sha256_hex not null,
  status smallint not null,
  headers text not null,
  body text not null,
  created_at timestamptz not null,
  primary key (organization_id, credential_id, key)
);
create index idempotency_key_by_age on idempotency_key (organization_id, created_at);

insert into installation (upgraded) values (false);
insert into license_state (state, facts, terms)
values ('community', '{}', '{"source":"community","until":null,"grants":"everything"}');
