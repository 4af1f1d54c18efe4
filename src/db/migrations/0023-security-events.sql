-- Security events by month: the trail is append-only, so what is out of retention goes with its partition.
alter table security_event rename to security_event_before;
alter table security_event_before rename constraint security_event_pkey to security_event_before_pkey;
alter index security_event_by_type rename to security_event_before_by_type;
create table security_event (
  organization_id identifier not null,
  id identifier not null,
  type text collate "C" not null,
  severity text collate "C" not null check (severity in ('info', 'low', 'medium', 'high', 'critical')),
  record text not null,
  primary key (organization_id, id)
) partition by range (id);
create table security_event_other partition of security_event default;
create index security_event_by_type on security_event (organization_id, type, id);
create index security_event_by_severity on security_event (organization_id, severity, id);
create trigger security_event_append_only before update or delete or truncate on security_event
  for each statement execute function refuse_change();
select protect_tenant_table('security_event', 'select, insert');

-- Makes the partitions of the month of `first` and those after it; rows of a month that are in the default partition
-- stay there.
create function make_security_event_partitions(first timestamptz, months integer) returns integer
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
select serve_program('make_security_event_partitions(timestamptz, integer)');

-- Nobody can write while a partition is dropped or its turn is waited for, so it is given up after 2 s until next time.
create function drop_security_event_partitions(before timestamptz) returns integer
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
select serve_program('drop_security_event_partitions(timestamptz)');

select make_security_event_partitions(min((record::json ->> 'createdAt')::timestamptz), 15)
  from security_event_before having count(*) > 0;
with old as (
  select *, case type when 'storageOperationsDigestMismatch' then 'critical' else 'high' end as severity from security_event_before
)
insert into security_event (organization_id, id, type, severity, record)
select organization_id, id, type, severity,
       regexp_replace(record, '^(\{"id":"[^"]*","type":"[^"]*",)', '\1"severity":"' || severity || '",')
  from old;
drop table security_event_before;

-- Of all organizations, in the order of time.
create function security_events_after(after text, most integer) returns table (id text, record text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.id, e.record
    from (select id::text collate "C" as id from organization union all select 'install' collate "C") o
   cross join lateral (
     select s.id, s.record from security_event s
      where s.organization_id = o.id and s.id > after order by s.id limit most) e
   order by e.id limit most
$$;
select serve_program('security_events_after(text, integer)');

-- How far each place outside, to which security events are sent on, has got; one node sends.
create table security_event_export (
  sink text collate "C" primary key check (length(sink) between 1 and 1000),
  reached text collate "C" not null default '',
  behind boolean not null default false,
  node_id text,
  lease_until timestamptz
);

-- The bookmark for the node that has, or can have, the lease; no row for others. Idle, it writes once in the half of a lease.
create function hold_security_event_export(asked text, node text, now timestamptz, lease interval)
  returns table (reached text, behind boolean)
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
select serve_program('hold_security_event_export(text, text, timestamptz, interval)');

-- Whether it has changed anything: the bookmark only goes forward, and only for the node that has the lease.
create function note_security_event_export(asked text, node text, upto text, is_behind boolean) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with noted as (
    update security_event_export e set reached = greatest(e.reached, upto), behind = is_behind
     where e.sink = asked and e.node_id = node and (e.reached < upto or e.behind <> is_behind)
    returning 1
  )
  select exists (select from noted)
$$;
select serve_program('note_security_event_export(text, text, text, boolean)');

-- The organization of those who operate the install; where there is only one, that one.
alter table organization add column operator boolean not null default false;
create unique index organization_operator on organization (operator) where operator;
drop function lock_organization(text);
create function lock_organization(asked text)
  returns table (id text, name text, webhook_form text, time_zone text, operator boolean)
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, name, webhook_form, time_zone, operator from organization where slug = asked for update
$$;
select serve_program('lock_organization(text)');

create function mark_operator(asked text, marked boolean) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update organization set operator = false where operator and (marked or id = asked);
  if marked then update organization set operator = true where id = asked; end if;
end $$;
select serve_program('mark_operator(text, boolean)');

create function operates_install(asked text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select o.operator or (select count(*) from (select from organization limit 2) x) = 1
                     from organization o where o.id = asked), false)
$$;
select serve_program('operates_install(text)');

-- The oldest sealed value of each kind, with what it is sealed for.
create function sealed_samples() returns table (kind text, organization text, record text, field text, sealed text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  (select 'webhook_secret', o.id::text, w.id::text, 'signing_secret', w.secret
     from organization o cross join lateral (
       select id, secret from webhook_endpoint where organization_id = o.id and status <> 'deleted' order by id limit 1) w
    order by w.id limit 1)
  union all
  (select 'identity_provider_secret', o.id::text, p.id::text, 'clientSecret', p.client_secret
     from organization o cross join lateral (
       select id, client_secret from identity_provider where organization_id = o.id and is_current limit 1) p
    order by p.id limit 1)
  union all
  (select 'second_factor', split_part(totp_sealed_for, ' ', 1), split_part(totp_sealed_for, ' ', 2), 'totp', totp_secret
     from login where totp_secret is not null and totp_sealed_for is not null order by id limit 1)
$$;
select serve_program('sealed_samples()');
