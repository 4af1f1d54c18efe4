-- How much each organization keeps. Sixteen rows each, so that files which are attached at once rarely wait for one
-- another; a row alone may be below zero, their sum is what counts.
create table storage_usage (
  organization_id identifier not null references organization (id),
  shard smallint not null check (shard between 0 and 15),
  bytes bigint not null,
  files bigint not null,
  primary key (organization_id, shard)
) with (fillfactor = 50);
select protect_tenant_table('storage_usage', 'select, insert, update');

-- How much it may keep: by the operator, and by itself. The lower of both holds; null is no limit.
create table storage_quota (
  organization_id identifier primary key references organization (id),
  bytes bigint check (bytes >= 0),
  files bigint check (files >= 0),
  own_bytes bigint check (own_bytes >= 0),
  own_files bigint check (own_files >= 0)
);
select protect_tenant_table('storage_quota', 'select, insert, update');

-- When the counters were last compared with the files.
create table storage_usage_check (
  organization_id identifier primary key references organization (id),
  checked_at timestamptz not null
);
select protect_tenant_table('storage_usage_check', 'select, insert, update');

-- Since when a file counts no more: the keys of all its copies are destroyed, and nothing opens it again.
alter table artifact add column released_at timestamptz;
-- Whether what a destroyed key had closed was looked through for such files.
alter table storage_data_key add column files_released boolean not null default false;

-- Throws where the organization would have more than its quota with what is asked for, 23514 by the name of the quota;
-- the detail is "total/quota".
create function require_storage_room(organization text, asked_bytes bigint, asked_files bigint) returns void
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
select serve_program('require_storage_room(text, bigint, bigint)');

-- One shard a connection: a transaction holds one of an organization, and two never wait for each other crosswise.
-- Whoever has counted holds a shard and sees what is committed, so at most fifteen others are not seen: that is by how
-- much a quota can be exceeded.
create function count_artifacts() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into storage_usage as u (organization_id, shard, bytes, files)
  select a.organization_id, pg_backend_pid() & 15, sum(a.byte_size), count(*)
    from added a group by a.organization_id order by a.organization_id
  on conflict (organization_id, shard) do update set bytes = u.bytes + excluded.bytes, files = u.files + excluded.files;
  perform require_storage_room(o.organization_id, 0, 0) from (select distinct a.organization_id from added a) o;
  return null;
end $$;
select serve_program('count_artifacts()');
create trigger artifact_counts after insert on artifact
  referencing new table as added for each statement execute function count_artifacts();

create function uncount_artifacts() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into storage_usage as u (organization_id, shard, bytes, files)
  select r.organization_id, pg_backend_pid() & 15, -sum(r.byte_size), -count(*)
    from removed r where r.released_at is null group by r.organization_id order by r.organization_id
  on conflict (organization_id, shard) do update set bytes = u.bytes + excluded.bytes, files = u.files + excluded.files;
  return null;
end $$;
select serve_program('uncount_artifacts()');
create trigger artifact_counts_no_more after delete on artifact
  referencing old table as removed for each statement execute function uncount_artifacts();

create function recount_artifacts() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into storage_usage as u (organization_id, shard, bytes, files)
  select d.organization_id, pg_backend_pid() & 15, sum(d.bytes), sum(d.files)
    from (select w.organization_id, w.byte_size as bytes, 1 as files from now_so w where w.released_at is null
           union all
          select b.organization_id, -b.byte_size, -1 from before b where b.released_at is null) d
   group by d.organization_id having sum(d.bytes) <> 0 or sum(d.files) <> 0 order by d.organization_id
  on conflict (organization_id, shard) do update set bytes = u.bytes + excluded.bytes, files = u.files + excluded.files;
  return null;
end $$;
select serve_program('recount_artifacts()');
create trigger artifact_counts_otherwise after update on artifact
  referencing old table as before new table as now_so for each statement execute function recount_artifacts();

insert into storage_usage (organization_id, shard, bytes, files)
select organization_id, 0, sum(byte_size), count(*) from artifact group by organization_id;

-- Whose counters are to be compared, or whose files to be released: those without a comparison since the given moment.
create function organizations_to_count(since timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o
   where coalesce((select c.checked_at <= since from storage_usage_check c where c.organization_id = o.id), true)
      or (select true from storage_data_key k
           where k.organization_id = o.id and k.status = 'destroyed' and not k.files_released limit 1)
   order by o.id
$$;
select serve_program('organizations_to_count(timestamptz)');

-- Of the install: sums, the highest share of a quota that is in use, and how many workspaces have reached theirs or a
-- tenth less.
create function storage_usage_of_install()
  returns table (bytes bigint, files bigint, share double precision, near integer, reached integer)
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
