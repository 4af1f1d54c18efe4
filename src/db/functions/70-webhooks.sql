-- Webhooks: which node delivers to which endpoint, what waits, and the end of old partitions.

-- Drops the partitions of days that ended before `before`, and returns their number. A partition of events stays while
-- a delivery or replay of one of them is pending. It reads dates with `to_date`, since `to_timestamp` takes a time zone
-- only from PostgreSQL 17 on.
create or replace function drop_day_partitions(before timestamptz) returns int
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s' as $$
declare old text[] := '{}'; t record; part record; low text; high text; name text;
begin
  perform pg_advisory_xact_lock(hashtext('day partitions'));
  delete from webhook_attempt_other where id < identifier_floor('whd', before);
  delete from outbox_event_other e where e.id < identifier_floor('evt', before)
    and not exists (select from webhook_queue q where q.event_id = e.id)
    and not exists (select from webhook_replay_event r where r.event_id = e.id);
  for t in select * from day_partitioned() loop
    for part in
      select c.relname as name, to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp at time zone 'UTC' as day
        from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = t.parent::regclass and c.relname ~ '_[0-9]{8}$'
    loop
      if part.day + interval '1 day' > before then continue; end if;
      low := identifier_floor(t.prefix, part.day);
      high := identifier_floor(t.prefix, part.day + interval '1 day');
      if t.parent = 'outbox_event' and (
        exists (select from webhook_queue q where q.event_id >= low and q.event_id < high)
        or exists (select from webhook_replay_event r where r.event_id >= low and r.event_id < high)) then continue; end if;
      old := old || part.name::text;
    end loop;
  end loop;
  foreach name in array old loop execute format('drop table public.%I', name); end loop;
  return cardinality(old);
end $$;
select serve_program('drop_day_partitions(timestamp with time zone)');

-- The lanes that a node holds. The revision covers changes of the endpoint and of the account that made it.
create or replace function held_webhook_lanes(
    node text
) returns table (organization_id text, endpoint_id text, epoch bigint, revision int, status text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.organization_id, l.endpoint_id, l.epoch, w.revision + coalesce(a.revision, 0),
         case when w.status = 'active' and a.disabled then 'stopped' else w.status end
    from webhook_lane l
    join webhook_endpoint w on w.organization_id = l.organization_id and w.id = l.endpoint_id
    left join service_account a on a.organization_id = w.organization_id and a.id = w.service_account_id
   where l.owner = node
$$;
select serve_program('held_webhook_lanes(text)');

-- Leases free lanes with due deliveries, a running replay, or retries that are being brought forward.
create or replace function lease_webhook_lanes(
    node text, now timestamptz, until timestamptz, latest timestamptz, most int, wanted text[]
) returns table (organization_id text, endpoint_id text, epoch bigint)
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with free as (
    select l.organization_id, l.endpoint_id from webhook_lane l
      join webhook_endpoint w on w.organization_id = l.organization_id and w.id = l.endpoint_id
     where (l.lease_until is null or l.lease_until <= now or l.lease_until > latest)
       and l.owner is distinct from node
       and w.status = 'active'
       and (select a.disabled from service_account a
             where a.organization_id = w.organization_id and a.id = w.service_account_id) is not true
       and (wanted is null or l.endpoint_id = any (wanted))
       -- One look into the index for each lane: exists () may be answered by reading the whole queue.
       and (l.hastening or (select true from webhook_queue q where q.organization_id = l.organization_id and q.endpoint_id = l.endpoint_id
                and q.due <= floor(extract(epoch from now) * 1000)::bigint order by q.due limit 1)
         or (select true from webhook_replay r where r.organization_id = l.organization_id
                and r.endpoint_id = l.endpoint_id and r.status = 'running' limit 1))
     limit most for update of l skip locked)
  update webhook_lane l set owner = node, epoch = l.epoch + 1, lease_until = until
    from free where l.organization_id = free.organization_id and l.endpoint_id = free.endpoint_id
  returning l.organization_id, l.endpoint_id, l.epoch
$$;
select serve_program('lease_webhook_lanes(text,timestamp with time zone,timestamp with time zone,timestamp with time zone,integer,text[])');

create or replace function organizations_with_deleted_webhooks() returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o where (
    select true from webhook_endpoint w where w.organization_id = o.id and w.status = 'deleted' and exists (
      select from webhook_lane l where l.organization_id = w.organization_id and l.endpoint_id = w.id) limit 1)
$$;
select serve_program('organizations_with_deleted_webhooks()');

-- Pending deliveries by the state of their endpoint, at most 10,000 counted for each endpoint, and when the first was
-- due (milliseconds since 1970).
create or replace function webhook_backlog_and_age() returns table (state text, waiting bigint, oldest bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when w.status = 'paused' then 'paused' when w.stopped then 'stopped'
              when l.failing_since is null then 'active' else 'failing' end,
         sum(c.waiting)::bigint, min(c.oldest)
    from webhook_lane l
   cross join lateral (
     select w.status, coalesce(a.disabled, false) as stopped from webhook_endpoint w
       left join service_account a on a.organization_id = w.organization_id and a.id = w.service_account_id
      where w.organization_id = l.organization_id and w.id = l.endpoint_id and w.status <> 'deleted' limit 1) w
   cross join lateral (
     select count(*) as waiting, min(q.due) as oldest from (
       select q.due from webhook_queue q
        where q.organization_id = l.organization_id and q.endpoint_id = l.endpoint_id
        order by q.due limit 10000) q) c
   group by 1
$$;
select serve_program('webhook_backlog_and_age()');

select hold_owner('outbox_event');
drop policy if exists bound_organization on outbox_event;
create policy bound_organization on outbox_event to probata_app
  using ((organization_id)::text = ( select bound_organization() as bound_organization));
select grant_program('select, insert', 'outbox_event');
select protect_tenant_table('webhook_endpoint', 'select, insert, update, delete');
select grant_program('select, insert, update, delete', 'webhook_lane');
select hold_owner('webhook_queue');
drop policy if exists bound_organization on webhook_queue;
create policy bound_organization on webhook_queue to probata_app
  using ((organization_id)::text = ( select bound_organization() as bound_organization));
select grant_program('select, insert, update, delete', 'webhook_queue');
select hold_owner('webhook_attempt');
drop policy if exists bound_organization on webhook_attempt;
create policy bound_organization on webhook_attempt to probata_app
  using ((organization_id)::text = ( select bound_organization() as bound_organization));
select grant_program('select, insert', 'webhook_attempt');
select protect_tenant_table('webhook_dead_letter', 'select, insert, update, delete');
select protect_tenant_table('webhook_replay', 'select, insert, update, delete');
select protect_tenant_table('webhook_replay_event', 'select, insert, update, delete');
