-- Where an organization keeps the bytes of its files: each binding is a folder or a bucket, each copy says which one has
-- the bytes of a file. One binding takes uploads; a file is read from wherever a verified copy is.
create table storage_binding (
  organization_id identifier not null references organization (id),
  id identifier not null,
  kind text not null check (kind in ('folder', 's3')),
  status text not null check (status in ('draft', 'validated', 'active', 'draining', 'retired')),
  -- Null once it is retired. What lies in a binding refers to it with true, so neither a retirement can overtake an
  -- upload nor an upload a retirement.
  usable boolean check (usable),
  name text not null,
  settings text not null,
  encryption text not null check (encryption in ('none', 'envelope')),
  -- Sealed; erased when it is retired.
  credentials text,
  credential_hint text,
  credentials_at timestamptz,
  -- Counts changes of what a node keeps open.
  revision integer not null default 1,
  validated_at timestamptz,
  activated_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Whether files that have to be kept are locked in the bucket.
  retention_mode text not null default 'none' check (retention_mode in ('none', 'governance', 'compliance')),
  primary key (organization_id, id),
  constraint storage_binding_usable unique (organization_id, id, usable),
  check ((status = 'retired') = (usable is null)),
  constraint storage_binding_check1 check (kind = 's3' or retention_mode = 'none')
);
create unique index storage_binding_active on storage_binding (organization_id) where status = 'active';
alter table staged_blob add constraint staged_blob_in_usable_binding foreign key (organization_id, binding_id, usable) references storage_binding(organization_id, id, usable);

-- Who wraps the keys of an organization; without a row the install does, under its master key. `id` is new with each
-- change of the settings.
create table storage_key_provider (
  organization_id identifier primary key references organization (id),
  id identifier not null,
  kind text not null check (kind in ('local', 'vault-transit')),
  settings text not null,
  token text,
  state text not null check (state in ('available', 'unavailable')),
  code text,
  since timestamptz not null,
  constraint storage_key_provider_code check ((state = 'unavailable') = (code is not null))
);

-- Keys that files are encrypted with before they leave the node. One of an organization is active, those before it only
-- open what they sealed. A destroyed one keeps its row and loses its bytes, and with it every file that it sealed.
create table storage_data_key (
  organization_id identifier not null references organization (id),
  id identifier not null,
  generation integer not null check (generation > 0),
  status text not null check (status in ('active', 'retired', 'destroyed')),
  provider text not null check (provider in ('local', 'vault-transit')),
  wrapped text,
  created_at timestamptz not null,
  destroyed_at timestamptz,
  -- Whether what a destroyed key had closed was looked through for such files.
  files_released boolean not null default false,
  primary key (organization_id, id),
  constraint storage_data_key_generation unique (organization_id, generation),
  constraint storage_data_key_destroyed
    check ((status = 'destroyed') = (wrapped is null) and (status = 'destroyed') = (destroyed_at is not null))
);
create unique index storage_data_key_active on storage_data_key (organization_id) where status = 'active';

-- One administrator asks for an organization's keys to be destroyed, another one confirms.
create table storage_key_destruction (
  organization_id identifier not null references organization (id),
  id identifier not null,
  status text not null check (status in ('asked', 'confirmed', 'withdrawn')),
  asked_by identifier not null,
  record text not null,
  hands text[] collate "C",
  primary key (organization_id, id),
  foreign key (organization_id, asked_by) references person (organization_id, id)
);
create unique index storage_key_destruction_asked on storage_key_destruction (organization_id) where status = 'asked';

create table blob_copy (
  organization_id identifier not null,
  -- Random and never used twice: an attempt to copy a file again has another.
  object_key text collate "C" not null,
  blob_key text collate "C" not null,
  binding_id identifier not null,
  usable boolean not null default true check (usable),
  state text not null check (state in ('writing', 'verified', 'condemned', 'damaged')),
  stored_bytes bigint not null,
  -- Of what it is encrypted with; null where it is not.
  data_key_id identifier,
  since timestamptz not null,
  -- When its bytes were last read and found right.
  scrubbed_at timestamptz not null,
  -- A copy that a migration makes or removes names it for as long: what a node that died has left is found by it.
  migration_id identifier,
  -- Of an upload in parts that has begun.
  upload_id text,
  -- A copy whose bytes were once found wrong or missing is looked at again; found so twice, it is damaged.
  suspect_since timestamptz,
  damage text check (damage in ('altered', 'missing')),
  -- Names the bytes for good in a bucket that locks files.
  version_id text,
  -- Until when the store is to hold it locked, and until when it was found to.
  lock_until timestamptz,
  locked_until timestamptz,
  -- Of a locked copy that a move has left behind: it is removed after that.
  remove_after timestamptz,
  primary key (organization_id, object_key),
  foreign key (organization_id, blob_key) references artifact (organization_id, blob_key),
  constraint blob_copy_in_usable_binding foreign key (organization_id, binding_id, usable)
    references storage_binding (organization_id, id, usable),
  check (damage is null or state = 'damaged')
);
create index blob_copy_by_blob on blob_copy (organization_id, blob_key);
create index blob_copy_by_binding on blob_copy (organization_id, binding_id, state, object_key);
create index blob_copy_by_migration on blob_copy (organization_id, migration_id, state, object_key)
  where migration_id is not null;
create index blob_copy_by_scrub on blob_copy (organization_id, scrubbed_at)
  where state = 'verified' and suspect_since is null;
create index blob_copy_suspect on blob_copy (organization_id, suspect_since) where suspect_since is not null;
create index blob_copy_damaged on blob_copy (organization_id, since) where state = 'damaged';
create index blob_copy_to_lock on blob_copy (organization_id, object_key)
  where state = 'verified' and lock_until is not null and remove_after is null and (locked_until is null or locked_until < lock_until);
create index blob_copy_locked on blob_copy (organization_id, binding_id, locked_until) where locked_until is not null;
create index blob_copy_to_remove on blob_copy (organization_id, remove_after) where remove_after is not null;

-- What was found when a binding was probed; the last 200 of each are kept.
create table storage_probe_run (
  organization_id identifier not null,
  id identifier not null,
  binding_id identifier not null,
  record text not null,
  primary key (organization_id, id),
  foreign key (organization_id, binding_id) references storage_binding (organization_id, id)
);
create index storage_probe_run_by_binding on storage_probe_run (organization_id, binding_id, id);

-- Files on their way from one binding to another. One at a time in an organization: a second could remove what the first
-- relies on.
create table storage_migration (
  organization_id identifier not null references organization (id),
  id identifier not null,
  source_id identifier not null,
  target_id identifier not null,
  mode text not null check (mode in ('move', 'copy')),
  status text not null check (status in ('copying', 'holding', 'deleting', 'done', 'cancelled', 'failed')),
  -- Where a failed one goes on, and why it failed.
  failed_in text check (failed_in in ('copying', 'holding', 'deleting')),
  code text,
  paused boolean not null default false,
  waits_for text check (waits_for in ('uploads', 'failures', 'store')),
  bytes_per_second bigint not null,
  hold_seconds integer not null,
  delete_after timestamptz,
  -- The object at the source that the last batch ended with.
  position text collate "C" not null default '',
  -- How the last ten attempts ended, the newest last: . or x.
  recent text not null default '',
  copied_items bigint not null default 0,
  copied_bytes bigint not null default 0,
  removed_items bigint not null default 0,
  removed_bytes bigint not null default 0,
  left_items bigint not null,
  left_bytes bigint not null,
  -- Bytes a second of the last batch.
  measured bigint,
  -- What was sent is paid for by then.
  paced_until timestamptz,
  lease_owner text,
  lease_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Files that a move has left at its source, since they are locked there.
  kept_items bigint not null default 0,
  kept_bytes bigint not null default 0,
  kept_until timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, source_id) references storage_binding (organization_id, id),
  foreign key (organization_id, target_id) references storage_binding (organization_id, id),
  check (source_id::text <> target_id::text),
  constraint storage_migration_check1 check ((status = 'failed') = (failed_in is not null))
);
create unique index storage_migration_under_way on storage_migration (organization_id)
  where status in ('copying', 'holding', 'deleting');
create index storage_migration_by_source on storage_migration (organization_id, source_id)
  where status in ('copying', 'holding', 'deleting', 'failed');
create index storage_migration_by_target on storage_migration (organization_id, target_id)
  where status in ('copying', 'holding', 'deleting', 'failed');
alter table blob_copy add foreign key (organization_id, migration_id) references storage_migration(organization_id, id);

-- Files that could not be copied. Each holds the migration up until somebody accepts it; it stays where it is.
create table storage_migration_failure (
  organization_id identifier not null,
  migration_id identifier not null,
  artifact_id identifier not null,
  blob_key text collate "C" not null,
  code text not null,
  failed_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by identifier,
  reason text,
  primary key (organization_id, migration_id, artifact_id),
  constraint storage_migration_failure_organization_id_migration_id_blob_key unique (organization_id, migration_id, blob_key),
  foreign key (organization_id, migration_id) references storage_migration (organization_id, id),
  foreign key (organization_id, artifact_id) references artifact (organization_id, id),
  check ((accepted_at is null) = (accepted_by is null) and (accepted_at is null) = (reason is null))
);

-- What sweeps remember of each binding between two looks at it.
create table storage_posture (
  organization_id identifier not null,
  binding_id identifier not null,
  due_at timestamptz not null,
  swept_at timestamptz not null,
  -- When all probes were run, not only those of the way that a file takes.
  probed_at timestamptz,
  -- What they found when the binding was activated, and of which activation that is.
  baseline text,
  baseline_of timestamptz,
  -- By check, what damping remembers.
  checks text not null,
  primary key (organization_id, binding_id),
  foreign key (organization_id, binding_id) references storage_binding (organization_id, id)
);

create table storage_deviation (
  organization_id identifier not null,
  id identifier not null,
  binding_id identifier not null,
  check_name text collate "C" not null,
  -- What does not work meanwhile: uploads alone, or opening of files too.
  stops text not null check (stops in ('nothing', 'uploads', 'files')),
  code text,
  failures integer not null,
  since timestamptz not null,
  opened_at timestamptz not null,
  last_failed_at timestamptz not null,
  closed_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, binding_id) references storage_binding (organization_id, id)
);
create unique index storage_deviation_open on storage_deviation (organization_id, binding_id, check_name)
  where closed_at is null;
create index storage_deviation_by_binding on storage_deviation (organization_id, binding_id, id);

-- Objects that belong to no record, as a listing found them first.
create table storage_orphan (
  organization_id identifier not null,
  binding_id identifier not null,
  object_key text collate "C" not null,
  byte_size bigint not null,
  found_at timestamptz not null,
  locked_until timestamptz,
  primary key (organization_id, binding_id, object_key),
  foreign key (organization_id, binding_id) references storage_binding (organization_id, id)
);

-- How much it may keep: by the operator, and by itself. The lower of both holds; null is no limit.
create table storage_quota (
  organization_id identifier primary key references organization (id),
  bytes bigint check (bytes >= 0),
  files bigint check (files >= 0),
  own_bytes bigint check (own_bytes >= 0),
  own_files bigint check (own_files >= 0)
);

-- How much each organization keeps. Sixteen rows each, so that files which are attached at once rarely wait for one
-- another; a row alone may be below zero, their sum is what counts.
create table storage_usage (
  organization_id identifier not null references organization (id),
  shard smallint not null check (shard between 0 and 15),
  bytes bigint not null,
  files bigint not null,
  primary key (organization_id, shard)
) with (fillfactor = 50);

-- When the counters were last compared with the files.
create table storage_usage_check (
  organization_id identifier primary key references organization (id),
  checked_at timestamptz not null
);
