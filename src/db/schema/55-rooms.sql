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

-- What was frozen, as it was: clauses, controls and claims.
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

create table room_mark (
  organization_id identifier not null,
  room_id identifier not null,
  claim_id identifier not null,
  record text not null,
  primary key (organization_id, room_id, claim_id),
  foreign key (organization_id, room_id, claim_id) references room_item (organization_id, room_id, item_id)
);

-- Comments and requests for evidence.
create table room_entry (
  organization_id identifier not null,
  id identifier not null,
  room_id identifier not null,
  item_id identifier,
  kind text not null check (kind in ('comment', 'request')),
  record text not null,
  -- Who can answer a request is told of it until somebody has.
  answered boolean not null default false,
  primary key (organization_id, id),
  foreign key (organization_id, room_id, item_id) references room_item (organization_id, room_id, item_id)
);
create index room_entry_by_room on room_entry (organization_id, room_id, id);
create index room_entry_by_item on room_entry (organization_id, room_id, item_id, id);
create index room_entry_unanswered on room_entry (organization_id, room_id) where kind = 'request' and not answered;

-- The bundles that were prepared for a room. Its guests see that there are some; what exports are like is no matter of rooms.
create table room_bundle (
  organization_id identifier not null,
  room_id identifier not null,
  export_id identifier not null,
  primary key (organization_id, room_id, export_id),
  foreign key (organization_id, room_id) references room (organization_id, id),
  foreign key (organization_id, export_id) references evidence_export (organization_id, id)
);
create index room_bundle_by_export on room_bundle (organization_id, export_id);

-- The version of an item that a guest opened last: what they have not looked at they do not mark.
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
