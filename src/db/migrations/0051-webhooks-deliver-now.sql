-- When the next attempt of a delivery was scheduled before it was brought forward: it goes back there if that fails.
alter table webhook_queue add column later bigint;

-- What waits for a retry is being brought forward, until nothing is left or an attempt fails.
alter table webhook_lane add column hastening boolean not null default false;

-- A lane is taken also while retries are being brought forward.
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
       and (l.hastening or (select true from webhook_queue q where q.organization_id = l.organization_id and q.endpoint_id = l.endpoint_id
                and q.due <= floor(extract(epoch from now) * 1000)::bigint order by q.due limit 1)
         or (select true from webhook_replay r where r.organization_id = l.organization_id
                and r.endpoint_id = l.endpoint_id and r.status = 'running' limit 1))
     limit most for update of l skip locked)
  update webhook_lane l set owner = node, epoch = l.epoch + 1, lease_until = until
    from free where l.organization_id = free.organization_id and l.endpoint_id = free.endpoint_id
  returning l.organization_id, l.endpoint_id, l.epoch
$$;
