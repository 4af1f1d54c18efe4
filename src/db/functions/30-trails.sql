-- The audit trail, security events and their export.

-- Drops the partitions of months that ended before `before`, and returns their number. Writers wait while a drop runs
-- or waits for its lock, so it gives up after 2 s until the next run.
create or replace function drop_security_event_partitions(before timestamptz) returns int
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s' as $$
declare dropped integer := 0; part record;
begin
  perform pg_advisory_xact_lock(hashtext('security event partitions'));
  delete from security_event_other where id < identifier_floor('sev', before);
  for part in
    select c.relname as name, to_date(right(c.relname, 6), 'YYYYMM')::timestamp as month
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'security_event'::regclass and c.relname ~ '_[0-9]{6}$'
  loop
    if (part.month + interval '1 month') at time zone 'UTC' > before then continue; end if;
    execute format('drop table public.%I', part.name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
select serve_program('drop_security_event_partitions(timestamp with time zone)');

-- The only way to remove words from a row of the trail: the named fields become null, their salts are removed, their
-- digests stay. Nothing else in the row changes. Returns false if the row is not as given.
create or replace function erase_audit_fields(
    event text, fields text[], digests text[], at timestamptz, by_whom text, record_before text, record_after text,
    salts_before bytea, salts_after bytea
) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
select serve_program('erase_audit_fields(text,text[],text[],timestamp with time zone,text,text,text,bytea,bytea)');

-- The last exported event, for the node that holds or can take the lease; no row for others. While idle, it writes once
-- per half lease.
create or replace function hold_security_event_export(
    asked text, node text, now timestamptz, lease interval
) returns table (reached text, behind boolean)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  if not exists (select from security_event_export e where e.sink = asked) then
    insert into security_event_export (sink) values (asked) on conflict do nothing;
  end if;
  update security_event_export e set node_id = node, lease_until = now + lease
   where e.sink = asked and (e.lease_until is null or e.lease_until <= now
      or e.lease_until > now + lease or (e.node_id = node and e.lease_until <= now + lease / 2));
  return query select e.reached, e.behind from security_event_export e where e.sink = asked and e.node_id = node;
end $$;
select serve_program('hold_security_event_export(text,text,timestamp with time zone,interval)');

-- Whether erase_audit_fields() is running. The setting alone is not enough, since any session can set it.
create or replace function ledger_erasing() returns boolean
  language sql stable as $$
  select current_user <> session_user and coalesce(current_setting('probata.erasing', true), '') = 'on'
$$;

-- Makes the missing partitions of `months` months, beginning with the month of `first`, and returns their number. Skips
-- a month that has rows in the default partition: they stay there.
create or replace function make_security_event_partitions(first timestamptz, months int) returns int
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare made integer := 0; month timestamp; name text; low text; high text; stray boolean;
begin
  perform pg_advisory_xact_lock(hashtext('security event partitions'));
  for i in 0..months - 1 loop
    month := date_trunc('month', first at time zone 'UTC') + make_interval(months => i);
    name := 'security_event_' || to_char(month, 'YYYYMM');
    if to_regclass('public.' || name) is not null then continue; end if;
    low := identifier_floor('sev', month at time zone 'UTC');
    high := identifier_floor('sev', (month + interval '1 month') at time zone 'UTC');
    select exists (select from security_event_other where id >= low and id < high) into stray;
    if stray then continue; end if;
    execute format('create table public.%I partition of public.security_event for values from (%L) to (%L)', name, low, high);
    made := made + 1;
  end loop;
  return made;
end $$;
select serve_program('make_security_event_partitions(timestamp with time zone,integer)');

-- Moves the position of the export. It only moves forward, and only for the node that holds the lease. Returns whether
-- anything changed.
create or replace function note_security_event_export(
    asked text, node text, upto text, is_behind boolean
) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with noted as (
    update security_event_export e set reached = greatest(e.reached, upto), behind = is_behind
     where e.sink = asked and e.node_id = node and (e.reached < upto or e.behind <> is_behind)
    returning 1
  )
  select exists (select from noted)
$$;
select serve_program('note_security_event_export(text,text,text,boolean)');

-- The trigger of append-only tables from which erase_audit_fields() may remove the words of a field.
create or replace function refuse_change_but_erasure() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' and ledger_erasing() then return null; end if;
  if tg_op = 'DELETE' and current_user <> session_user then return null; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- The next events of all organizations and of the install, in order of time.
create or replace function security_events_after(after text, most int) returns table (id text, record text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.id, e.record
    from (select id::text collate "C" as id from organization union all select 'install' collate "C") o
   cross join lateral (
     select s.id, s.record from security_event s
      where s.organization_id = o.id and s.id > after order by s.id limit most) e
   order by e.id limit most
$$;
select serve_program('security_events_after(text,integer)');

create or replace trigger audit_event_append_only before delete or update or truncate on audit_event
  for each statement execute function refuse_change_but_erasure();

create or replace trigger security_event_append_only before delete or update or truncate on security_event
  for each statement execute function refuse_change();

select protect_tenant_table('audit_event', 'select');
drop policy if exists of_guests on audit_event;
create policy of_guests on audit_event for insert to probata_app
  with check ((organization_id)::text = room_setting(1));
select protect_tenant_table('security_event', 'select, insert');
drop policy if exists of_guests on security_event;
create policy of_guests on security_event for insert to probata_app
  with check ((organization_id)::text = room_setting(1));
select protect_tenant_table('day_count', 'select, insert, update');
grant insert (organization_id, id, action, actor_id, resource_id, record) on audit_event to probata_app;
