-- What sweeps remember of each binding between two looks at it.
create table storage_posture (
  organization_id identifier not null,
  binding_id identifier not null,
  due_at timestamptz not null,
  swept_at timestamptz not null,
  -- When all probes were run, not only those of the way that a file takes.
  probed_at timestamptz,
  -- What they found when the binding was activated, and of which activation that is.
  baseline text,
  baseline_of timestamptz,
  -- By check, what damping remembers.
  checks text not null,
  primary key (organization_id, binding_id),
  foreign key (organization_id, binding_id) references storage_binding (organization_id, id)
);
select protect_tenant_table('storage_posture', 'select, insert, update');

create table storage_deviation (
  organization_id identifier not null,
  id identifier not null,
  binding_id identifier not null,
  check_name text collate "C" not null,
  -- What does not work meanwhile: uploads alone, or opening of files too.
  stops text not null check (stops in ('nothing', 'uploads', 'files')),
  code text,
  failures integer not null,
  since timestamptz not null,
  opened_at timestamptz not null,
  last_failed_at timestamptz not null,
  closed_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, binding_id) references storage_binding (organization_id, id)
);
create unique index storage_deviation_open on storage_deviation (organization_id, binding_id, check_name)
  where closed_at is null;
create index storage_deviation_by_binding on storage_deviation (organization_id, binding_id, id);
select protect_tenant_table('storage_deviation', 'select, insert, update, delete');

-- The next moment at which it is this organization's turn: each has its own second of every five minutes.
create function posture_turn(organization text, after timestamptz) returns timestamptz language sql immutable as $$
  select to_timestamp((floor((extract(epoch from after) - turn) / 300) + 1) * 300 + turn)
    from (select mod(abs(hashtext(organization)::bigint), 300) as turn) organization
$$;

-- Active bindings, and such as drain while something is wrong with them: files may lie there alone.
create function bindings_to_sweep(now timestamptz, every_one boolean)
  returns table (organization_id text, binding_id text)
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
select serve_program('bindings_to_sweep(timestamptz, boolean)');

-- A copy whose bytes were once found wrong or missing is looked at again; found so twice, it is damaged.
alter table blob_copy
  add column suspect_since timestamptz,
  add column damage text check (damage in ('altered', 'missing')),
  add check (damage is null or state = 'damaged');
-- A suspect does not stand in the way of those that wait for their turn.
drop index blob_copy_by_scrub;
create index blob_copy_by_scrub on blob_copy (organization_id, scrubbed_at) where state = 'verified' and suspect_since is null;
create index blob_copy_suspect on blob_copy (organization_id, suspect_since) where suspect_since is not null;
create index blob_copy_damaged on blob_copy (organization_id, since) where state = 'damaged';

-- Objects that belong to no record, as a listing found them first.
create table storage_orphan (
  organization_id identifier not null,
  binding_id identifier not null,
  object_key text collate "C" not null,
  byte_size bigint not null,
  found_at timestamptz not null,
  primary key (organization_id, binding_id, object_key),
  foreign key (organization_id, binding_id) references storage_binding (organization_id, id)
);
select protect_tenant_table('storage_orphan', 'select, insert, delete');

-- Those with copies whose turn it is, the one that waits longest first.
create function organizations_to_scrub(before timestamptz, suspect_before timestamptz) returns setof text
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
select serve_program('organizations_to_scrub(timestamptz, timestamptz)');

create function organizations_with_bindings() returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o
   where (select true from storage_binding b where b.organization_id = o.id and b.status = 'active') order by 1
$$;
select serve_program('organizations_with_bindings()');
