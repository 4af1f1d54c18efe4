-- The ledger: sealing rows of the audit trail, proving that they are sealed, and publishing checkpoints.

-- Starts the next generation of trees, or returns false if the ledger changed meanwhile. The row that gives the reason
-- is the first leaf. Its transaction 2 precedes every snapshot, so no batch takes it again. The sealer then searches
-- all rows for those without a leaf.
create or replace function continue_ledger(
    expected bigint, at timestamptz, organizations text[], generations int[], origins text[], events text[],
    actions text[], actors text[], resources text[], records text[], salts bytea[], hashes bytea[]
) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update ledger_cursor c set revision = c.revision + 1, system_identifier = s.system_identifier, done = pg_current_snapshot(),
      goal = null, position_transaction = null, position_organization = null, position_id = null,
      walking = true, walked_until = null, stopped_at = null
    from pg_control_system() s where c.revision = expected;
  if not found then return false; end if;
  insert into audit_event (organization_id, id, action, actor_id, resource_id, record, transaction)
    select o, e, a, w, r, t, '2'::xid8 from unnest(organizations, events, actions, actors, resources, records) as u (o, e, a, w, r, t);
  insert into ledger_tree select o, g, origin, 1, h, h, 0, at from unnest(organizations, generations, origins, hashes) as u (o, g, origin, h);
  insert into ledger_leaf select o, g, 0, e, s, h from unnest(organizations, generations, events, salts, hashes) as u (o, g, e, s, h);
  return true;
end $$;
select serve_program('continue_ledger(bigint,timestamp with time zone,text[],integer[],text[],text[],text[],text[],text[],text[],bytea[],bytea[])');

-- The first row of the bound organization's trail without a leaf. The sealer's progress is a snapshot: only rows that
-- it does not see, usually a few, can be unsealed. While old rows are walked, in a restored cluster, or if those rows
-- are many, all rows from `since` on are compared with the leaves.
create or replace function first_unsealed_audit_event(since text) returns text
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  most constant integer := 1000;
  own constant text := bound_organization();
  c ledger_cursor;
  looked integer;
  first text;
begin
  select * into c from ledger_cursor;
  if not c.walking and (select system_identifier from pg_control_system()) = c.system_identifier then
    select count(*), min(r.id) filter (where r.organization_id = own and not exists (
        select from ledger_leaf l where l.organization_id = r.organization_id and l.event_id = r.id))
      into looked, first
      from (
        (select e.organization_id, e.id from pg_snapshot_xip(c.done) late
           join audit_event e on e.transaction = late limit most)
        union all
        (select e.organization_id, e.id from audit_event e
          where e.transaction >= pg_snapshot_xmax(c.done) order by e.transaction limit most)
        limit most) r;
    if looked < most then return first; end if;
  end if;
  return (
    select e.id from audit_event e
     where e.organization_id = own and e.id >= since and not exists (
       select from ledger_leaf l where l.organization_id = own and l.event_id = e.id and l.event_id >= since)
     order by e.id limit 1);
end $$;
select serve_program('first_unsealed_audit_event(text)');

-- The only change of a key is that it ends.
create or replace function keep_ledger_key() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.until is null and new.until is not null
    and (old.organization_id, old.id, old.purpose, old.vkey, old.sealed, old.since)
      = (new.organization_id, new.id, new.purpose, new.vkey, new.sealed, new.since)
    and old.generation is not distinct from new.generation then return new; end if;
  if tg_op = 'DELETE' and was_closed(old.organization_id) then return old; end if;
  raise exception 'a key of the ledger only ends' using errcode = 'insufficient_privilege';
end $$;

-- The newest tree of each of these organizations.
create or replace function ledger_heads(
    asked text[]
) returns table (organization_id text, generation int, size bigint, frontier bytea)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.organization_id, t.generation, t.size, t.frontier
    from unnest(asked) as o (id) cross join lateral (
      select * from ledger_tree where organization_id = o.id order by generation desc limit 1) t
$$;
select serve_program('ledger_heads(text[])');

-- Places in trouble since before a time, each with the number of organizations affected.
create or replace function ledger_places_in_trouble(
    before timestamptz
) returns table (place text, since timestamptz, code text, organizations bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select place, min(since), min(code), count(*) from ledger_place_trouble
   where since <= before group by place order by place
$$;
select serve_program('ledger_places_in_trouble(timestamp with time zone)');

-- Since when sealing has stopped, and whether old rows are still being walked.
create or replace function ledger_state() returns table (revision bigint, walking boolean, stopped_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select revision, walking, stopped_at from ledger_cursor
$$;
select serve_program('ledger_state()');

-- The newest tree of every organization and of the install. Those without a tree have generation 1 and size 0.
create or replace function ledger_trees(
    
) returns table (organization_id text, generation int, origin text, size bigint, root bytea)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id, coalesce(t.generation, 1), t.origin, coalesce(t.size, 0), t.root
    from (select id::text collate "C" as id from organization union all select 'install' collate "C") o
    left join lateral (
      select * from ledger_tree where organization_id = o.id order by generation desc limit 1) t on true
   order by 1
$$;
select serve_program('ledger_trees()');

-- The next rows to seal, after a first row with the state of the ledger. Transactions that were under way when a batch
-- was sealed are looked up one by one. Joined to the trail, they made the planner read all of it whenever it expected
-- many rows per transaction: after an import, or in a restored database before ANALYZE.
create or replace function ledger_work(
    most int, node text, now timestamptz
) returns table (
    revision bigint, goal text, unfinished boolean, restored boolean, stopped boolean, organization_id text,
    id text, record text, transaction text
)
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
select serve_program('ledger_work(integer,text,timestamp with time zone)');

-- Organizations, `install` among them, whose newest tree has grown and whose newest checkpoint is from before that
-- time, or whose newest checkpoint is missing at one of the places. Sample workspaces are never published.
create or replace function organizations_to_publish(before timestamptz, places text[]) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.organization_id::text
    from (select id::text collate "C" as id from organization where not sample union all select 'install' collate "C") o
    cross join lateral (
      select * from ledger_tree where organization_id = o.id order by generation desc limit 1) t
    left join lateral (
      select c.size, c.created_at from ledger_checkpoint c
       where c.organization_id = t.organization_id and c.generation = t.generation order by c.size desc limit 1) c on true
   where t.size > 0
     and (c.size is null or (t.size > c.size and c.created_at <= before)
       or exists (select from unnest(places) as p where not exists (
            select from ledger_publication h where h.organization_id = t.organization_id
               and h.generation = t.generation and h.size = c.size and h.place = p)))
   order by 1
$$;
select serve_program('organizations_to_publish(timestamp with time zone,text[])');

create or replace function organizations_with_ledgers() returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct organization_id::text from ledger_tree order by 1
$$;
select serve_program('organizations_with_ledgers()');

-- Writes leaves, subtrees, heads and cursor together. Returns false, and writes nothing, if another caller was first.
-- `more` means that the batch was full: the next one continues after its last row.
create or replace function seal_ledger(
    expected bigint, reached text, more boolean, at timestamptz, node text, lease timestamptz, organizations text[],
    generations int[], indexes bigint[], events text[], salts bytea[], hashes bytea[], last_transaction text,
    subtree_organizations text[], subtree_generations int[], levels smallint[], subtree_indexes bigint[],
    subtree_hashes bytea[], tree_organizations text[], tree_generations int[], origins text[], sizes bigint[],
    frontiers bytea[], roots bytea[]
) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare last integer := cardinality(events);
begin
  update ledger_cursor c set
      revision = c.revision + 1, node_id = node, lease_until = lease,
      done = case when c.walking or more then c.done else reached::pg_snapshot end,
      goal = case when more and not c.walking then reached::pg_snapshot end,
      position_transaction = case when more and not c.walking then last_transaction::xid8 end,
      position_organization = case when more then organizations[last] end,
      position_id = case when more then events[last] end,
      walking = c.walking and more,
      walked_until = case when c.walking and not more then greatest(pg_snapshot_xmax(pg_current_snapshot()),
        (select e.transaction from audit_event e where e.transaction is not null order by e.transaction desc limit 1))
        else c.walked_until end
    where c.revision = expected and c.stopped_at is null;
  if not found then return false; end if;
  insert into ledger_tree
    select t.o, t.g, t.origin, t.z, t.f, t.r, 0, at
      from unnest(tree_organizations, tree_generations, origins, sizes, frontiers, roots) as t (o, g, origin, z, f, r)
    on conflict (organization_id, generation) do update
      set size = excluded.size, frontier = excluded.frontier, root = excluded.root, sealed_at = excluded.sealed_at;
  insert into ledger_leaf select * from unnest(organizations, generations, indexes, events, salts, hashes);
  insert into ledger_subtree
    select * from unnest(subtree_organizations, subtree_generations, levels, subtree_indexes, subtree_hashes);
  return true;
end $$;
select serve_program('seal_ledger(bigint,text,boolean,timestamp with time zone,text,timestamp with time zone,text[],integer[],bigint[],text[],bytea[],bytea[],text,text[],integer[],smallint[],bigint[],bytea[],text[],integer[],text[],bigint[],bytea[],bytea[])');

-- Stops sealing because a published checkpoint is ahead of its tree. Returns false if it had stopped before.
create or replace function stop_ledger(now timestamptz) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with stopped as (
    update ledger_cursor set revision = revision + 1, stopped_at = now where stopped_at is null returning 1)
  select exists (select from stopped)
$$;
select serve_program('stop_ledger(timestamp with time zone)');

-- A page of the bound organization's rows after an id: `last` is the last id read, `unsealed` are the rows without a
-- leaf that the sealer claims to have sealed.
create or replace function unsealed_audit_events(
    after text, most int
) returns table (looked bigint, last text, unsealed text[])
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with page as (
    select e.id, e.transaction from audit_event e
     where e.organization_id = bound_organization() and e.id > after order by e.id limit most)
  select count(*), max(p.id::text collate "C"), coalesce(array_agg(p.id::text order by p.id) filter (where
           not exists (select from ledger_leaf l where l.organization_id = bound_organization() and l.event_id = p.id)
           and not c.walking
           and (p.transaction is null or pg_visible_in_snapshot(p.transaction, c.done) or p.transaction <= c.walked_until)), '{}')
    from page p cross join ledger_cursor c
$$;
select serve_program('unsealed_audit_events(text,integer)');

-- For a restored dump: `done` counts the transactions of another cluster, so the sealer searches all rows for those
-- without a leaf.
create or replace function walk_ledger(expected bigint) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with moved as (
    update ledger_cursor c set revision = c.revision + 1, system_identifier = s.system_identifier, done = pg_current_snapshot(),
        goal = null, position_transaction = null, position_organization = null, position_id = null,
        walking = true, walked_until = null
      from pg_control_system() s where c.revision = expected returning 1)
  select exists (select from moved)
$$;
select serve_program('walk_ledger(bigint)');

create or replace trigger ledger_leaf_append_only before delete or update or truncate on ledger_leaf
  for each statement execute function refuse_change_but_erasure();

create or replace trigger ledger_subtree_append_only before delete or update or truncate on ledger_subtree
  for each statement execute function refuse_change();

create or replace trigger ledger_checkpoint_append_only before delete or update or truncate on ledger_checkpoint
  for each statement execute function refuse_change();

create or replace trigger ledger_key_ends before delete or update on ledger_key
  for each row execute function keep_ledger_key();
create or replace trigger ledger_key_stays before truncate on ledger_key
  for each statement execute function refuse_change();

create or replace trigger ledger_publication_append_only before delete or update or truncate on ledger_publication
  for each statement execute function refuse_change();

create or replace trigger ledger_erasure_append_only before delete or update or truncate on ledger_erasure
  for each statement execute function refuse_change();

select protect_tenant_table('ledger_tree', 'select');
select protect_tenant_table('ledger_leaf', 'select');
select protect_tenant_table('ledger_subtree', 'select');
select protect_tenant_table('ledger_checkpoint', 'select, insert');
select protect_tenant_table('ledger_key', 'select, insert, update');
select protect_tenant_table('ledger_publication', 'select, insert');
select protect_tenant_table('ledger_place_trouble', 'select, insert, update, delete');
select protect_tenant_table('ledger_verification', 'select, insert, update');
select protect_tenant_table('ledger_erasure', 'select');
