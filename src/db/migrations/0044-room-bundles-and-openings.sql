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
select protect_by_room('room_opening', 'select, insert, update', 'room_id');
select protect_by_parent('room_opening', 'room', 'room_id');

-- Who can answer a request is told of it until somebody has.
alter table room_entry add column answered boolean not null default false;
update room_entry set answered = true where record::json ->> 'answer' is not null;
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
select protect_by_room('room_bundle', 'select, insert', 'room_id');
select protect_by_parent('room_bundle', 'room', 'room_id');

-- A bundle ends with its room.
create or replace function organizations_with_exports_to_end(now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o
   where (select true from evidence_export e
           where e.organization_id = o.id and e.status = 'ready' and e.expires_at <= now limit 1)
      or (select true from evidence_export e
            join room_bundle b on b.organization_id = e.organization_id and b.export_id = e.id
            join room r on r.organization_id = b.organization_id and r.id = b.room_id
           where e.organization_id = o.id and e.status = 'ready' and r.status = 'ended' limit 1)
      or (select true from evidence_export e
           where e.organization_id = o.id and e.status in ('failed', 'cancelled', 'expired') and e.stage <> 'asked' limit 1)
   order by 1
$$;
