-- Whose subscription it is stays as it was made. `scopes` bounds what it is sent: the read scopes of the token that made
-- it, less those that whoever set its address since does not have; null for every scope, when people did both.
alter table webhook_endpoint
  add column person_id identifier,
  add column scopes text[],
  add foreign key (organization_id, person_id) references person (organization_id, id);

-- Which token made one before is not known: it is bound to what its account may read now.
update webhook_endpoint w set scopes = a.scopes
  from service_account a where a.organization_id = w.organization_id and a.id = w.service_account_id;
update webhook_endpoint w set person_id = p.id
  from audit_event e, person p
 where w.service_account_id is null
   and e.organization_id = w.organization_id and e.resource_id = w.id and e.action = 'webhook.create'
   and p.organization_id = w.organization_id and p.id = e.actor_id;

-- Counts changes, so that who delivers notices them.
alter table service_account add column revision integer not null default 1;

-- Takes lanes that have something to do and that nobody holds, or only those named in `wanted`; none of a disabled account.
create or replace function lease_webhook_lanes(node text, now timestamptz, until timestamptz, latest timestamptz, most integer, wanted text[])
  returns table (organization_id text, endpoint_id text, epoch bigint)
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
       and ((select true from webhook_queue q where q.organization_id = l.organization_id and q.endpoint_id = l.endpoint_id
                and q.due <= floor(extract(epoch from now) * 1000)::bigint order by q.due limit 1)
         or (select true from webhook_replay r where r.organization_id = l.organization_id
                and r.endpoint_id = l.endpoint_id and r.status = 'running' limit 1))
     limit most for update of l skip locked)
  update webhook_lane l set owner = node, epoch = l.epoch + 1, lease_until = until
    from free where l.organization_id = free.organization_id and l.endpoint_id = free.endpoint_id
  returning l.organization_id, l.endpoint_id, l.epoch
$$;

-- What a node holds and whether it changed meanwhile: the endpoint, or the account that made it.
create or replace function held_webhook_lanes(node text)
  returns table (organization_id text, endpoint_id text, epoch bigint, revision integer, status text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.organization_id, l.endpoint_id, l.epoch, w.revision + coalesce(a.revision, 0),
         case when w.status = 'active' and a.disabled then 'stopped' else w.status end
    from webhook_lane l
    join webhook_endpoint w on w.organization_id = l.organization_id and w.id = l.endpoint_id
    left join service_account a on a.organization_id = w.organization_id and a.id = w.service_account_id
   where l.owner = node
$$;

-- What waits, by the state of its endpoint; of each at most so much is counted.
create or replace function webhook_backlog() returns table (state text, waiting bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when w.status = 'paused' then 'paused' when w.stopped then 'stopped'
              when l.failing_since is null then 'active' else 'failing' end,
         sum(c.waiting)::bigint
    from webhook_lane l
   cross join lateral (
     select w.status, coalesce(a.disabled, false) as stopped from webhook_endpoint w
       left join service_account a on a.organization_id = w.organization_id and a.id = w.service_account_id
      where w.organization_id = l.organization_id and w.id = l.endpoint_id and w.status <> 'deleted' limit 1) w
   cross join lateral (
     select count(*) as waiting from (
       select from webhook_queue q
        where q.organization_id = l.organization_id and q.endpoint_id = l.endpoint_id limit 10000) q) c
   group by 1
$$;
