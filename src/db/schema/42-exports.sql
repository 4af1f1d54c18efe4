-- Exports: bundles of evidence and the files in them.

-- One row per bundle of evidence that a workspace requested. Its contents are stored, the bundle itself is not: each of
-- its bytes has a fixed position.
create table evidence_export (
  organization_id identifier not null references organization (id),
  id identifier not null,
  status text not null check (status in ('preparing', 'ready', 'failed', 'cancelled', 'expired')),
  record text not null,
  -- How far it is: requested, its records frozen, or complete.
  stage text not null default 'asked' check (stage in ('asked', 'gathered', 'sealed')),
  -- The work that the gathered records leave to the final step, and where the directory of a ready bundle is: JSON.
  outline text,
  -- Since when it cannot continue because something is missing, and when to try again.
  failing_since timestamptz,
  retry_at timestamptz,
  lease_owner identifier,
  lease_until timestamptz,
  expires_at timestamptz,
  primary key (organization_id, id)
);
create index evidence_export_by_status on evidence_export (organization_id, status, id);
create index evidence_export_to_expire on evidence_export (organization_id, expires_at) where status = 'ready';

-- One row per file of a bundle, in order. Nothing removes a file while a bundle needs it.
create table evidence_export_entry (
  organization_id identifier not null,
  export_id identifier not null,
  position integer not null,
  path text not null,
  byte_size bigint not null,
  sha256 sha256_hex not null,
  -- Null until its bytes were read and found intact.
  crc32 bigint check (crc32 >= 0 and crc32 <= '4294967295'::bigint),
  -- Where the file begins in the bundle, once that is known.
  file_offset bigint,
  -- Null for an empty file.
  artifact_id identifier,
  -- Made for this bundle, and removed with it.
  is_own boolean not null,
  primary key (organization_id, export_id, "position"),
  unique (organization_id, export_id, path),
  foreign key (organization_id, export_id) references evidence_export (organization_id, id),
  foreign key (organization_id, artifact_id) references artifact (organization_id, id),
  check ((artifact_id is null) = (byte_size = 0))
);
create index evidence_export_entry_by_offset on evidence_export_entry (organization_id, export_id, file_offset);
create index evidence_export_entry_to_read on evidence_export_entry (organization_id, export_id, "position")
  where crc32 is null;
create index evidence_export_entry_by_artifact on evidence_export_entry (organization_id, artifact_id);
