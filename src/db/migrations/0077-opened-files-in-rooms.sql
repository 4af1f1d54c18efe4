-- The files of an item that a guest opened, so that the room shows the state of each.
alter table room_opening add column artifact_ids text[] not null default '{}';
