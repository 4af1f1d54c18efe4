-- Where the bytes of files are kept: bindings, encryption keys, copies, migrations, checks and quotas.

-- One row per binding: a folder or a bucket in which an organization keeps the bytes of its files. One binding takes
-- uploads; a file is read from any binding with a verified copy.
create table storage_binding (
  organization_id identifier not null references organization (id),
  id identifier not null,
  kind text not null check (kind in ('folder', 's3')),
  status text not null check (status in ('draft', 'validated', 'active', 'draining', 'retired')),
  -- Null once retired. Everything stored in the binding references it with `true`, so a retirement and an upload cannot
  -- overtake each other.
  usable boolean check (usable),
  name text not null,
  settings text not null,
  encryption text not null check (encryption in ('none', 'envelope')),
  -- Sealed. Erased when the binding is retired.
  credentials text,
  credential_hint text,
  credentials_at timestamptz,
  -- Incremented by each change of the settings that nodes keep open.
  revision integer not null default 1,
  validated_at timestamptz,
  activated_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Whether files under retention are locked in the bucket.
  retention_mode text not null default 'none' check (retention_mode in ('none', 'governance', 'compliance')),
  primary key (organization_id, id),
  constraint storage_binding_usable unique (organization_id, id, usable),
  check ((status = 'retired') = (usable is null)),
  constraint storage_binding_check1 check (kind = 's3' or retention_mode = 'none')
);
create unique index storage_binding_active on storage_binding (organization_id) where status = 'active';
alter table staged_blob add constraint staged_blob_in_usable_binding foreign key (organization_id, binding_id, usable) references storage_binding(organization_id, id, usable);

-- One row per organization that chose who wraps its keys. Without a row the install does, under its master key. Each
-- change of the settings makes a new `id`.
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

-- One row per key with which files are encrypted before they leave the node. One key of an organization is active; the
-- earlier ones only open what they encrypted. A destroyed key keeps its row and loses its bytes, and with them every
-- file that it encrypted.
create table storage_data_key (
  organization_id identifier not null references organization (id),
  id identifier not null,
  generation integer not null check (generation > 0),
  status text not null check (status in ('active', 'retired', 'destroyed')),
  provider text not null check (provider in ('local', 'vault-transit')),
  wrapped text,
  created_at timestamptz not null,
  destroyed_at timestamptz,
  -- Whether the files encrypted with a destroyed key were checked for those that no copy opens any longer.
  files_released boolean not null default false,
  primary key (organization_id, id),
  constraint storage_data_key_generation unique (organization_id, generation),
  constraint storage_data_key_destroyed
    check ((status = 'destroyed') = (wrapped is null) and (status = 'destroyed') = (destroyed_at is not null))
);
create unique index storage_data_key_active on storage_data_key (organization_id) where status = 'active';

-- One row per request to destroy the keys of an organization. One administrator requests it, another confirms it.
create table storage_key_destruction (
  organization_id identifier not null references organization (id),
  id identifier not null,
  status text not null check (status in ('asked', 'confirmed', 'withdrawn')),
  asked_by identifier not null,
  record text not null,
  -- Everyone who could have made the request, at that time. Null for requests that are older than this column.
  hands text[] collate "C",
  primary key (organization_id, id),
  foreign key (organization_id, asked_by) references person (organization_id, id)
);
create unique index storage_key_destruction_asked on storage_key_destruction (organization_id) where status = 'asked';

-- One row per copy of a file in a binding.
create table blob_copy (
  organization_id identifier not null,
  -- Random and never reused: another attempt to copy a file has another key.
  object_key text collate "C" not null,
  blob_key text collate "C" not null,
  binding_id identifier not null,
  usable boolean not null default true check (usable),
  state text not null check (state in ('writing', 'verified', 'condemned', 'damaged')),
  stored_bytes bigint not null,
  -- The key that it is encrypted with. Null if it is not encrypted.
  data_key_id identifier,
  since timestamptz not null,
  -- When its bytes were last read and found intact.
  scrubbed_at timestamptz not null,
  -- The migration that is making or removing the copy. It leads to what a node that died has left behind.
  migration_id identifier,
  -- The multipart upload, once it has begun.
  upload_id text,
  -- A copy whose bytes were once altered or missing is checked again. If they are so twice, it is damaged.
  suspect_since timestamptz,
  damage text check (damage in ('altered', 'missing')),
  -- Identifies the bytes permanently in a bucket that locks files.
  version_id text,
  -- Until when the store should lock the copy, and until when it was found to be locked.
  lock_until timestamptz,
  locked_until timestamptz,
  -- Set on a locked copy that a move left behind. It is removed after this time.
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

-- One row per probe of a binding, with its results. The last 200 of each binding are kept.
create table storage_probe_run (
  organization_id identifier not null,
  id identifier not null,
  binding_id identifier not null,
  record text not null,
  primary key (organization_id, id),
  foreign key (organization_id, binding_id) references storage_binding (organization_id, id)
);
create index storage_probe_run_by_binding on storage_probe_run (organization_id, binding_id, id);

-- One row per migration of files from one binding to another. An organization has one under way at a time: a second
-- could remove what the first relies on.
create table storage_migration (
  organization_id identifier not null references organization (id),
  id identifier not null,
  source_id identifier not null,
  target_id identifier not null,
  mode text not null check (mode in ('move', 'copy')),
  status text not null check (status in ('copying', 'holding', 'deleting', 'done', 'cancelled', 'failed')),
  -- Where a failed migration resumes, and why it failed.
  failed_in text check (failed_in in ('copying', 'holding', 'deleting')),
  code text,
  paused boolean not null default false,
  waits_for text check (waits_for in ('uploads', 'failures', 'store')),
  bytes_per_second bigint not null,
  hold_seconds integer not null,
  delete_after timestamptz,
  -- The object at the source that the last batch ended with.
  position text collate "C" not null default '',
  -- How the last ten attempts ended, the newest last: `.` for success, `x` for failure.
  recent text not null default '',
  copied_items bigint not null default 0,
  copied_bytes bigint not null default 0,
  removed_items bigint not null default 0,
  removed_bytes bigint not null default 0,
  left_items bigint not null,
  left_bytes bigint not null,
  -- Bytes per second of the last batch.
  measured bigint,
  -- When the bytes already sent fit within the rate limit.
  paced_until timestamptz,
  lease_owner text,
  lease_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Files that a move left at its source because they are locked there.
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

-- One row per file that could not be copied. It stays where it is, and holds up the migration until an administrator
-- accepts the failure.
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

-- One row per binding: the state that sweeps keep between two checks of it.
create table storage_posture (
  organization_id identifier not null,
  binding_id identifier not null,
  due_at timestamptz not null,
  swept_at timestamptz not null,
  -- When all probes last ran, and not only those on the path that a file takes.
  probed_at timestamptz,
  -- The results of the probes when the binding was activated, and the activation they belong to.
  baseline text,
  baseline_of timestamptz,
  -- The state of damping, by check.
  checks text not null,
  primary key (organization_id, binding_id),
  foreign key (organization_id, binding_id) references storage_binding (organization_id, id)
);

-- One row per deviation: a check of a binding that fails, until `closed_at`.
create table storage_deviation (
  organization_id identifier not null,
  id identifier not null,
  binding_id identifier not null,
  check_name text collate "C" not null,
  -- The operations that fail meanwhile: uploads only, or opening files too.
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

-- One row per stored object that belongs to no record, since the first listing that found it.
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

-- One row per organization with quotas: `bytes` and `files` set by the operator, `own_…` by itself. The lower one
-- applies; null means no limit.
create table storage_quota (
  organization_id identifier primary key references organization (id),
  bytes bigint check (bytes >= 0),
  files bigint check (files >= 0),
  own_bytes bigint check (own_bytes >= 0),
  own_files bigint check (own_files >= 0)
);

-- Sixteen rows per organization: the number and size of its files. Several rows, so that files attached at the same
-- time rarely wait for one another. A single row may be negative; only the sum counts.
create table storage_usage (
  organization_id identifier not null references organization (id),
  shard smallint not null check (shard between 0 and 15),
  bytes bigint not null,
  files bigint not null,
  primary key (organization_id, shard)
) with (fillfactor = 50);

-- One row per organization: when its counters were last compared with its files.
create table storage_usage_check (
  organization_id identifier primary key references organization (id),
  checked_at timestamptz not null
);
