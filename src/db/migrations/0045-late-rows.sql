-- Transactions that were under way when a batch was sealed are looked up one by one. Joined to the whole trail, they were
-- found by reading all of it wherever the planner expects many rows of a transaction: after an import, or in a database
-- that was restored and not analyzed yet.
create or replace function ledger_work(most integer, node text, now timestamptz) returns table (
    revision bigint, goal text, unfinished boolean, restored boolean, stopped boolean,
    organization_id text, id text, record text, transaction text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare c ledger_cursor; g pg_snapshot; foreign_cluster boolean;
begin
  select * into c from ledger_cursor;
  g := coalesce(c.goal, pg_current_snapshot());
  select c.system_identifier <> s.system_identifier or pg_snapshot_xmax(c.done) > pg_snapshot_xmax(pg_current_snapshot())
    into foreign_cluster from pg_control_system() s;
  return query select c.revision, g::text, c.walking or c.goal is not null, foreign_cluster, c.stopped_at is not null,
    null::text, null::text, null::text, null::text;
  if foreign_cluster or c.stopped_at is not null
    or (c.node_id <> node and c.lease_until > now and c.lease_until <= now + interval '1 minute') then return; end if;
  if c.walking then
    return query
      select null::bigint, null::text, null::boolean, null::boolean, null::boolean,
             e.organization_id::text, e.id::text, e.record, e.transaction::text
        from audit_event e
       where (c.position_id is null or (e.organization_id, e.id) > (c.position_organization, c.position_id))
         and not exists (select from ledger_leaf l where l.organization_id = e.organization_id and l.event_id = e.id)
       order by e.organization_id, e.id limit most;
  else
    return query
      select null::bigint, null::text, null::boolean, null::boolean, null::boolean,
             r.organization_id::text, r.id::text, r.record, r.transaction::text
        from (
          (select e.* from pg_snapshot_xip(c.done) as late cross join lateral (
             select * from audit_event e
              where e.transaction = late and pg_visible_in_snapshot(e.transaction, g)
                and (c.position_id is null
                  or (e.transaction, e.organization_id, e.id) > (c.position_transaction, c.position_organization, c.position_id))
                and (c.walked_until is null or e.transaction > c.walked_until
                  or not exists (select from ledger_leaf l where l.organization_id = e.organization_id and l.event_id = e.id))
              order by e.organization_id, e.id limit most) e
            order by e.transaction, e.organization_id, e.id limit most)
          union all
          (select e.* from audit_event e
            where e.transaction >= greatest(pg_snapshot_xmax(c.done), c.position_transaction)
              and e.transaction < pg_snapshot_xmax(g)
              and pg_visible_in_snapshot(e.transaction, g)
              and (c.position_id is null
                or (e.transaction, e.organization_id, e.id) > (c.position_transaction, c.position_organization, c.position_id))
              and (c.walked_until is null or e.transaction > c.walked_until
                or not exists (select from ledger_leaf l where l.organization_id = e.organization_id and l.event_id = e.id))
            order by e.transaction, e.organization_id, e.id limit most)
        ) r
       order by r.transaction, r.organization_id, r.id limit most;
  end if;
end $$;
