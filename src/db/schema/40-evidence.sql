-- Evidence: requirements, claims and their reviews, files and their attachments, uploads and holds.

-- One row per requirement that claims have to prove.
create table evidence_requirement (
  organization_id identifier not null references organization (id),
  id identifier not null,
  requirement_key text collate "C" not null,
  status text not null check (status in ('draft', 'active', 'retired')),
  validity_days integer not null check (validity_days between 1 and 36500),
  owner_id identifier,
  record text not null,
  -- How long the accepted proof lasts: the latest end of all claims that were ever accepted (milliseconds since 1970; 0
  -- if no claim was), and the claim with that end. It only grows, in the transaction of an acceptance. Whether proof is
  -- fresh follows from the clock, so nothing is written when it goes stale.
  fresh_until bigint not null default 0,
  fresh_claim_id identifier,
  -- How long files are kept, counted from the day on which they were attached to a claim of the requirement.
  retention_years integer check (retention_years between 1 and 100),
  -- Set while a longer retention is being applied to existing files: the last claim done, empty at the start.
  retention_position text collate "C",
  unit_id identifier default own_unit(),
  primary key (organization_id, id),
  constraint evidence_requirement_key unique (organization_id, requirement_key),
  foreign key (organization_id, owner_id) references person (organization_id, id),
  foreign key (organization_id, unit_id) references unit (organization_id, id)
);
create index evidence_requirement_by_status on evidence_requirement (organization_id, status, id);
create index evidence_requirement_by_freshness on evidence_requirement (organization_id, fresh_until, id)
  where status = 'active';
create index evidence_requirement_by_owner_and_freshness on evidence_requirement (organization_id, owner_id, fresh_until, id)
  where status = 'active';
create index evidence_requirement_to_extend on evidence_requirement (organization_id, id)
  where retention_position is not null;

-- One row per claim: evidence submitted for a requirement.
create table evidence_claim (
  organization_id identifier not null references organization (id),
  id identifier not null,
  evidence_requirement_id identifier,
  claim_key text collate "C" not null,
  status text not null check (status in ('submitted', 'accepted', 'rejected', 'expired')),
  valid_until timestamptz not null,
  created_by identifier not null,
  reviewer_id identifier,
  record text not null,
  source_snapshot text not null,
  claim_snapshot text not null,
  -- The contributors besides `created_by`: those who made an upload intent or an attachment, and the people behind a
  -- service account at that time.
  makers text[] not null default '{}',
  unit_id identifier default own_unit(),
  primary key (organization_id, id),
  constraint evidence_claim_key unique (organization_id, claim_key),
  foreign key (organization_id, evidence_requirement_id) references evidence_requirement (organization_id, id),
  foreign key (organization_id, reviewer_id) references person (organization_id, id),
  foreign key (organization_id, unit_id) references unit (organization_id, id)
);
create index evidence_claim_by_status on evidence_claim (organization_id, status, id);
create index evidence_claim_by_requirement on evidence_claim (organization_id, evidence_requirement_id, id)
  where evidence_requirement_id is not null;
create index evidence_claim_to_expire on evidence_claim (organization_id, valid_until)
  where status in ('submitted', 'accepted');
create index evidence_claim_by_reviewer on evidence_claim (organization_id, reviewer_id, id)
  where reviewer_id is not null;
-- `unit_id` is included so that claims are counted by unit without reading the table.
create index evidence_claim_to_review on evidence_claim (organization_id, reviewer_id, id)
  include (unit_id)
  where status = 'submitted';
create index evidence_claim_by_requirement_and_status on evidence_claim (organization_id, evidence_requirement_id, status, id)
  include (unit_id)
  where evidence_requirement_id is not null;

-- One row per decision of a reviewer, with the digest of what they reviewed.
create table review_decision (
  organization_id identifier not null,
  id identifier not null,
  claim_id identifier not null,
  reviewer_id identifier not null,
  decision text not null check (decision in ('accepted', 'rejected')),
  reason text not null,
  reviewed_digest sha256_hex not null,
  decided_at timestamptz not null,
  self_decided boolean not null default false,
  primary key (organization_id, id),
  constraint review_decision_once unique (organization_id, claim_id),
  foreign key (organization_id, claim_id) references evidence_claim (organization_id, id),
  foreign key (organization_id, reviewer_id) references person (organization_id, id)
);
create index review_decision_by_outcome on review_decision (organization_id, decision, id);

-- One row per stored file. Its bytes are in one or more copies (`blob_copy`).
create table artifact (
  organization_id identifier not null references organization (id),
  id identifier not null,
  blob_key text collate "C" not null,
  byte_size bigint not null check (byte_size > 0),
  checksum_sha256 sha256_hex not null,
  inline_preview_allowed boolean not null,
  retain_until timestamptz,
  -- Since when the file no longer counts: the keys of all its copies are destroyed, and nothing can open it again.
  released_at timestamptz,
  -- CRC-32 of the bytes, which a bundle states before it sends them. Null for files that are older than this column.
  crc32 bigint check (crc32 >= 0 and crc32 <= '4294967295'::bigint),
  primary key (organization_id, id),
  constraint artifact_blob unique (organization_id, blob_key)
);
create index artifact_by_retention on artifact (organization_id, retain_until) where retain_until is not null;

-- One row per file attached to a claim.
create table attachment_link (
  organization_id identifier not null,
  id identifier not null,
  claim_id identifier not null,
  artifact_id identifier not null,
  record text not null,
  primary key (organization_id, id),
  constraint attachment_of_claim unique (organization_id, claim_id, artifact_id),
  foreign key (organization_id, claim_id) references evidence_claim (organization_id, id),
  foreign key (organization_id, artifact_id) references artifact (organization_id, id)
);
create index attachment_link_by_claim on attachment_link (organization_id, claim_id, id);

-- One row per announced upload of a file to a claim.
create table upload_intent (
  organization_id identifier not null,
  id identifier not null,
  claim_id identifier not null,
  status text not null check (status in ('pending', 'completed', 'expired')),
  expires_at timestamptz not null,
  reason text not null,
  link_id identifier,
  record text not null,
  primary key (organization_id, id),
  foreign key (organization_id, claim_id) references evidence_claim (organization_id, id)
);
create index upload_intent_to_expire on upload_intent (organization_id, expires_at) where status = 'pending';
-- Files of claims that were announced and never arrived.
create index upload_intent_unfinished on upload_intent (organization_id, claim_id) where status <> 'completed';

-- One row per upload under way. Recorded before the first byte is written and removed in the transaction that makes the
-- attachment active, so anything that a crash leaves behind is found here.
create table staged_blob (
  organization_id identifier not null references organization (id),
  blob_key text collate "C" not null,
  node_id identifier not null,
  created_at timestamptz not null,
  -- An upload stays in the binding where it began, even if another one becomes active meanwhile. Null for an upload by
  -- a program that knows only the folder.
  binding_id identifier,
  usable boolean default true check (usable),
  -- The multipart upload, once it has begun.
  upload_id text,
  -- Set if the store locks what an abandoned upload left, or a listing found. Nothing tries to remove it before then.
  locked_until timestamptz,
  primary key (organization_id, blob_key)
);
create index staged_blob_by_binding on staged_blob (organization_id, binding_id);

-- One row per hold, which prevents the removal of files for a reason such as a dispute: those of one claim, or all of
-- the organization.
create table retention_hold (
  organization_id identifier not null references organization (id),
  id identifier not null,
  claim_id identifier,
  status text not null check (status in ('active', 'releasing', 'released')),
  placed_by identifier not null,
  release_asked_by identifier,
  released_by identifier,
  record text not null,
  -- Everyone who could have made the request for release, at that time: a custodian released since still counts. Null
  -- for requests that are older than this column.
  release_hands text[] collate "C",
  primary key (organization_id, id),
  foreign key (organization_id, claim_id) references evidence_claim (organization_id, id),
  foreign key (organization_id, placed_by) references person (organization_id, id),
  foreign key (organization_id, release_asked_by) references person (organization_id, id),
  foreign key (organization_id, released_by) references person (organization_id, id),
  check ((status = 'active') = (release_asked_by is null)),
  constraint retention_hold_check1 check ((status = 'released') = (released_by is not null)),
  constraint retention_hold_released_by_two check (released_by::text <> release_asked_by::text)
);
create index retention_hold_by_claim on retention_hold (organization_id, claim_id, id);
create index retention_hold_by_status on retention_hold (organization_id, status, id);
create index retention_hold_in_force on retention_hold (organization_id, claim_id) where status <> 'released';
