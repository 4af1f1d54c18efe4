-- Whether files that have to be kept are locked in the bucket.
alter table storage_binding
  add column retention_mode text not null default 'none' check (retention_mode in ('none', 'governance', 'compliance')),
  add check (kind = 's3' or retention_mode = 'none');

alter table blob_copy
  -- Names the bytes for good in a bucket that locks files.
  add column version_id text,
  -- Until when the store is to hold it locked, and until when it was found to.
  add column lock_until timestamptz,
  add column locked_until timestamptz,
  -- Of a locked copy that a move has left behind: it is removed after that.
  add column remove_after timestamptz;
create index blob_copy_to_lock on blob_copy (organization_id, object_key)
  where state = 'verified' and lock_until is not null and remove_after is null
    and (locked_until is null or locked_until < lock_until);
create index blob_copy_locked on blob_copy (organization_id, binding_id, locked_until) where locked_until is not null;
create index blob_copy_to_remove on blob_copy (organization_id, remove_after) where remove_after is not null;

-- What an upload has left, and a listing has found, that the store holds locked: nobody tries to remove it before.
alter table staged_blob add column locked_until timestamptz;
alter table storage_orphan add column locked_until timestamptz;
grant update on storage_orphan to probata_app;

-- Files that a move has left at its source, since they are locked there.
alter table storage_migration
  add column kept_items bigint not null default 0,
  add column kept_bytes bigint not null default 0,
  add column kept_until timestamptz;

-- Whatever makes a copy, or brings one back: it is locked for as long as its file has to be kept.
create function lock_of_copy() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  select greatest(new.lock_until, a.retain_until) into new.lock_until
    from storage_binding b
    join artifact a on a.organization_id = b.organization_id and a.blob_key = new.blob_key
   where b.organization_id = new.organization_id and b.id = new.binding_id and b.retention_mode <> 'none';
  return new;
end $$;
create trigger copy_has_lock before insert or update of state on blob_copy
  for each row when (new.state = 'verified') execute function lock_of_copy();

create function locks_of_artifact() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update blob_copy c set lock_until = greatest(c.lock_until, new.retain_until)
    from storage_binding b
   where c.organization_id = new.organization_id and c.blob_key = new.blob_key and c.state = 'verified'
     and b.organization_id = c.organization_id and b.id = c.binding_id and b.retention_mode <> 'none';
  return null;
end $$;
create trigger artifact_extends_locks after update of retain_until on artifact
  for each row when (new.retain_until is distinct from old.retain_until) execute function locks_of_artifact();

create function organizations_with_copies_to_lock() returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o
   where (select true from blob_copy c
           where c.organization_id = o.id and c.state = 'verified' and c.lock_until is not null and c.remove_after is null
             and (c.locked_until is null or c.locked_until < c.lock_until) limit 1)
   order by 1
$$;
select serve_program('organizations_with_copies_to_lock()');

create function organizations_with_copies_to_remove(now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o
   where (select true from blob_copy c where c.organization_id = o.id and c.remove_after <= now limit 1)
   order by 1
$$;
select serve_program('organizations_with_copies_to_remove(timestamptz)');

create or replace function organizations_with_abandoned_blobs(now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct b.organization_id::text from staged_blob b
   where case when b.locked_until is not null then b.locked_until <= now
              else b.created_at <= now - interval '7 days'
                or not exists (select from node n where n.id = b.node_id and n.lease_until > now) end
$$;

-- What a move has left in a binding belongs to it again once it takes files.
create function binding_keeps_copies() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update blob_copy set remove_after = null
    where organization_id = new.organization_id and binding_id = new.id and remove_after is not null and state = 'verified';
  return null;
end $$;
create trigger active_binding_keeps_copies after update of status on storage_binding
  for each row when (new.status = 'active' and old.status <> 'active') execute function binding_keeps_copies();
