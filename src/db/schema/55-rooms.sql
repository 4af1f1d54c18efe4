-- Rooms: frozen views of assessments that external auditors enter by a link.

-- One row per room. An assessment has one open room at a time.
create table room (
  organization_id identifier not null references organization (id),
  id identifier not null,
  assessment_id identifier not null,
  status text not null check (status in ('open', 'ended')),
  record text not null,
  primary key (organization_id, id),
  foreign key (organization_id, assessment_id) references assessment (organization_id, id)
);
create unique index room_open on room (organization_id, assessment_id) where status = 'open';
create index room_by_assessment on room (organization_id, assessment_id, id);

-- One row per guest and their link. Only the SHA-256 of the token is kept.
create table room_guest (
  organization_id identifier not null,
  id identifier not null,
  room_id identifier not null,
  token_sha256 sha256_hex not null,
  status text not null check (status in ('invited', 'revoked')),
  expires_at timestamptz not null,
  record text not null,
  primary key (organization_id, id),
  constraint room_guest_token unique (organization_id, token_sha256),
  foreign key (organization_id, room_id) references room (organization_id, id)
);
create index room_guest_by_room on room_guest (organization_id, room_id, id);

-- One row per session of a guest.
create table room_session (
  organization_id identifier not null,
  token_sha256 sha256_hex not null,
  id identifier not null,
  room_id identifier not null,
  guest_id identifier not null,
  expires_at timestamptz not null,
  primary key (organization_id, token_sha256),
  foreign key (organization_id, guest_id) references room_guest (organization_id, id)
);
create index room_session_by_guest on room_session (organization_id, guest_id, id);

-- One row per clause, control or claim, as it was when it was frozen.
create table room_item (
  organization_id identifier not null,
  room_id identifier not null,
  item_id identifier not null,
  kind text not null check (kind in ('clause', 'control', 'claim')),
  place integer not null,
  digest sha256_hex not null,
  record text not null,
  primary key (organization_id, room_id, item_id),
  foreign key (organization_id, room_id) references room (organization_id, id)
);
create index room_item_in_order on room_item (organization_id, room_id, kind, place, item_id);

-- One row per claim that guests have marked.
create table room_mark (
  organization_id identifier not null,
  room_id identifier not null,
  claim_id identifier not null,
  record text not null,
  primary key (organization_id, room_id, claim_id),
  foreign key (organization_id, room_id, claim_id) references room_item (organization_id, room_id, item_id)
);

-- One row per comment or request for evidence.
create table room_entry (
  organization_id identifier not null,
  id identifier not null,
  room_id identifier not null,
  item_id identifier,
  kind text not null check (kind in ('comment', 'request')),
  record text not null,
  -- Until a request is answered, those who can answer it have it in their work.
  answered boolean not null default false,
  primary key (organization_id, id),
  foreign key (organization_id, room_id, item_id) references room_item (organization_id, room_id, item_id)
);
create index room_entry_by_room on room_entry (organization_id, room_id, id);
create index room_entry_by_item on room_entry (organization_id, room_id, item_id, id);
create index room_entry_unanswered on room_entry (organization_id, room_id) where kind = 'request' and not answered;

-- One row per bundle prepared for a room. Guests learn only that it exists; the export itself belongs to the workspace.
create table room_bundle (
  organization_id identifier not null,
  room_id identifier not null,
  export_id identifier not null,
  primary key (organization_id, room_id, export_id),
  foreign key (organization_id, room_id) references room (organization_id, id),
  foreign key (organization_id, export_id) references evidence_export (organization_id, id)
);
create index room_bundle_by_export on room_bundle (organization_id, export_id);

-- One row per guest and item: the version that the guest opened last. Guests cannot mark a version that they have not
-- opened.
create table room_opening (
  organization_id identifier not null,
  room_id identifier not null,
  guest_id identifier not null,
  item_id identifier not null,
  digest sha256_hex not null,
  primary key (organization_id, room_id, guest_id, item_id),
  foreign key (organization_id, guest_id) references room_guest (organization_id, id),
  foreign key (organization_id, room_id, item_id) references room_item (organization_id, room_id, item_id)
);
