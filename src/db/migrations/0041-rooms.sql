-- The room of an assessment: what somebody from outside who audits sees of it, and what they make of it.

-- A transaction of a guest says which room of which organization it is in, and by which session. It is bound to no
-- organization, so that a table shows and takes nothing in a room unless a policy below says so.
create function room_setting(part integer) returns text language sql stable parallel safe
  return nullif(split_part(current_setting('probata.room', true), '/', part), '');

-- The organization that somebody is bound to, or whose guest they are.
create function host_organization() returns text language sql stable parallel safe
  return coalesce(nullif(bound_organization(), ''), room_setting(1));

create function protect_by_room(tenant_table regclass, privileges text, reference name) returns void language plpgsql as $$
begin
  perform protect_tenant_table(tenant_table, privileges);
  execute format('alter policy bound_organization on %s using (organization_id = host_organization())', tenant_table);
  execute format('create policy bound_room on %s as restrictive to probata_app
    using (room_setting(2) is null or %I = room_setting(2))', tenant_table, reference);
end $$;

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
select protect_by_room('room', 'select, insert, update', 'id');
select protect_by_parent('room', 'assessment', 'assessment_id');

create function sees_room(tenant text, one text) returns boolean language plpgsql stable as $$
begin return exists (select from room where organization_id = tenant and id = one); end $$;

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
select protect_by_room('room_guest', 'select, insert, update', 'room_id');
select protect_by_parent('room_guest', 'room', 'room_id');

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
select protect_by_room('room_session', 'select, insert, delete', 'room_id');
select protect_by_parent('room_session', 'room', 'room_id');

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
select protect_by_room('room_item', 'select, insert, update', 'room_id');
select protect_by_parent('room_item', 'room', 'room_id');

create table room_mark (
  organization_id identifier not null,
  room_id identifier not null,
  claim_id identifier not null,
  record text not null,
  primary key (organization_id, room_id, claim_id),
  foreign key (organization_id, room_id, claim_id) references room_item (organization_id, room_id, item_id)
);
select protect_by_room('room_mark', 'select, insert, update', 'room_id');
select protect_by_parent('room_mark', 'room', 'room_id');

-- Comments and requests for evidence.
create table room_entry (
  organization_id identifier not null,
  id identifier not null,
  room_id identifier not null,
  item_id identifier,
  kind text not null check (kind in ('comment', 'request')),
  record text not null,
  primary key (organization_id, id),
  foreign key (organization_id, room_id, item_id) references room_item (organization_id, room_id, item_id)
);
create index room_entry_by_room on room_entry (organization_id, room_id, id);
create index room_entry_by_item on room_entry (organization_id, room_id, item_id, id);
select protect_by_room('room_entry', 'select, insert, update', 'room_id');
select protect_by_parent('room_entry', 'room', 'room_id');

-- What a guest does is in the trail, and what was found of a stored file that they open.
create policy of_guests on audit_event for insert to probata_app with check (organization_id = room_setting(1));
create policy of_guests on security_event for insert to probata_app with check (organization_id = room_setting(1));

-- Answers under idempotency keys: in a room those of its session alone.
alter policy bound_organization on idempotency_key using (organization_id = host_organization());
create policy bound_room on idempotency_key as restrictive to probata_app
  using (room_setting(3) is null or credential_id = room_setting(3));
