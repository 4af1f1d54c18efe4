-- Rooms: which rows their guests see, and which rows the workspace sees.

-- The digests of all items. It is security definer, since the scope covers the whole room and the caller may see only
-- some units.
create or replace function digests_of_room(one text) returns table (id text, kind text, digest text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.item_id, i.kind, i.digest from room_item i
   where i.organization_id = bound_organization() and i.room_id = one
$$;
select serve_program('digests_of_room(text)');

-- A room may hold claims of units other than its assessment's. The workspace sees a frozen claim, and what guests say
-- about it, only with the claim itself; guests see the whole room. `gec_` is the prefix of claims.
create or replace function sees_item(tenant text, item text) returns boolean
  language plpgsql stable as $$
begin return item is null or left(item, 4) <> 'gec_' or sees_evidence_claim(tenant, item); end $$;

create or replace function sees_room(tenant text, one text) returns boolean
  language plpgsql stable as $$
begin return exists (select from room where organization_id = tenant and id = one); end $$;

select protect_by_room('room', 'select, insert, update', 'id');
select protect_by_parent('room', 'assessment', 'assessment_id');
select protect_by_room('room_guest', 'select, insert, update', 'room_id');
select protect_by_parent('room_guest', 'room', 'room_id');
select protect_by_room('room_session', 'select, insert, delete', 'room_id');
select protect_by_parent('room_session', 'room', 'room_id');
select protect_by_room('room_item', 'select, insert, update', 'room_id');
select protect_by_parent('room_item', 'room', 'room_id');
drop policy if exists bound_claim on room_item;
create policy bound_claim on room_item as restrictive to probata_app
  using (sees_every_unit() or (room_setting(2) is not null) or sees_item((organization_id)::text, (item_id)::text));
select protect_by_room('room_mark', 'select, insert, update', 'room_id');
select protect_by_parent('room_mark', 'room', 'room_id');
drop policy if exists bound_claim on room_mark;
create policy bound_claim on room_mark as restrictive to probata_app
  using (sees_every_unit() or (room_setting(2) is not null) or sees_item((organization_id)::text, (claim_id)::text));
select protect_by_room('room_entry', 'select, insert, update', 'room_id');
select protect_by_parent('room_entry', 'room', 'room_id');
drop policy if exists bound_claim on room_entry;
create policy bound_claim on room_entry as restrictive to probata_app
  using (sees_every_unit() or (room_setting(2) is not null) or sees_item((organization_id)::text, (item_id)::text));
select protect_by_room('room_bundle', 'select, insert', 'room_id');
select protect_by_parent('room_bundle', 'room', 'room_id');
select protect_by_room('room_opening', 'select, insert, update', 'room_id');
select protect_by_parent('room_opening', 'room', 'room_id');
drop policy if exists bound_claim on room_opening;
create policy bound_claim on room_opening as restrictive to probata_app
  using (sees_every_unit() or (room_setting(2) is not null) or sees_item((organization_id)::text, (item_id)::text));
