-- The ledger: every row of the audit trail becomes a leaf of its organization's Merkle tree (decision 066).

-- The transaction that wrote a row, from which the sealer has its order. Rows from before have none; the default comes
-- second, so that the table is not rewritten. The program may not set it: a row slipped in behind the sealer stays unsealed.
alter table audit_event add column transaction xid8;
alter table audit_event alter column transaction set default pg_current_xact_id();
create index audit_event_by_transaction on audit_event (transaction);
revoke insert on audit_event from probata_app;
grant insert (organization_id, id, action, actor_id, resource_id, record) on audit_event to probata_app;

-- CRC-32 of the bytes, which a bundle states before it sends them; null where a file came before.
alter table artifact add column crc32 bigint check (crc32 between 0 and 4294967295);

-- How far the sealer of the install has got. Whoever changes a tree moves `revision` in the same transaction, so of two
-- that start from one revision one gives way.
create table ledger_cursor (
  one boolean primary key default true check (one),
  revision bigint not null default 0,
  -- Of the cluster that `done` belongs to: transactions are counted anew where a dump is restored.
  system_identifier bigint not null,
  -- Rows that committed within this snapshot are sealed.
  done pg_snapshot not null,
  -- The snapshot that is being sealed, and how far, where it has more rows than one batch.
  goal pg_snapshot,
  position_transaction xid8,
  position_organization identifier,
  position_id identifier,
  -- Whether rows without a leaf are looked for one by one in the order of ids: those from before, or of a restored dump.
  walking boolean not null default true,
  -- The newest transaction of which that search may have sealed rows.
  walked_until xid8,
  -- Since when nothing is sealed, because a checkpoint outside is ahead of its tree.
  stopped_at timestamptz,
  -- Who seals, so that others need not read what it reads.
  node_id text,
  lease_until timestamptz
);
insert into ledger_cursor (system_identifier, done) select system_identifier, pg_current_snapshot() from pg_control_system();

-- `install` has a tree of its own, hence no foreign key.
create table ledger_tree (
  organization_id identifier not null,
  generation integer not null check (generation > 0),
  origin text not null unique,
  size bigint not null check (size >= 0),
  -- Hashes of the complete subtrees that the size consists of, largest first, and the root they give.
  frontier bytea not null,
  root bytea not null check (length(root) = 32),
  -- Rows before it may have been removed under retention; their leaves stay.
  first_kept bigint not null default 0,
  sealed_at timestamptz not null,
  primary key (organization_id, generation)
);

create table ledger_leaf (
  organization_id identifier not null,
  generation integer not null,
  leaf_index bigint not null,
  event_id identifier not null,
  -- A bit for each erasable field that the leaf holds by its digest, then 16 random bytes for each, in their order.
  salts bytea not null,
  hash bytea not null,
  primary key (organization_id, generation, leaf_index)
);
create unique index ledger_leaf_of_event on ledger_leaf (organization_id, event_id);

-- Level 1 has the hash of each complete 256 leaves, level 2 that of each complete 256 of those, and so on.
create table ledger_subtree (
  organization_id identifier not null,
  generation integer not null,
  level smallint not null check (level > 0),
  subtree_index bigint not null,
  hash bytea not null,
  primary key (organization_id, generation, level, subtree_index)
);

create table ledger_checkpoint (
  organization_id identifier not null,
  generation integer not null,
  size bigint not null,
  note text not null,
  created_at timestamptz not null,
  primary key (organization_id, generation, size),
  foreign key (organization_id, generation) references ledger_tree
);

-- What was erased from a row: the digest stays, so that every proof still holds.
create table ledger_erasure (
  organization_id identifier not null,
  event_id identifier not null,
  field text not null,
  digest text not null,
  erased_at timestamptz not null,
  erased_by text not null,
  primary key (organization_id, event_id, field)
);

create table ledger_verification (
  organization_id identifier not null,
  id identifier not null,
  status text not null check (status in ('running', 'sound', 'altered')),
  record text not null,
  -- Where it goes on after a restart.
  state text not null,
  primary key (organization_id, id)
);
create index ledger_verification_running on ledger_verification (organization_id, id) where status = 'running';

create function ledger_erasing() returns boolean language sql stable as $$
  select current_user <> session_user and coalesce(current_setting('probata.erasing', true), '') = 'on'
$$;

-- What a row was may change in one way only: erase_audit_fields() takes away the words of a field.
create function refuse_change_but_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and ledger_erasing() then return null; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
drop trigger audit_event_append_only on audit_event;
create trigger audit_event_append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_change_but_erasure();
create trigger ledger_leaf_append_only before update or delete or truncate on ledger_leaf
  for each statement execute function refuse_change_but_erasure();

do $$
declare trail text;
begin
  foreach trail in array array['ledger_subtree', 'ledger_checkpoint', 'ledger_erasure'] loop
    execute format('create trigger %I before update or delete or truncate on %I
      for each statement execute function refuse_change()', trail || '_append_only', trail);
  end loop;
  -- Leaves, subtrees, heads and erasures are written by functions alone.
  foreach trail in array array['ledger_tree', 'ledger_leaf', 'ledger_subtree', 'ledger_erasure']
  loop perform protect_tenant_table(trail, 'select'); end loop;
  perform protect_tenant_table('ledger_checkpoint', 'select, insert');
  perform protect_tenant_table('ledger_verification', 'select, insert, update');
end $$;

-- The first row says how things stand, the others are the rows to be sealed next, in their order: none for a node while
-- another one is at it, whose time is not up. Without a node, whatever there is.
create function ledger_work(most integer, node text, now timestamptz) returns table (
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
          (select e.* from pg_snapshot_xip(c.done) as late join audit_event e on e.transaction = late
            where pg_visible_in_snapshot(e.transaction, g)
              and (c.position_id is null
                or (e.transaction, e.organization_id, e.id) > (c.position_transaction, c.position_organization, c.position_id))
              and (c.walked_until is null or e.transaction > c.walked_until
                or not exists (select from ledger_leaf l where l.organization_id = e.organization_id and l.event_id = e.id))
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
select serve_program('ledger_work(integer, text, timestamptz)');

create function ledger_heads(asked text[])
  returns table (organization_id text, generation integer, size bigint, frontier bytea)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.organization_id, t.generation, t.size, t.frontier
    from unnest(asked) as o (id) cross join lateral (
      select * from ledger_tree where organization_id = o.id order by generation desc limit 1) t
$$;
select serve_program('ledger_heads(text[])');

-- Leaves, subtrees, heads and cursor together, or nothing where another was first. `more`: the batch was full, and the
-- next one goes on after the last of its rows.
create function seal_ledger(
    expected bigint, reached text, more boolean, at timestamptz, node text, lease timestamptz,
    organizations text[], generations integer[], indexes bigint[], events text[], salts bytea[], hashes bytea[], last_transaction text,
    subtree_organizations text[], subtree_generations integer[], levels smallint[], subtree_indexes bigint[], subtree_hashes bytea[],
    tree_organizations text[], tree_generations integer[], origins text[], sizes bigint[], frontiers bytea[], roots bytea[])
  returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
select serve_program('seal_ledger(bigint, text, boolean, timestamptz, text, timestamptz, text[], integer[], bigint[], text[], bytea[], bytea[], text,
  text[], integer[], smallint[], bigint[], bytea[], text[], integer[], text[], bigint[], bytea[], bytea[])');

-- After a dump was restored: `done` is of another count of transactions, so rows without a leaf are looked for one by one.
create function walk_ledger(expected bigint) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with moved as (
    update ledger_cursor c set revision = c.revision + 1, system_identifier = s.system_identifier, done = pg_current_snapshot(),
        goal = null, position_transaction = null, position_organization = null, position_id = null,
        walking = true, walked_until = null
      from pg_control_system() s where c.revision = expected returning 1)
  select exists (select from moved)
$$;
select serve_program('walk_ledger(bigint)');

-- Whether it has stopped by this call: a checkpoint outside is ahead of its tree.
create function stop_ledger(now timestamptz) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with stopped as (
    update ledger_cursor set revision = revision + 1, stopped_at = now where stopped_at is null returning 1)
  select exists (select from stopped)
$$;
select serve_program('stop_ledger(timestamptz)');

-- Begins the next generation of trees. The row that says why is the first leaf: transaction 2 is before any snapshot, so
-- no batch takes it again. What is not sealed yet is looked for one by one.
create function continue_ledger(
    expected bigint, at timestamptz, organizations text[], generations integer[], origins text[],
    events text[], actions text[], actors text[], resources text[], records text[], salts bytea[], hashes bytea[])
  returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
select serve_program('continue_ledger(bigint, timestamptz, text[], integer[], text[], text[], text[], text[], text[], text[], bytea[], bytea[])');

-- The newest tree of every organization and of the install; of those that have none, the generation they begin with.
create function ledger_trees()
  returns table (organization_id text, generation integer, origin text, size bigint, root bytea)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id, coalesce(t.generation, 1), t.origin, coalesce(t.size, 0), t.root
    from (select id::text collate "C" as id from organization union all select 'install' collate "C") o
    left join lateral (
      select * from ledger_tree where organization_id = o.id order by generation desc limit 1) t on true
   order by 1
$$;
select serve_program('ledger_trees()');

-- Since when nothing is sealed, and whether rows from before are still looked for.
create function ledger_state() returns table (revision bigint, walking boolean, stopped_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select revision, walking, stopped_at from ledger_cursor
$$;
select serve_program('ledger_state()');

-- Rows of the bound organization after an id, in pages: `last` is the last id looked at, `unsealed` those without a leaf
-- that the sealer says it has sealed.
create function unsealed_audit_events(after text, most integer) returns table (looked bigint, last text, unsealed text[])
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
select serve_program('unsealed_audit_events(text, integer)');

-- The only way by which words leave a row of the trail: the named fields become null, their salts go, their digests stay.
-- Whether the row was as given, and nothing else of it changes.
create function erase_audit_fields(
    event text, fields text[], digests text[], at timestamptz, by_whom text,
    record_before text, record_after text, salts_before bytea, salts_after bytea)
  returns boolean language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare nulls jsonb; erased integer := cardinality(fields); was_given boolean;
begin
  select jsonb_object_agg(f, null::text) into nulls from unnest(fields) as f;
  if not fields <@ array['reason', 'detail', 'beforeDigest', 'afterDigest', 'contentDigest']
    or record_after::jsonb <> record_before::jsonb || nulls
    or length(salts_after) <> length(salts_before) - 16 * erased then
    raise exception 'nothing but erasable fields may change' using errcode = 'insufficient_privilege';
  end if;
  -- Not as a clause of the function, which an owner who is no superuser may not write.
  perform set_config('probata.erasing', 'on', true);
  update audit_event e set record = record_after
   where e.organization_id = bound_organization() and e.id = event and e.record = record_before;
  was_given := found;
  update ledger_leaf l set salts = salts_after
   where was_given and l.organization_id = bound_organization() and l.event_id = event and l.salts = salts_before;
  if was_given and not found then
    raise exception 'the row is not sealed' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('probata.erasing', '', true);
  if not was_given then return false; end if;
  insert into ledger_erasure (organization_id, event_id, field, digest, erased_at, erased_by)
    select bound_organization(), event, f, d, at, by_whom from unnest(fields, digests) as u (f, d);
  return true;
end $$;
select serve_program('erase_audit_fields(text, text[], text[], timestamptz, text, text, text, bytea, bytea)');

create function organizations_with_ledgers() returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct organization_id::text from ledger_tree order by 1
$$;
select serve_program('organizations_with_ledgers()');
