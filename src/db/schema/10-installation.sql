-- The install: its id, which a license may be bound to, and how it treats connections to other machines without TLS. One
-- that has organizations when this migration runs is upgraded: the release that it starts with next warns of them.
create table installation (
  only_one boolean default true primary key check (only_one),
  id identifier,
  upgraded boolean not null,
  warned_by text check (length(warned_by) between 1 and 64)
);

create table organization (
  id identifier primary key,
  slug text collate "C" not null check (slug ~ '^[a-z0-9](-?[a-z0-9])*$' and length(slug) <= 63) unique,
  name text not null,
  webhook_form text not null default 'unversioned' check (webhook_form in ('unversioned', 'versioned')),
  created_at timestamptz not null,
  -- Settings of a workspace: whether people may decide what they had a hand in, and in which time zone its days are.
  self_decision boolean not null default false,
  time_zone text not null default 'UTC' check (length(time_zone) between 1 and 64),
  -- The organization of those who operate the install; where there is only one, that one.
  operator boolean not null default false,
  -- Whether anybody may read checkpoints, keys and tiles at /ledger without a token.
  ledger_public boolean not null default false,
  -- Whether closing a finding, an exception, a clause that is not applicable and a retired control take a second person.
  -- Workspaces of before keep what they had.
  second_person boolean not null default false,
  -- Which roles of the workspace need a second factor, each with the moment from which its sessions without one may do
  -- nothing but enrol: a record of api/factor-rules.ts. Nodes of the version before know no rules and enforce none.
  factor_rules text not null default '{}' check (length(factor_rules) <= 1000)
);
create unique index organization_operator on organization (operator) where operator;

-- What the terms give to each organization. One that is younger than the last run of the job has no row.
create table organization_entitlement (
  organization_id identifier not null references organization (id),
  capability text collate "C" not null,
  allowed boolean not null,
  most integer,
  source text not null,
  until timestamptz,
  primary key (organization_id, capability)
);

-- The one-time link that makes the first administrator.
create table setup_link (
  token_sha256 sha256_hex primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A link that was used stays, so that whoever opens it again can be told.
  used boolean not null default false
);

-- One value that only the master key of the install opens. The owner reads it at each start; the program never does.
create table master_key_check (
  only_one boolean default true primary key check (only_one),
  sealed text not null
);

-- What the install made of its license: one row, from the start. `token` is the last good one; it is no secret.
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

-- A process that stages uploads says so here; what it staged is swept when its lease has run out.
create table node (
  id identifier primary key,
  lease_until timestamptz not null
);

create table job (
  name text primary key,
  next_run_at timestamptz not null,
  lease_owner identifier,
  lease_until timestamptz,
  -- The run under way, or one that never ended: whoever takes its job over records it as failed. Nodes of the version
  -- before leave these columns alone.
  run_id identifier,
  node_id identifier,
  started_at timestamptz,
  -- Failed runs since the last one that succeeded.
  failures integer not null default 0
);

create table job_run (
  id identifier primary key,
  job text not null references job (name),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  outcome text not null check (outcome in ('succeeded', 'failed')),
  processed integer not null,
  -- Null on runs of before, and of nodes of the version before.
  node_id identifier,
  missed integer not null default 0,
  error_code text check (error_code ~ '^\w{1,200}$')
);
create index job_run_by_job on job_run (job, id);

-- Runs of jobs that administrators of a workspace asked for, for their workspace alone: they neither hold the lease of the
-- job nor move its schedule, which are of the whole install. One at a time for each job.
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

-- Answers kept for 24 hours under (token or session, key); written in the transaction of the effect.
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
