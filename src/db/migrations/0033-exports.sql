-- Bundles of proof that a workspace asked for. What one consists of is kept, the bundle itself is not: every byte of it has
-- its place.
create table evidence_export (
  organization_id identifier not null references organization (id),
  id identifier not null,
  status text not null check (status in ('preparing', 'ready', 'failed', 'cancelled', 'expired')),
  record text not null,
  -- What of it is done: nothing, its records are frozen, or everything.
  stage text not null default 'asked' check (stage in ('asked', 'gathered', 'sealed')),
  -- What the records that were gathered leave to the end, and of a ready one where its directory lies: JSON.
  outline text,
  -- Since when it cannot go on for want of something, and when it is tried again.
  failing_since timestamptz,
  retry_at timestamptz,
  lease_owner identifier,
  lease_until timestamptz,
  expires_at timestamptz,
  primary key (organization_id, id)
);
create index evidence_export_by_status on evidence_export (organization_id, status, id);
create index evidence_export_to_expire on evidence_export (organization_id, expires_at) where status = 'ready';
select protect_tenant_table('evidence_export', 'select, insert, update');

-- The files of a bundle in their order. Nothing removes one while a bundle needs it.
create table evidence_export_entry (
  organization_id identifier not null,
  export_id identifier not null,
  position integer not null,
  path text not null,
  byte_size bigint not null,
  sha256 sha256_hex not null,
  -- Null until its bytes were read and found right.
  crc32 bigint check (crc32 between 0 and 4294967295),
  -- Where it begins in the bundle, once that is known.
  file_offset bigint,
  -- Of an empty file there is none.
  artifact_id identifier,
  -- Made for this bundle, and removed with it.
  is_own boolean not null,
  primary key (organization_id, export_id, position),
  unique (organization_id, export_id, path),
  check ((artifact_id is null) = (byte_size = 0)),
  foreign key (organization_id, export_id) references evidence_export (organization_id, id),
  foreign key (organization_id, artifact_id) references artifact (organization_id, id)
);
create index evidence_export_entry_by_offset on evidence_export_entry (organization_id, export_id, file_offset);
create index evidence_export_entry_to_read on evidence_export_entry (organization_id, export_id, position) where crc32 is null;
create index evidence_export_entry_by_artifact on evidence_export_entry (organization_id, artifact_id);
select protect_tenant_table('evidence_export_entry', 'select, insert, update, delete');

-- Files of claims that were announced and never came.
create index upload_intent_unfinished on upload_intent (organization_id, claim_id) where status <> 'completed';

-- Files that are made for a bundle count to no quota: a workspace that has reached its own can still take its proof away.
create or replace function count_artifacts() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into storage_usage as u (organization_id, shard, bytes, files)
  select a.organization_id, pg_backend_pid() & 15, sum(a.byte_size), count(*)
    from added a where a.released_at is null group by a.organization_id order by a.organization_id
  on conflict (organization_id, shard) do update set bytes = u.bytes + excluded.bytes, files = u.files + excluded.files;
  perform require_storage_room(o.organization_id, 0, 0)
    from (select distinct a.organization_id from added a where a.released_at is null) o;
  return null;
end $$;

create function organizations_with_exports_to_prepare(now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o
   where (select true from evidence_export e
           where e.organization_id = o.id and e.status = 'preparing' and (e.retry_at is null or e.retry_at <= now) limit 1)
   order by 1
$$;
select serve_program('organizations_with_exports_to_prepare(timestamptz)');

create function organizations_with_exports_to_end(now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o
   where (select true from evidence_export e
           where e.organization_id = o.id and e.status = 'ready' and e.expires_at <= now limit 1)
      or (select true from evidence_export e
           where e.organization_id = o.id and e.status in ('failed', 'cancelled', 'expired') and e.stage <> 'asked' limit 1)
   order by 1
$$;
select serve_program('organizations_with_exports_to_end(timestamptz)');
