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
  primary key (organization_id, id),
  foreign key (organization_id, source_id) references storage_binding (organization_id, id),
  foreign key (organization_id, target_id) references storage_binding (organization_id, id),
  check (source_id <> target_id),
  check ((status = 'failed') = (failed_in is not null))
);
create unique index storage_migration_under_way on storage_migration (organization_id)
  where status in ('copying', 'holding', 'deleting');
create index storage_migration_by_source on storage_migration (organization_id, source_id)
  where status in ('copying', 'holding', 'deleting', 'failed');
create index storage_migration_by_target on storage_migration (organization_id, target_id)
  where status in ('copying', 'holding', 'deleting', 'failed');
select protect_tenant_table('storage_migration', 'select, insert, update');

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
  unique (organization_id, migration_id, blob_key),
  foreign key (organization_id, migration_id) references storage_migration (organization_id, id),
  foreign key (organization_id, artifact_id) references artifact (organization_id, id),
  check ((accepted_at is null) = (accepted_by is null) and (accepted_at is null) = (reason is null))
);
select protect_tenant_table('storage_migration_failure', 'select, insert, update, delete');

-- A copy that a migration makes or removes names it for as long: what a node that died has left is found by it.
alter table blob_copy
  add column migration_id identifier,
  -- Of an upload in parts that has begun.
  add column upload_id text,
  add foreign key (organization_id, migration_id) references storage_migration (organization_id, id);
create index blob_copy_by_migration on blob_copy (organization_id, migration_id, state, object_key)
  where migration_id is not null;

create function organizations_with_storage_migrations(now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o
   where (
       select true from storage_migration m
        where m.organization_id = o.id and m.status in ('copying', 'holding', 'deleting')
          and not m.paused and (m.status <> 'holding' or m.delete_after <= now) limit 1)
      or (select true from blob_copy c where c.organization_id = o.id and c.migration_id is not null limit 1)
$$;
revoke execute on function organizations_with_storage_migrations(timestamptz) from public;
grant execute on function organizations_with_storage_migrations(timestamptz) to probata_app;
