-- As webhook_backlog(), which nodes of the version before still ask, and when the first of them was due, in milliseconds
-- since 1970.
create function webhook_backlog_and_age() returns table (state text, waiting bigint, oldest bigint)
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
revoke execute on function webhook_backlog_and_age() from public;
grant execute on function webhook_backlog_and_age() to probata_app;
