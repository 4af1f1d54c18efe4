-- The first text of an identifier made at this moment: what partitions by time are bounded with.
create function identifier_floor(prefix text, at timestamptz) returns text
  language sql immutable parallel safe as $$
  select prefix || '_' || string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ',
      ((floor(extract(epoch from at) * 1000)::bigint >> (45 - 5 * i)) & 31)::int + 1, 1), '' order by i)
    from generate_series(0, 9) i
$$;

-- The outbox holds each event as it is sent: the exact bytes of its envelope (interface section 6.1), by day.
alter table outbox_event rename to outbox_event_before;
alter table outbox_event_before rename constraint outbox_event_pkey to outbox_event_before_pkey;
create table outbox_event (
  organization_id identifier not null,
  id identifier not null,
  type text collate "C" not null,
  body text not null,
  created_at timestamptz not null,
  request_id text not null,
  primary key (organization_id, id)
) partition by range (id);
create table outbox_event_other partition of outbox_event default;
insert into outbox_event
select e.organization_id, e.id, e.type,
       '{"id":"' || e.id || '","type":"' || e.type
         || '","createdAt":"' || to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
         || '","organization":{"id":"' || o.id || '","slug":"' || o.slug || '"},"data":' || e.data || '}',
       e.created_at, e.request_id
  from outbox_event_before e join organization o on o.id = e.organization_id;
drop table outbox_event_before;

create table webhook_endpoint (
  organization_id identifier not null references organization (id),
  id identifier not null,
  status text not null check (status in ('active', 'paused', 'deleted')),
  url text not null,
  -- Unversioned names, or '*' alone.
  events text[] not null,
  -- Whose read scopes '*' is resolved against; null when a person made it, who may read everything.
  service_account_id identifier,
  -- Sealed; the previous one signs too until then.
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  deleted_at timestamptz,
  -- Counts changes, so that who delivers notices them.
  revision integer not null default 1,
  record text not null,
  primary key (organization_id, id),
  foreign key (organization_id, service_account_id) references service_account (organization_id, id)
);

-- Newest first: identifiers differ in their prefix by the form at creation, and what follows it sorts by time.
create index webhook_endpoint_by_time on webhook_endpoint (organization_id, substr(id, 5)) where status <> 'deleted';
create index webhook_endpoint_deleted on webhook_endpoint (organization_id, id) where status = 'deleted';

-- Who delivers to an endpoint, for all organizations: ids and moments only. Written by the one that delivers.
create table webhook_lane (
  organization_id identifier not null,
  endpoint_id identifier not null,
  owner identifier,
  epoch bigint not null default 0,
  lease_until timestamptz,
  failing_since timestamptz,
  -- When a test event was last answered with 2xx.
  verified_at timestamptz,
  primary key (organization_id, endpoint_id)
);
create index webhook_lane_by_owner on webhook_lane (owner) where owner is not null;

-- What is to be delivered, from the transaction of the change until the last attempt. Rows are inserted and deleted,
-- never updated: a failed attempt is a row with a later `due` (milliseconds since 1970).
create table webhook_queue (
  organization_id identifier not null,
  endpoint_id identifier not null,
  due bigint not null,
  id identifier not null,
  event_id identifier not null,
  attempt smallint not null check (attempt between 1 and 7),
  origin text collate "C" not null check (origin in ('live', 'test', 'replay')),
  primary key (organization_id, endpoint_id, due, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

-- Every attempt that was made: `record` is public, `exchange` the request and the answer.
create table webhook_attempt (
  organization_id identifier not null,
  endpoint_id identifier not null,
  id identifier not null,
  event_id identifier not null,
  outcome text collate "C" not null check (outcome in ('delivered', 'failed', 'dead')),
  record text not null,
  exchange text not null,
  primary key (organization_id, endpoint_id, id)
) partition by range (id);
create table webhook_attempt_other partition of webhook_attempt default;
create index webhook_attempt_failed on webhook_attempt (organization_id, endpoint_id, id) where outcome <> 'delivered';

-- Kept, with the event, until it is delivered by a replay or purged by a person.
create table webhook_dead_letter (
  organization_id identifier not null,
  endpoint_id identifier not null,
  event_id identifier not null,
  body text not null,
  record text not null,
  primary key (organization_id, endpoint_id, event_id)
);

create table webhook_replay (
  organization_id identifier not null,
  id identifier not null,
  endpoint_id identifier not null,
  status text not null check (status in ('running', 'completed', 'cancelled')),
  record text not null,
  primary key (organization_id, id)
);
create index webhook_replay_by_endpoint on webhook_replay (organization_id, endpoint_id, id);
create index webhook_replay_running on webhook_replay (organization_id, endpoint_id) where status = 'running';

-- What a replay has still to put into the queue.
create table webhook_replay_event (
  organization_id identifier not null,
  replay_id identifier not null,
  event_id identifier not null,
  primary key (organization_id, replay_id, event_id)
);

do $$
declare tenant text;
begin
  foreach tenant in array array['webhook_endpoint', 'webhook_queue', 'webhook_dead_letter', 'webhook_replay', 'webhook_replay_event']
  loop perform protect_tenant_table(tenant, 'select, insert, update, delete'); end loop;
  foreach tenant in array array['outbox_event', 'webhook_attempt']
  loop perform protect_tenant_table(tenant, 'select, insert'); end loop;
end $$;
grant select, insert, update, delete on webhook_lane to probata_app;

-- Asked once for each statement instead of for each row: 2 µs less for each delivery.
do $$
declare busy text;
begin
  foreach busy in array array['outbox_event', 'webhook_queue', 'webhook_attempt']
  loop execute format('alter policy bound_organization on %s using (organization_id = (select bound_organization()))', busy);
  end loop;
end $$;

-- Takes lanes that have something to do and that nobody holds, or only those named in `wanted`.
create function lease_webhook_lanes(node text, now timestamptz, until timestamptz, latest timestamptz, most integer, wanted text[])
  returns table (organization_id text, endpoint_id text, epoch bigint)
  language sql security definer set search_path = pg_catalog, public as $$
  with free as (
    select l.organization_id, l.endpoint_id from webhook_lane l
      join webhook_endpoint w on w.organization_id = l.organization_id and w.id = l.endpoint_id
     where (l.lease_until is null or l.lease_until <= now or l.lease_until > latest)
       and l.owner is distinct from node
       and w.status = 'active'
       and (wanted is null or l.endpoint_id = any (wanted))
       -- One look into the index for each lane: exists () may be answered by reading the whole queue.
       and ((select true from webhook_queue q where q.organization_id = l.organization_id and q.endpoint_id = l.endpoint_id
                and q.due <= floor(extract(epoch from now) * 1000)::bigint order by q.due limit 1)
         or (select true from webhook_replay r where r.organization_id = l.organization_id
                and r.endpoint_id = l.endpoint_id and r.status = 'running' limit 1))
     limit most for update of l skip locked)
  update webhook_lane l set owner = node, epoch = l.epoch + 1, lease_until = until
    from free where l.organization_id = free.organization_id and l.endpoint_id = free.endpoint_id
  returning l.organization_id, l.endpoint_id, l.epoch
$$;

-- What a node holds and whether it changed meanwhile.
create function held_webhook_lanes(node text)
  returns table (organization_id text, endpoint_id text, epoch bigint, revision integer, status text)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select l.organization_id, l.endpoint_id, l.epoch, w.revision, w.status from webhook_lane l
    join webhook_endpoint w on w.organization_id = l.organization_id and w.id = l.endpoint_id
   where l.owner = node
$$;

create function organizations_with_deleted_webhooks() returns setof text
  language sql stable security definer set search_path = pg_catalog, public as $$
  select o.id from organization o where (
    select true from webhook_endpoint w where w.organization_id = o.id and w.status = 'deleted' and exists (
      select from webhook_lane l where l.organization_id = w.organization_id and l.endpoint_id = w.id) limit 1)
$$;

-- What waits, by the state of its endpoint; of each at most so much is counted.
create function webhook_backlog() returns table (state text, waiting bigint)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select case when w.status = 'paused' then 'paused' when l.failing_since is null then 'active' else 'failing' end,
         sum(c.waiting)::bigint
    from webhook_lane l
   cross join lateral (
     select w.status from webhook_endpoint w
      where w.organization_id = l.organization_id and w.id = l.endpoint_id and w.status <> 'deleted' limit 1) w
   cross join lateral (
     select count(*) as waiting from (
       select from webhook_queue q
        where q.organization_id = l.organization_id and q.endpoint_id = l.endpoint_id limit 10000) q) c
   group by 1
$$;

-- Tables in partitions of a day, by the prefix of the identifiers that bound them.
create function day_partitioned() returns table (parent text, prefix text)
  language sql immutable as $$ values ('outbox_event', 'evt'), ('webhook_attempt', 'whd') $$;

-- Makes the partitions of `from` and the days after it; rows of a day that are in the default partition stay there.
create function make_day_partitions(first timestamptz, days integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare made integer := 0; t record; d timestamptz; low text; high text; stray boolean;
begin
  perform pg_advisory_xact_lock(hashtext('day partitions'));
  for t in select * from day_partitioned() loop
    for i in 0..days - 1 loop
      d := date_trunc('day', first, 'UTC') + make_interval(days => i);
      if to_regclass(t.parent || '_' || to_char(d at time zone 'UTC', 'YYYYMMDD')) is not null then continue; end if;
      low := identifier_floor(t.prefix, d);
      high := identifier_floor(t.prefix, d + interval '1 day');
      execute format('select exists (select from %I where id >= %L and id < %L)', t.parent || '_other', low, high) into stray;
      if stray then continue; end if;
      execute format('create table public.%I partition of public.%I for values from (%L) to (%L)',
        t.parent || '_' || to_char(d at time zone 'UTC', 'YYYYMMDD'), t.parent, low, high);
      made := made + 1;
    end loop;
  end loop;
  return made;
end $$;

-- Drops what is older, but for events that are still to be delivered. Nobody can write while a partition is dropped or
-- its turn is waited for, so what takes long comes before the first drop, and it is given up after 2 s until next time.
create function drop_day_partitions(before timestamptz) returns integer
  language plpgsql security definer set search_path = pg_catalog, public set lock_timeout = '2s' as $$
declare old text[] := '{}'; t record; part record; low text; high text; name text;
begin
  perform pg_advisory_xact_lock(hashtext('day partitions'));
  delete from webhook_attempt_other where id < identifier_floor('whd', before);
  delete from outbox_event_other e where e.id < identifier_floor('evt', before)
    and not exists (select from webhook_queue q where q.event_id = e.id)
    and not exists (select from webhook_replay_event r where r.event_id = e.id);
  for t in select * from day_partitioned() loop
    for part in
      select c.relname as name, to_timestamp(right(c.relname, 8) || ' UTC', 'YYYYMMDD TZ') as day
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
