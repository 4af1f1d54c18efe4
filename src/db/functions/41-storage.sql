-- Storage: locks and retention of copies, keys, quotas and the work of its jobs.

-- Every organization starts with the folder of the install.
create or replace function bind_folder() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into storage_binding (organization_id, id, kind, status, usable, name, settings, encryption,
      validated_at, activated_at, created_at, updated_at)
  values (new.id, new_identifier('stb', new.created_at), 'folder', 'active', true, 'local', '{}', 'none',
      new.created_at, new.created_at, new.created_at, new.created_at);
  return null;
end $$;
select serve_program('bind_folder()');

-- Copies that a move left in a binding belong to it again once it takes uploads.
create or replace function binding_keeps_copies() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update blob_copy set remove_after = null
    where organization_id = new.organization_id and binding_id = new.id and remove_after is not null and state = 'verified';
  return null;
end $$;

-- The active bindings whose turn it is, and draining ones while they have an open deviation: they may hold the only
-- copy of a file.
create or replace function bindings_to_sweep(
    now timestamptz, every_one boolean
) returns table (organization_id text, binding_id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id, b.id
    from organization o
   cross join lateral (
     select a.id, a.activated_at from storage_binding a where a.organization_id = o.id and a.status = 'active'
     union all
     select a.id, a.activated_at from storage_binding a
      where a.organization_id = o.id and a.status = 'draining' and a.id in (
        select d.binding_id from storage_deviation d where d.organization_id = o.id and d.closed_at is null)) b
   cross join lateral (
     select coalesce((select p.due_at from storage_posture p where p.organization_id = o.id and p.binding_id = b.id),
                     posture_turn(o.id, b.activated_at)) as due_at) turn
   where every_one or turn.due_at <= now
   order by turn.due_at
$$;
select serve_program('bindings_to_sweep(timestamp with time zone,boolean)');

-- The counter that this transaction changes. It stays locked until the transaction is on disk, so concurrent
-- transactions need different ones. The divisor is prime, because uploads take transaction ids at regular distances.
create or replace function usage_shard() returns smallint
  language sql stable return (pg_current_xact_id()::text::bigint % 13)::smallint;

-- Files made for a bundle are inserted as released and count towards no quota, so a workspace at its quota can still
-- export.
create or replace function count_artifacts() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into storage_usage as u (organization_id, shard, bytes, files)
  select a.organization_id, usage_shard(), sum(a.byte_size), count(*)
    from added a where a.released_at is null group by a.organization_id order by a.organization_id
  on conflict (organization_id, shard) do update set bytes = u.bytes + excluded.bytes, files = u.files + excluded.files;
  perform require_storage_room(q.organization_id, 0, 0) from storage_quota q
    where q.organization_id in (select a.organization_id from added a where a.released_at is null);
  return null;
end $$;
select serve_program('count_artifacts()');

-- A kept file retains at least one other copy that opens. A held file also retains its damaged copies, which may be
-- proof.
create or replace function keep_copy() returns trigger
  language plpgsql as $$
declare held boolean; kept boolean;
begin
  if tg_op = 'UPDATE' then
    if old.state <> 'verified' or new.state in ('verified', 'damaged') then return new; end if;
  elsif old.state = 'writing' or was_closed(old.organization_id) then return old;
  end if;
  perform lock_holds(old.organization_id, false);
  select is_held(a.organization_id, a.id), a.retain_until > now() into held, kept
    from artifact a where a.organization_id = old.organization_id and a.blob_key = old.blob_key;
  if held or kept then
    if held and old.state = 'damaged' then perform refuse_removal('the damaged copy'); end if;
    perform from blob_copy c
      where c.organization_id = old.organization_id and c.blob_key = old.blob_key and c.object_key <> old.object_key
        and c.state = 'verified'
        and not exists (select from storage_data_key k
                         where k.organization_id = c.organization_id and k.id = c.data_key_id and k.status = 'destroyed')
      limit 1 for share of c;
    if not found then perform refuse_removal('the last copy'); end if;
  end if;
  if tg_op = 'UPDATE' then return new; end if;
  return old;
end $$;

-- A key is not destroyed while it opens a held or retained file.
create or replace function keep_key() returns trigger
  language plpgsql as $$
begin
  perform lock_holds(new.organization_id, false);
  if what_keeps_key(new.organization_id, new.id, new.destroyed_at) is not null then
    perform refuse_removal('a key of the file');
  end if;
  return new;
end $$;

-- The holder of the keys could withhold them. While files are held, keys go to no new holder but the install itself.
create or replace function keep_key_holder() returns trigger
  language plpgsql as $$
begin
  if new.kind = 'local' then return new; end if;
  perform from storage_key_provider p
    where p.organization_id = new.organization_id and (p.kind, p.settings) = (new.kind, new.settings);
  if found then return new; end if;
  perform lock_holds(new.organization_id, false);
  perform from retention_hold h where h.organization_id = new.organization_id and h.status <> 'released' limit 1;
  if found then perform refuse_removal('who holds the keys'); end if;
  return new;
end $$;

-- A copy that is made or restored is locked for as long as its file must be kept.
create or replace function lock_of_copy() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  select greatest(new.lock_until, a.retain_until) into new.lock_until
    from storage_binding b
    join artifact a on a.organization_id = b.organization_id and a.blob_key = new.blob_key
   where b.organization_id = new.organization_id and b.id = new.binding_id and b.retention_mode <> 'none';
  return new;
end $$;

-- A longer retention of a file extends the locks of its copies.
create or replace function locks_of_artifact() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update blob_copy c set lock_until = greatest(c.lock_until, new.retain_until)
    from storage_binding b
   where c.organization_id = new.organization_id and c.blob_key = new.blob_key and c.state = 'verified'
     and b.organization_id = c.organization_id and b.id = c.binding_id and b.retention_mode <> 'none';
  return null;
end $$;

-- The organizations whose counters were not compared since the given time, or whose files need to be released.
create or replace function organizations_to_count(since timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o
   where coalesce((select c.checked_at <= since from storage_usage_check c where c.organization_id = o.id), true)
      or (select true from storage_data_key k
           where k.organization_id = o.id and k.status = 'destroyed' and not k.files_released limit 1)
   order by o.id
$$;
select serve_program('organizations_to_count(timestamp with time zone)');

-- The organizations with copies due for a check, the longest overdue first.
create or replace function organizations_to_scrub(before timestamptz, suspect_before timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o, lateral (
      select (select c.scrubbed_at from blob_copy c
               where c.organization_id = o.id and c.state = 'verified' and c.suspect_since is null
               order by c.scrubbed_at limit 1) as oldest,
             (select c.suspect_since from blob_copy c
               where c.organization_id = o.id and c.suspect_since is not null order by c.suspect_since limit 1) as suspect,
             (select c.since from blob_copy c
               where c.organization_id = o.id and c.state = 'damaged' order by c.since limit 1) as damaged) c
   where c.oldest < before or c.suspect <= suspect_before or c.damaged is not null
   order by least(c.oldest, c.suspect), o.id
$$;
select serve_program('organizations_to_scrub(timestamp with time zone,timestamp with time zone)');

create or replace function organizations_with_bindings() returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o
   where (select true from storage_binding b where b.organization_id = o.id and b.status = 'active') order by 1
$$;
select serve_program('organizations_with_bindings()');

create or replace function organizations_with_copies_to_lock() returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o
   where (select true from blob_copy c
           where c.organization_id = o.id and c.state = 'verified' and c.lock_until is not null and c.remove_after is null
             and (c.locked_until is null or c.locked_until < c.lock_until) limit 1)
   order by 1
$$;
select serve_program('organizations_with_copies_to_lock()');

create or replace function organizations_with_copies_to_remove(now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o
   where (select true from blob_copy c where c.organization_id = o.id and c.remove_after <= now limit 1)
   order by 1
$$;
select serve_program('organizations_with_copies_to_remove(timestamp with time zone)');

create or replace function organizations_with_old_data_keys(before timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o where (
    select true from storage_data_key k
     where k.organization_id = o.id and k.status = 'active' and k.created_at <= before limit 1)
$$;
select serve_program('organizations_with_old_data_keys(timestamp with time zone)');

create or replace function organizations_with_outside_keys() returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o where (
    select true from storage_key_provider p where p.organization_id = o.id and p.kind <> 'local' limit 1)
$$;
select serve_program('organizations_with_outside_keys()');

create or replace function organizations_with_storage_migrations(now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o
   where (
       select true from storage_migration m
        where m.organization_id = o.id and m.status in ('copying', 'holding', 'deleting')
          and not m.paused and (m.status <> 'holding' or m.delete_after <= now) limit 1)
      or (select true from blob_copy c where c.organization_id = o.id and c.migration_id is not null limit 1)
$$;
select serve_program('organizations_with_storage_migrations(timestamp with time zone)');

-- The next turn of this organization. Each has its own second in every five minutes.
create or replace function posture_turn(organization text, after timestamptz) returns timestamptz
  language sql immutable as $$
  select to_timestamp((floor((extract(epoch from after) - turn) / 300) + 1) * 300 + turn)
    from (select mod(abs(hashtext(organization)::bigint), 300) as turn) organization
$$;

create or replace function recount_artifacts() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into storage_usage as u (organization_id, shard, bytes, files)
  select d.organization_id, usage_shard(), sum(d.bytes), sum(d.files)
    from (select w.organization_id, w.byte_size as bytes, 1 as files from now_so w where w.released_at is null
           union all
          select b.organization_id, -b.byte_size, -1 from before b where b.released_at is null) d
   group by d.organization_id having sum(d.bytes) <> 0 or sum(d.files) <> 0 order by d.organization_id
  on conflict (organization_id, shard) do update set bytes = u.bytes + excluded.bytes, files = u.files + excluded.files;
  return null;
end $$;
select serve_program('recount_artifacts()');

-- Throws 23514 if the organization would exceed a quota by this addition. The constraint names the quota; the detail is
-- "total/quota".
create or replace function require_storage_room(
    organization text, asked_bytes bigint, asked_files bigint
) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  quota record;
  used record;
begin
  select least(q.bytes, q.own_bytes) as bytes, least(q.files, q.own_files) as files into quota
    from storage_quota q where q.organization_id = organization;
  if quota.bytes is null and quota.files is null then return; end if;
  select coalesce(sum(u.bytes), 0) + asked_bytes as bytes, coalesce(sum(u.files), 0) + asked_files as files into used
    from storage_usage u where u.organization_id = organization;
  if used.bytes > quota.bytes then
    raise exception 'more bytes than the quota' using errcode = '23514', constraint = 'storage_quota_bytes',
      detail = used.bytes || '/' || quota.bytes;
  end if;
  if used.files > quota.files then
    raise exception 'more files than the quota' using errcode = '23514', constraint = 'storage_quota_files',
      detail = used.files || '/' || quota.files;
  end if;
end $$;
select serve_program('require_storage_room(text,bigint,bigint)');

-- One sealed value of each kind in the install. A workspace that authenticates to its provider by key has no client
-- secret.
create or replace function sealed_samples(
    
) returns table (kind text, organization text, record text, field text, sealed text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  (select 'webhook_secret', o.id::text, w.id::text, 'signing_secret', w.secret
     from organization o cross join lateral (
       select id, secret from webhook_endpoint where organization_id = o.id and status <> 'deleted' order by id limit 1) w
    order by w.id limit 1)
  union all
  (select 'identity_provider_secret', o.id::text, p.id::text, 'clientSecret', p.client_secret
     from organization o cross join lateral (
       select id, client_secret from identity_provider
        where organization_id = o.id and is_current and client_secret <> '' limit 1) p
    order by p.id limit 1)
  union all
  (select 'sign_on_key', o.id::text, k.id::text, 'privateKey', k.private_key
     from organization o cross join lateral (
       select id, private_key from sign_on_key where organization_id = o.id order by id limit 1) k
    order by k.id limit 1)
  union all
  (select 'second_factor', split_part(totp_sealed_for, ' ', 1), split_part(totp_sealed_for, ' ', 2), 'totp', totp_secret
     from login where totp_secret is not null and totp_sealed_for is not null order by id limit 1)
  union all
  (select 'storage_data_key', o.id::text, k.id::text, 'wrapped', k.wrapped
     from organization o cross join lateral (
       select id, wrapped from storage_data_key where organization_id = o.id and wrapped is not null order by id limit 1) k
    order by k.id limit 1)
  union all
  (select 'storage_key_token', o.id::text, p.id::text, 'token', p.token
     from organization o cross join lateral (
       select id, token from storage_key_provider where organization_id = o.id and token is not null limit 1) p
    order by p.id limit 1)
  union all
  (select 'ledger_key', o.id, k.id::text, 'ledger-key', k.sealed
     from (select id::text collate "C" as id from organization union all select 'install' collate "C") o cross join lateral (
       select id, sealed from ledger_key where organization_id = o.id order by id limit 1) k
    order by k.id limit 1)
$$;
select serve_program('sealed_samples()');

-- For the whole install: totals, the highest share of a quota in use, and how many workspaces are within a tenth of a
-- quota or have reached it.
create or replace function storage_usage_of_install(
    
) returns table (bytes bigint, files bigint, share double precision, near int, reached int)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with shared as (
    select u.bytes, u.files, greatest(
             case q.bytes when 0 then 1 else u.bytes / q.bytes::double precision end,
             case q.files when 0 then 1 else u.files / q.files::double precision end) as share
      from organization o
     cross join lateral (
       select coalesce(sum(c.bytes), 0) as bytes, coalesce(sum(c.files), 0) as files
         from storage_usage c where c.organization_id = o.id) u
      left join lateral (
       select least(l.bytes, l.own_bytes) as bytes, least(l.files, l.own_files) as files
         from storage_quota l where l.organization_id = o.id limit 1) q on true
  )
  select coalesce(sum(s.bytes), 0)::bigint, coalesce(sum(s.files), 0)::bigint, max(s.share),
         (count(*) filter (where s.share >= 0.9 and s.share < 1))::integer,
         (count(*) filter (where s.share >= 1))::integer
    from shared s
$$;
select serve_program('storage_usage_of_install()');

create or replace function uncount_artifacts() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into storage_usage as u (organization_id, shard, bytes, files)
  select r.organization_id, usage_shard(), -sum(r.byte_size), -count(*)
    from removed r where r.released_at is null group by r.organization_id order by r.organization_id
  on conflict (organization_id, shard) do update set bytes = u.bytes + excluded.bytes, files = u.files + excluded.files;
  return null;
end $$;
select serve_program('uncount_artifacts()');

-- Why a key must not be destroyed: it opens files that are held, or retained at that time. Null if nothing prevents it.
create or replace function what_keeps_key(organization text, key text, at timestamptz) returns text
  language sql stable as $$
  select case
    when exists (select from retention_hold h
                  where h.organization_id = organization and h.status <> 'released' and h.claim_id is null) then 'hold'
    when exists (select from retention_hold h
                   join attachment_link l on l.organization_id = h.organization_id and l.claim_id = h.claim_id
                   join artifact a on a.organization_id = l.organization_id and a.id = l.artifact_id
                   join blob_copy c on c.organization_id = a.organization_id and c.blob_key = a.blob_key
                  where h.organization_id = organization and h.status <> 'released' and c.data_key_id = key) then 'hold'
    when exists (select from artifact a
                   join blob_copy c on c.organization_id = a.organization_id and c.blob_key = a.blob_key
                  where a.organization_id = organization and a.retain_until > at and c.data_key_id = key) then 'retention'
  end
$$;

create or replace trigger active_binding_keeps_copies after update of status on storage_binding
  for each row when (new.status = 'active' and old.status <> 'active') execute function binding_keeps_copies();

create or replace trigger kept_key_holder before insert or update on storage_key_provider
  for each row execute function keep_key_holder();

create or replace trigger kept_key before update of status on storage_data_key
  for each row when (new.status = 'destroyed' and old.status <> 'destroyed') execute function keep_key();

create or replace trigger kept_copy before delete or update of state on blob_copy
  for each row execute function keep_copy();
create or replace trigger copy_has_lock before insert or update of state on blob_copy
  for each row when (new.state = 'verified') execute function lock_of_copy();

create or replace trigger organization_begins_with_a_folder after insert on organization
  for each row execute function bind_folder();

create or replace trigger artifact_counts after insert on artifact referencing new table as added
  for each statement execute function count_artifacts();

create or replace trigger artifact_counts_no_more after delete on artifact referencing old table as removed
  for each statement execute function uncount_artifacts();

create or replace trigger artifact_counts_otherwise after update on artifact referencing old table as before new table as now_so
  for each statement execute function recount_artifacts();

create or replace trigger artifact_extends_locks after update of retain_until on artifact
  for each row when (new.retain_until is distinct from old.retain_until) execute function locks_of_artifact();

select protect_tenant_table('storage_binding', 'select, insert, update');
select protect_tenant_table('storage_key_provider', 'select, insert, update');
select protect_tenant_table('storage_data_key', 'select, insert, update');
select protect_tenant_table('storage_key_destruction', 'select, insert, update');
select protect_tenant_table('blob_copy', 'select, insert, update, delete');
select protect_tenant_table('storage_probe_run', 'select, insert, delete');
select protect_tenant_table('storage_migration', 'select, insert, update');
select protect_tenant_table('storage_migration_failure', 'select, insert, update, delete');
select protect_tenant_table('storage_posture', 'select, insert, update');
select protect_tenant_table('storage_deviation', 'select, insert, update, delete');
select protect_tenant_table('storage_orphan', 'select, insert, update, delete');
select protect_tenant_table('storage_quota', 'select, insert, update');
select protect_tenant_table('storage_usage', 'select, insert, update');
select protect_tenant_table('storage_usage_check', 'select, insert, update');
