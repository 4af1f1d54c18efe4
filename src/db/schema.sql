create domain identifier as text collate "C" CHECK (((length(VALUE) >= 1) AND (length(VALUE) <= 64)));

create domain sha256_hex as text collate "C" CHECK ((VALUE ~ '^[0-9a-f]{64}$'::text));

CREATE OR REPLACE FUNCTION public.administrator_exists()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select exists (select from organization o where exists (
    select from person p where p.organization_id = o.id and p.role = 'admin'))
$function$;

CREATE OR REPLACE FUNCTION public.ask_login_link(asked text, token text, at timestamp with time zone, good_until timestamp with time zone, pause_began timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with made as (
    insert into login_link (address, token_sha256, created_at, expires_at) values (asked, token, at, good_until)
    on conflict (address) do update set token_sha256 = token, created_at = at, expires_at = good_until, used = false
      where login_link.used or login_link.created_at <= pause_began
    returning true)
  select exists (select from made)
$function$;

CREATE OR REPLACE FUNCTION public.bound_organization()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN current_setting('probata.organization'::text, true);

CREATE OR REPLACE FUNCTION public.change_login(changed text, hash text, secret text, sealed_for text, confirmed timestamp with time zone, step integer, wrong integer, wrong_since timestamp with time zone, codes text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  update login set password_hash = hash, totp_secret = secret, totp_sealed_for = sealed_for,
                   totp_confirmed_at = confirmed, last_step = step, wrong_codes = wrong, wrong_at = wrong_since,
                   recovery_codes = codes
   where id = changed
$function$;

CREATE OR REPLACE FUNCTION public.copy_login(made text, original text, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  insert into login (id, address, password_hash, totp_secret, totp_sealed_for, totp_confirmed_at, last_step, wrong_codes,
                     wrong_at, recovery_codes, created_at)
  select made, address, password_hash, totp_secret, totp_sealed_for, totp_confirmed_at, last_step, wrong_codes,
         wrong_at, recovery_codes, at from login where id = original
$function$;

CREATE OR REPLACE FUNCTION public.day_partitioned()
 RETURNS TABLE(parent text, prefix text)
 LANGUAGE sql
 IMMUTABLE
AS $function$ values ('outbox_event', 'evt'), ('webhook_attempt', 'whd') $function$;

CREATE OR REPLACE FUNCTION public.drop_day_partitions(before timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
declare old text[] := '{}'; t record; part record; low text; high text; name text;
begin
  perform pg_advisory_xact_lock(hashtext('day partitions'));
  delete from webhook_attempt_other where id < identifier_floor('whd', before);
  delete from outbox_event_other e where e.id < identifier_floor('evt', before)
    and not exists (select from webhook_queue q where q.event_id = e.id)
    and not exists (select from webhook_replay_event r where r.event_id = e.id);
  for t in select * from day_partitioned() loop
    for part in
      select c.relname as name, to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp at time zone 'UTC' as day
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
end $function$;

CREATE OR REPLACE FUNCTION public.find_login(asked text)
 RETURNS SETOF login
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select * from login where id = asked
$function$;

CREATE OR REPLACE FUNCTION public.find_login_link(token text, now timestamp with time zone)
 RETURNS TABLE(address text, expires_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select address, expires_at from login_link where token_sha256 = token and expires_at > now and not used
$function$;

CREATE OR REPLACE FUNCTION public.forget_login_links(expired_until timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with gone as (delete from login_link where expires_at <= expired_until returning true)
  select count(*)::int from gone
$function$;

CREATE OR REPLACE FUNCTION public.give_login(person text, login text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  update login_name set login_id = login
   where organization_id = bound_organization() and subject_id = person and kind = 'person'
$function$;

CREATE OR REPLACE FUNCTION public.held_webhook_lanes(node text)
 RETURNS TABLE(organization_id text, endpoint_id text, epoch bigint, revision integer, status text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select l.organization_id, l.endpoint_id, l.epoch, w.revision + coalesce(a.revision, 0),
         case when w.status = 'active' and a.disabled then 'stopped' else w.status end
    from webhook_lane l
    join webhook_endpoint w on w.organization_id = l.organization_id and w.id = l.endpoint_id
    left join service_account a on a.organization_id = w.organization_id and a.id = w.service_account_id
   where l.owner = node
$function$;

CREATE OR REPLACE FUNCTION public.hold_owner(tenant_table regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('alter table %s force row level security', tenant_table);
  execute format($policy$create policy functions_of_owner on %s to %s
    using (current_user <> session_user or current_setting('probata.migrating', true) = 'on')$policy$,
    tenant_table, (select relowner::regrole from pg_class where oid = tenant_table));
end $function$;

CREATE OR REPLACE FUNCTION public.identifier_floor(prefix text, at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select prefix || '_' || string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ',
      ((floor(extract(epoch from at) * 1000)::bigint >> (45 - 5 * i)) & 31)::int + 1, 1), '' order by i)
    from generate_series(0, 9) i
$function$;

CREATE OR REPLACE FUNCTION public.lease_webhook_lanes(node text, now timestamp with time zone, until timestamp with time zone, latest timestamp with time zone, most integer, wanted text[])
 RETURNS TABLE(organization_id text, endpoint_id text, epoch bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.lock_login(asked text)
 RETURNS SETOF login
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select * from login where id = asked for update
$function$;

CREATE OR REPLACE FUNCTION public.lock_organization(asked text)
 RETURNS TABLE(id text, name text, webhook_form text, time_zone text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select id, name, webhook_form, time_zone from organization where slug = asked for update
$function$;

CREATE OR REPLACE FUNCTION public.logins_at(asked text)
 RETURNS TABLE(login_id text, password_hash text, second_factor boolean, organization_id text, subject_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select l.id, l.password_hash, l.totp_confirmed_at is not null, n.organization_id, n.subject_id
    from login l join login_name n on n.login_id = l.id and n.kind = 'person'
   where l.address = asked order by l.id, n.organization_id
$function$;

CREATE OR REPLACE FUNCTION public.make_day_partitions(first timestamp with time zone, days integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.make_login(made text, at_address text, hash text, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  insert into login (id, address, password_hash, created_at) values (made, at_address, hash, at)
$function$;

CREATE OR REPLACE FUNCTION public.memberships_of(login text)
 RETURNS TABLE(organization_id text, subject_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select organization_id, subject_id from login_name where login_id = login and kind = 'person' order by organization_id
$function$;

CREATE OR REPLACE FUNCTION public.name_client(client text, account text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  insert into login_name (name, kind, organization_id, subject_id) values (client, 'client', bound_organization(), account)
$function$;

CREATE OR REPLACE FUNCTION public.name_person(at_address text, person text, login text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  insert into login_name (name, kind, organization_id, subject_id, login_id)
  values (at_address, 'person', bound_organization(), person, login)
$function$;

CREATE OR REPLACE FUNCTION public.offer_setup_link(token text, offered_at timestamp with time zone, good_until timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  delete from setup_link where not used;
  with made as (
    insert into setup_link (token_sha256, created_at, expires_at)
    select token, offered_at, good_until where not administrator_exists() returning true)
  select exists (select from made)
$function$;

CREATE OR REPLACE FUNCTION public.organization_exists()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select exists (select from organization)
$function$;

CREATE OR REPLACE FUNCTION public.organization_of_client(client text)
 RETURNS TABLE(organization_id text, subject_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select organization_id, subject_id from login_name where name = client and kind = 'client'
$function$;

CREATE OR REPLACE FUNCTION public.organization_of_setup_link(token text, now timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select id from organization
   where exists (select from setup_link where token_sha256 = token and expires_at > now and not used)
   order by id limit 1
$function$;

CREATE OR REPLACE FUNCTION public.organizations_of_domain(asked text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select organization_id from sign_on_domain
   where domain = asked and (named or proved_at is not null) order by named desc, proved_at, organization_id
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_abandoned_blobs(now timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select distinct b.organization_id::text from staged_blob b
   where b.created_at <= now - interval '7 days'
      or not exists (select from node n where n.id = b.node_id and n.lease_until > now)
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_claims_to_expire(now timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organization o where exists (
    select from evidence_claim c
     where c.organization_id = o.id and c.status in ('submitted', 'accepted') and c.valid_until <= now)
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_credentials_to_forget(expired_until timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organization o
   where exists (select from access_token t where t.organization_id = o.id and t.expires_at <= expired_until)
      or exists (select from session s where s.organization_id = o.id and s.expires_at <= expired_until)
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_deleted_webhooks()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organization o where (
    select true from webhook_endpoint w where w.organization_id = o.id and w.status = 'deleted' and exists (
      select from webhook_lane l where l.organization_id = w.organization_id and l.endpoint_id = w.id) limit 1)
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_intents_to_expire(now timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organization o where exists (
    select from upload_intent i where i.organization_id = o.id and i.status = 'pending' and i.expires_at <= now)
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_keys_to_forget(created_until timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organization o where exists (
    select from idempotency_key k where k.organization_id = o.id and k.created_at <= created_until)
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_sign_on_domains()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select id from organization o
   where exists (select from sign_on_domain d where d.organization_id = o.id and not d.named)
$function$;

CREATE OR REPLACE FUNCTION public.person_at(asked text)
 RETURNS TABLE(subject_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select subject_id from login_name where name = asked and kind = 'person' and organization_id = bound_organization()
$function$;

CREATE OR REPLACE FUNCTION public.protect_tenant_table(tenant_table regclass, privileges text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('create policy bound_organization on %s to probata_app using (organization_id = bound_organization())', tenant_table);
  perform hold_owner(tenant_table);
  execute format('grant %s on %s to probata_app', privileges, tenant_table);
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.serve_program(definer regprocedure)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('revoke all on function %s from public', definer);
  execute format('grant execute on function %s to probata_app', definer);
end $function$;

CREATE OR REPLACE FUNCTION public.state_of_setup_link(token text, now timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select case when used or administrator_exists() then 'used' when expires_at > now then 'good' else 'expired' end
    from setup_link where token_sha256 = token
$function$;

CREATE OR REPLACE FUNCTION public.use_login_link(token text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with taken as (update login_link set used = true where token_sha256 = token and not used returning true)
  select exists (select from taken)
$function$;

CREATE OR REPLACE FUNCTION public.use_setup_link(token text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with taken as (update setup_link set used = true where token_sha256 = token and not used returning true)
  select exists (select from taken) and not administrator_exists()
$function$;

CREATE OR REPLACE FUNCTION public.webhook_backlog()
 RETURNS TABLE(state text, waiting bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.webhook_backlog_and_age()
 RETURNS TABLE(state text, waiting bigint, oldest bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.why_login_link_is_spent(token text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select case when used then 'used' else 'expired' end from login_link where token_sha256 = token
$function$;

grant execute on function administrator_exists() to probata_app;

grant execute on function ask_login_link(text,text,timestamp with time zone,timestamp with time zone,timestamp with time zone) to probata_app;

grant execute on function change_login(text,text,text,text,timestamp with time zone,integer,integer,timestamp with time zone,text[]) to probata_app;

grant execute on function copy_login(text,text,timestamp with time zone) to probata_app;

grant execute on function drop_day_partitions(timestamp with time zone) to probata_app;

grant execute on function find_login(text) to probata_app;

grant execute on function find_login_link(text,timestamp with time zone) to probata_app;

grant execute on function forget_login_links(timestamp with time zone) to probata_app;

grant execute on function give_login(text,text) to probata_app;

grant execute on function held_webhook_lanes(text) to probata_app;

grant execute on function lease_webhook_lanes(text,timestamp with time zone,timestamp with time zone,timestamp with time zone,integer,text[]) to probata_app;

grant execute on function lock_login(text) to probata_app;

grant execute on function lock_organization(text) to probata_app;

grant execute on function logins_at(text) to probata_app;

grant execute on function make_day_partitions(timestamp with time zone,integer) to probata_app;

grant execute on function make_login(text,text,text,timestamp with time zone) to probata_app;

grant execute on function memberships_of(text) to probata_app;

grant execute on function name_client(text,text) to probata_app;

grant execute on function name_person(text,text,text) to probata_app;

grant execute on function offer_setup_link(text,timestamp with time zone,timestamp with time zone) to probata_app;

grant execute on function organization_exists() to probata_app;

grant execute on function organization_of_client(text) to probata_app;

grant execute on function organization_of_setup_link(text,timestamp with time zone) to probata_app;

grant execute on function organizations_of_domain(text) to probata_app;

grant execute on function organizations_with_abandoned_blobs(timestamp with time zone) to probata_app;

grant execute on function organizations_with_claims_to_expire(timestamp with time zone) to probata_app;

grant execute on function organizations_with_credentials_to_forget(timestamp with time zone) to probata_app;

grant execute on function organizations_with_deleted_webhooks() to probata_app;

grant execute on function organizations_with_intents_to_expire(timestamp with time zone) to probata_app;

grant execute on function organizations_with_keys_to_forget(timestamp with time zone) to probata_app;

grant execute on function organizations_with_sign_on_domains() to probata_app;

grant execute on function person_at(text) to probata_app;

grant execute on function state_of_setup_link(text,timestamp with time zone) to probata_app;

grant execute on function use_login_link(text) to probata_app;

grant execute on function use_setup_link(text) to probata_app;

grant execute on function webhook_backlog() to probata_app;

grant execute on function webhook_backlog_and_age() to probata_app;

grant execute on function why_login_link_is_spent(text) to probata_app;

revoke execute on function administrator_exists() from public;

revoke execute on function ask_login_link(text,text,timestamp with time zone,timestamp with time zone,timestamp with time zone) from public;

revoke execute on function change_login(text,text,text,text,timestamp with time zone,integer,integer,timestamp with time zone,text[]) from public;

revoke execute on function copy_login(text,text,timestamp with time zone) from public;

revoke execute on function drop_day_partitions(timestamp with time zone) from public;

revoke execute on function find_login(text) from public;

revoke execute on function find_login_link(text,timestamp with time zone) from public;

revoke execute on function forget_login_links(timestamp with time zone) from public;

revoke execute on function give_login(text,text) from public;

revoke execute on function held_webhook_lanes(text) from public;

revoke execute on function lease_webhook_lanes(text,timestamp with time zone,timestamp with time zone,timestamp with time zone,integer,text[]) from public;

revoke execute on function lock_login(text) from public;

revoke execute on function lock_organization(text) from public;

revoke execute on function logins_at(text) from public;

revoke execute on function make_day_partitions(timestamp with time zone,integer) from public;

revoke execute on function make_login(text,text,text,timestamp with time zone) from public;

revoke execute on function memberships_of(text) from public;

revoke execute on function name_client(text,text) from public;

revoke execute on function name_person(text,text,text) from public;

revoke execute on function offer_setup_link(text,timestamp with time zone,timestamp with time zone) from public;

revoke execute on function organization_exists() from public;

revoke execute on function organization_of_client(text) from public;

revoke execute on function organization_of_setup_link(text,timestamp with time zone) from public;

revoke execute on function organizations_of_domain(text) from public;

revoke execute on function organizations_with_abandoned_blobs(timestamp with time zone) from public;

revoke execute on function organizations_with_claims_to_expire(timestamp with time zone) from public;

revoke execute on function organizations_with_credentials_to_forget(timestamp with time zone) from public;

revoke execute on function organizations_with_deleted_webhooks() from public;

revoke execute on function organizations_with_intents_to_expire(timestamp with time zone) from public;

revoke execute on function organizations_with_keys_to_forget(timestamp with time zone) from public;

revoke execute on function organizations_with_sign_on_domains() from public;

revoke execute on function person_at(text) from public;

revoke execute on function state_of_setup_link(text,timestamp with time zone) from public;

revoke execute on function use_login_link(text) from public;

revoke execute on function use_setup_link(text) from public;

revoke execute on function webhook_backlog() from public;

revoke execute on function webhook_backlog_and_age() from public;

revoke execute on function why_login_link_is_spent(text) from public;

create table access_token (
  organization_id identifier not null,
  token_sha256 sha256_hex not null,
  id identifier not null,
  service_account_id identifier not null,
  scopes text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint access_token_pkey PRIMARY KEY (organization_id, token_sha256),
  constraint access_token_organization_id_service_account_id_fkey FOREIGN KEY (organization_id, service_account_id) REFERENCES service_account(organization_id, id)
);
CREATE INDEX access_token_by_account ON public.access_token USING btree (organization_id, service_account_id);
CREATE INDEX access_token_by_expiry ON public.access_token USING btree (organization_id, expires_at);
alter table access_token enable row level security;
alter table access_token force row level security;
create policy bound_organization on access_token as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on access_token as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on access_token to probata_app;

create table artifact (
  organization_id identifier not null,
  id identifier not null,
  blob_key text collate "C" not null,
  byte_size bigint not null,
  checksum_sha256 sha256_hex not null,
  inline_preview_allowed boolean not null,
  constraint artifact_pkey PRIMARY KEY (organization_id, id),
  constraint artifact_blob UNIQUE (organization_id, blob_key),
  constraint artifact_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint artifact_byte_size_check CHECK ((byte_size > 0))
);
alter table artifact enable row level security;
alter table artifact force row level security;
create policy bound_organization on artifact as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on artifact as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on artifact to probata_app;

create table attachment_link (
  organization_id identifier not null,
  id identifier not null,
  claim_id identifier not null,
  artifact_id identifier not null,
  record text not null,
  constraint attachment_link_pkey PRIMARY KEY (organization_id, id),
  constraint attachment_of_claim UNIQUE (organization_id, claim_id, artifact_id),
  constraint attachment_link_organization_id_artifact_id_fkey FOREIGN KEY (organization_id, artifact_id) REFERENCES artifact(organization_id, id),
  constraint attachment_link_organization_id_claim_id_fkey FOREIGN KEY (organization_id, claim_id) REFERENCES evidence_claim(organization_id, id)
);
CREATE INDEX attachment_link_by_claim ON public.attachment_link USING btree (organization_id, claim_id, id);
alter table attachment_link enable row level security;
alter table attachment_link force row level security;
create policy bound_organization on attachment_link as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on attachment_link as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on attachment_link to probata_app;

create table audit_event (
  organization_id identifier not null,
  id identifier not null,
  action text not null,
  actor_id text collate "C" not null,
  resource_id text collate "C" not null,
  record text not null,
  constraint audit_event_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX audit_event_by_action ON public.audit_event USING btree (organization_id, action, id);
CREATE INDEX audit_event_by_actor ON public.audit_event USING btree (organization_id, actor_id, id);
CREATE INDEX audit_event_by_resource ON public.audit_event USING btree (organization_id, resource_id, id);
CREATE INDEX audit_event_refused ON public.audit_event USING btree (organization_id, id) WHERE (((record)::json ->> 'outcome'::text) = 'refused'::text);
CREATE TRIGGER audit_event_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
alter table audit_event enable row level security;
alter table audit_event force row level security;
create policy bound_organization on audit_event as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on audit_event as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select on audit_event to probata_app;

create table calendar_feed (
  organization_id identifier not null,
  id identifier not null,
  token_sha256 sha256_hex not null,
  revoked boolean not null default false,
  record text not null,
  created_by identifier not null,
  constraint calendar_feed_pkey PRIMARY KEY (organization_id, id),
  constraint calendar_feed_token UNIQUE (organization_id, token_sha256),
  constraint calendar_feed_organization_id_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES person(organization_id, id),
  constraint calendar_feed_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
CREATE INDEX calendar_feed_by_person ON public.calendar_feed USING btree (organization_id, created_by, id) WHERE (NOT revoked);
alter table calendar_feed enable row level security;
alter table calendar_feed force row level security;
create policy bound_organization on calendar_feed as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on calendar_feed as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on calendar_feed to probata_app;

create table evidence_claim (
  organization_id identifier not null,
  id identifier not null,
  evidence_requirement_id identifier,
  claim_key text collate "C" not null,
  status text not null,
  valid_until timestamp with time zone not null,
  created_by identifier not null,
  reviewer_id identifier,
  record text not null,
  source_snapshot text not null,
  claim_snapshot text not null,
  makers text[] not null default '{}'::text[],
  constraint evidence_claim_pkey PRIMARY KEY (organization_id, id),
  constraint evidence_claim_key UNIQUE (organization_id, claim_key),
  constraint evidence_claim_organization_id_evidence_requirement_id_fkey FOREIGN KEY (organization_id, evidence_requirement_id) REFERENCES evidence_requirement(organization_id, id),
  constraint evidence_claim_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint evidence_claim_organization_id_reviewer_id_fkey FOREIGN KEY (organization_id, reviewer_id) REFERENCES person(organization_id, id),
  constraint evidence_claim_status_check CHECK ((status = ANY (ARRAY['submitted'::text, 'accepted'::text, 'rejected'::text, 'expired'::text])))
);
CREATE INDEX evidence_claim_by_requirement ON public.evidence_claim USING btree (organization_id, evidence_requirement_id, id) WHERE (evidence_requirement_id IS NOT NULL);
CREATE INDEX evidence_claim_by_requirement_and_status ON public.evidence_claim USING btree (organization_id, evidence_requirement_id, status, id) WHERE (evidence_requirement_id IS NOT NULL);
CREATE INDEX evidence_claim_by_reviewer ON public.evidence_claim USING btree (organization_id, reviewer_id, id) WHERE (reviewer_id IS NOT NULL);
CREATE INDEX evidence_claim_by_status ON public.evidence_claim USING btree (organization_id, status, id);
CREATE INDEX evidence_claim_to_expire ON public.evidence_claim USING btree (organization_id, valid_until) WHERE (status = ANY (ARRAY['submitted'::text, 'accepted'::text]));
CREATE INDEX evidence_claim_to_review ON public.evidence_claim USING btree (organization_id, reviewer_id, id) WHERE (status = 'submitted'::text);
alter table evidence_claim enable row level security;
alter table evidence_claim force row level security;
create policy bound_organization on evidence_claim as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on evidence_claim as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on evidence_claim to probata_app;

create table evidence_requirement (
  organization_id identifier not null,
  id identifier not null,
  requirement_key text collate "C" not null,
  status text not null,
  validity_days integer not null,
  owner_id identifier,
  record text not null,
  fresh_until bigint not null default 0,
  fresh_claim_id identifier,
  constraint evidence_requirement_pkey PRIMARY KEY (organization_id, id),
  constraint evidence_requirement_key UNIQUE (organization_id, requirement_key),
  constraint evidence_requirement_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint evidence_requirement_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES person(organization_id, id),
  constraint evidence_requirement_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'retired'::text]))),
  constraint evidence_requirement_validity_days_check CHECK (((validity_days >= 1) AND (validity_days <= 36500)))
);
CREATE INDEX evidence_requirement_by_freshness ON public.evidence_requirement USING btree (organization_id, fresh_until, id) WHERE (status = 'active'::text);
CREATE INDEX evidence_requirement_by_owner_and_freshness ON public.evidence_requirement USING btree (organization_id, owner_id, fresh_until, id) WHERE (status = 'active'::text);
CREATE INDEX evidence_requirement_by_status ON public.evidence_requirement USING btree (organization_id, status, id);
alter table evidence_requirement enable row level security;
alter table evidence_requirement force row level security;
create policy bound_organization on evidence_requirement as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on evidence_requirement as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on evidence_requirement to probata_app;

create table idempotency_key (
  organization_id identifier not null,
  credential_id identifier not null,
  key text collate "C" not null,
  fingerprint sha256_hex not null,
  status smallint not null,
  headers text not null,
  body text not null,
  created_at timestamp with time zone not null,
  constraint idempotency_key_pkey PRIMARY KEY (organization_id, credential_id, key),
  constraint idempotency_key_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint idempotency_key_key_check CHECK (((length(key) >= 8) AND (length(key) <= 128)))
);
CREATE INDEX idempotency_key_by_age ON public.idempotency_key USING btree (organization_id, created_at);
alter table idempotency_key enable row level security;
alter table idempotency_key force row level security;
create policy bound_organization on idempotency_key as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on idempotency_key as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on idempotency_key to probata_app;

create table identity_provider (
  organization_id identifier not null,
  id identifier not null,
  is_current boolean not null,
  client_secret text not null,
  metadata text not null,
  record text not null,
  constraint identity_provider_pkey PRIMARY KEY (organization_id, id),
  constraint identity_provider_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
CREATE UNIQUE INDEX identity_provider_current ON public.identity_provider USING btree (organization_id) WHERE is_current;
alter table identity_provider enable row level security;
alter table identity_provider force row level security;
create policy bound_organization on identity_provider as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on identity_provider as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on identity_provider to probata_app;

create table invitation (
  organization_id identifier not null,
  id identifier not null,
  purpose text not null,
  email text collate "C" not null,
  token_sha256 sha256_hex not null,
  status text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  record text not null,
  constraint invitation_pkey PRIMARY KEY (organization_id, id),
  constraint invitation_token UNIQUE (organization_id, token_sha256),
  constraint invitation_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint invitation_email_check CHECK (((length(email) >= 1) AND (length(email) <= 320))),
  constraint invitation_purpose_check CHECK ((purpose = ANY (ARRAY['invitation'::text, 'password_reset'::text]))),
  constraint invitation_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'revoked'::text])))
);
CREATE INDEX invitation_pending ON public.invitation USING btree (organization_id, email) WHERE (status = 'pending'::text);
alter table invitation enable row level security;
alter table invitation force row level security;
create policy bound_organization on invitation as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on invitation as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on invitation to probata_app;

create table job (
  name text not null,
  next_run_at timestamp with time zone not null,
  lease_owner identifier,
  lease_until timestamp with time zone,
  constraint job_pkey PRIMARY KEY (name)
);
grant insert, select, update on job to probata_app;

create table job_run (
  id identifier not null,
  job text not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone not null,
  outcome text not null,
  processed integer not null,
  constraint job_run_pkey PRIMARY KEY (id),
  constraint job_run_job_fkey FOREIGN KEY (job) REFERENCES job(name),
  constraint job_run_outcome_check CHECK ((outcome = ANY (ARRAY['succeeded'::text, 'failed'::text])))
);
CREATE INDEX job_run_by_job ON public.job_run USING btree (job, id);
grant delete, insert, select on job_run to probata_app;

create table login (
  id identifier not null,
  address text collate "C" not null,
  password_hash text,
  totp_secret text,
  totp_sealed_for text,
  totp_confirmed_at timestamp with time zone,
  last_step integer not null default 0,
  wrong_codes integer not null default 0,
  wrong_at timestamp with time zone,
  recovery_codes text[] not null default '{}'::text[],
  created_at timestamp with time zone not null,
  constraint login_pkey PRIMARY KEY (id),
  constraint login_address_check CHECK (((length(address) >= 1) AND (length(address) <= 320)))
);
CREATE INDEX login_by_address ON public.login USING btree (address, id);

create table login_link (
  address text collate "C" not null,
  token_sha256 sha256_hex not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used boolean not null default false,
  constraint login_link_pkey PRIMARY KEY (address),
  constraint login_link_token_sha256_key UNIQUE (token_sha256),
  constraint login_link_address_check CHECK (((length(address) >= 1) AND (length(address) <= 320)))
);

create table login_name (
  name text collate "C" not null,
  kind text not null,
  organization_id identifier not null,
  subject_id identifier not null,
  login_id identifier,
  constraint login_name_pkey PRIMARY KEY (organization_id, subject_id),
  constraint login_name_login_id_fkey FOREIGN KEY (login_id) REFERENCES login(id),
  constraint login_name_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint login_name_check CHECK (((kind = 'person'::text) = (login_id IS NOT NULL))),
  constraint login_name_kind_check CHECK ((kind = ANY (ARRAY['client'::text, 'person'::text]))),
  constraint login_name_name_check CHECK (((length(name) >= 1) AND (length(name) <= 320)))
);
CREATE INDEX login_name_by_login ON public.login_name USING btree (login_id) WHERE (kind = 'person'::text);
CREATE UNIQUE INDEX login_name_client_key ON public.login_name USING btree (name) WHERE (kind = 'client'::text);
CREATE UNIQUE INDEX login_name_person_key ON public.login_name USING btree (name, organization_id) WHERE (kind = 'person'::text);

create table master_key_check (
  only_one boolean not null default true,
  sealed text not null,
  constraint master_key_check_pkey PRIMARY KEY (only_one),
  constraint master_key_check_only_one_check CHECK (only_one)
);

create table node (
  id identifier not null,
  lease_until timestamp with time zone not null,
  constraint node_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update on node to probata_app;

create table organization (
  id identifier not null,
  slug text collate "C" not null,
  name text not null,
  webhook_form text not null default 'unversioned'::text,
  created_at timestamp with time zone not null,
  self_decision boolean not null default false,
  time_zone text not null default 'UTC'::text,
  constraint organization_pkey PRIMARY KEY (id),
  constraint organization_slug_key UNIQUE (slug),
  constraint organization_slug_check CHECK (((slug ~ '^[a-z0-9](-?[a-z0-9])*$'::text) AND (length(slug) <= 63))),
  constraint organization_time_zone_check CHECK (((length(time_zone) >= 1) AND (length(time_zone) <= 64))),
  constraint organization_webhook_form_check CHECK ((webhook_form = ANY (ARRAY['unversioned'::text, 'versioned'::text])))
);
alter table organization enable row level security;
alter table organization force row level security;
create policy bound_organization on organization as permissive for all to probata_app using (((id)::text = ( SELECT bound_organization() AS bound_organization)));
create policy functions_of_owner on organization as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on organization to probata_app;

create table outbox_event (
  organization_id identifier not null,
  id identifier not null,
  type text collate "C" not null,
  body text not null,
  created_at timestamp with time zone not null,
  request_id text not null,
  constraint outbox_event_pkey PRIMARY KEY (organization_id, id)
) partition by RANGE (id);
alter table outbox_event enable row level security;
alter table outbox_event force row level security;
create policy bound_organization on outbox_event as permissive for all to probata_app using (((organization_id)::text = ( SELECT bound_organization() AS bound_organization)));
create policy functions_of_owner on outbox_event as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select on outbox_event to probata_app;

create table outbox_event_other (
  organization_id identifier not null,
  id identifier not null,
  type text collate "C" not null,
  body text not null,
  created_at timestamp with time zone not null,
  request_id text not null,
  constraint outbox_event_other_pkey PRIMARY KEY (organization_id, id)
);

create table person (
  organization_id identifier not null,
  id identifier not null,
  role text not null,
  disabled boolean not null default false,
  record text not null,
  login_id identifier not null,
  constraint person_pkey PRIMARY KEY (organization_id, id),
  constraint person_login_id_fkey FOREIGN KEY (login_id) REFERENCES login(id),
  constraint person_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint person_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'reviewer'::text, 'contributor'::text, 'auditor'::text])))
);
CREATE INDEX person_by_role ON public.person USING btree (organization_id, role, id);
alter table person enable row level security;
alter table person force row level security;
create policy bound_organization on person as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on person as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on person to probata_app;

create table person_identity (
  organization_id identifier not null,
  issuer text collate "C" not null,
  subject text collate "C" not null,
  person_id identifier not null,
  created_at timestamp with time zone not null,
  constraint person_identity_pkey PRIMARY KEY (organization_id, issuer, subject),
  constraint person_identity_of_person UNIQUE (organization_id, person_id, issuer),
  constraint person_identity_organization_id_person_id_fkey FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id),
  constraint person_identity_issuer_check CHECK (((length(issuer) >= 1) AND (length(issuer) <= 2048))),
  constraint person_identity_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255)))
);
alter table person_identity enable row level security;
alter table person_identity force row level security;
create policy bound_organization on person_identity as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on person_identity as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on person_identity to probata_app;

create table review_decision (
  organization_id identifier not null,
  id identifier not null,
  claim_id identifier not null,
  reviewer_id identifier not null,
  decision text not null,
  reason text not null,
  reviewed_digest sha256_hex not null,
  decided_at timestamp with time zone not null,
  self_decided boolean not null default false,
  constraint review_decision_pkey PRIMARY KEY (organization_id, id),
  constraint review_decision_once UNIQUE (organization_id, claim_id),
  constraint review_decision_organization_id_claim_id_fkey FOREIGN KEY (organization_id, claim_id) REFERENCES evidence_claim(organization_id, id),
  constraint review_decision_organization_id_reviewer_id_fkey FOREIGN KEY (organization_id, reviewer_id) REFERENCES person(organization_id, id),
  constraint review_decision_decision_check CHECK ((decision = ANY (ARRAY['accepted'::text, 'rejected'::text])))
);
CREATE INDEX review_decision_by_outcome ON public.review_decision USING btree (organization_id, decision, id);
CREATE TRIGGER review_decision_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.review_decision FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
alter table review_decision enable row level security;
alter table review_decision force row level security;
create policy bound_organization on review_decision as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on review_decision as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select on review_decision to probata_app;

create table schema_migration (
  version integer not null,
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone not null,
  constraint schema_migration_pkey PRIMARY KEY (version)
);

create table security_event (
  organization_id identifier not null,
  id identifier not null,
  type text not null,
  record text not null,
  constraint security_event_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX security_event_by_type ON public.security_event USING btree (organization_id, type, id);
CREATE TRIGGER security_event_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.security_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
alter table security_event enable row level security;
alter table security_event force row level security;
create policy bound_organization on security_event as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on security_event as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select on security_event to probata_app;

create table service_account (
  organization_id identifier not null,
  id identifier not null,
  client_id text collate "C" not null,
  secret_hash text not null,
  scopes text[] not null,
  disabled boolean not null default false,
  record text not null,
  revision integer not null default 1,
  made_by identifier,
  secret_shown_to identifier,
  constraint service_account_pkey PRIMARY KEY (organization_id, id),
  constraint service_account_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint service_account_organization_id_made_by_fkey FOREIGN KEY (organization_id, made_by) REFERENCES person(organization_id, id),
  constraint service_account_organization_id_secret_shown_to_fkey FOREIGN KEY (organization_id, secret_shown_to) REFERENCES person(organization_id, id)
);
alter table service_account enable row level security;
alter table service_account force row level security;
create policy bound_organization on service_account as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on service_account as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on service_account to probata_app;

create table session (
  organization_id identifier not null,
  token_sha256 sha256_hex not null,
  id identifier not null,
  person_id identifier not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  opened_with text not null,
  insecure boolean not null,
  user_agent text,
  address text,
  last_used_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  constraint session_pkey PRIMARY KEY (organization_id, token_sha256),
  constraint session_organization_id_person_id_fkey FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id),
  constraint session_address_check CHECK (((length(address) >= 1) AND (length(address) <= 100))),
  constraint session_opened_with_check CHECK ((opened_with = ANY (ARRAY['password'::text, 'single_sign_on'::text, 'setup'::text, 'invitation'::text]))),
  constraint session_user_agent_check CHECK (((length(user_agent) >= 1) AND (length(user_agent) <= 300)))
);
CREATE INDEX session_by_expiry ON public.session USING btree (organization_id, expires_at);
CREATE INDEX session_by_person ON public.session USING btree (organization_id, person_id);
alter table session enable row level security;
alter table session force row level security;
create policy bound_organization on session as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on session as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on session to probata_app;

create table setup_link (
  token_sha256 sha256_hex not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used boolean not null default false,
  constraint setup_link_pkey PRIMARY KEY (token_sha256)
);

create table sign_on_domain (
  organization_id identifier not null,
  domain text collate "C" not null,
  named boolean not null default false,
  proved_at timestamp with time zone,
  checked_at timestamp with time zone,
  missing_since timestamp with time zone,
  constraint sign_on_domain_pkey PRIMARY KEY (organization_id, domain),
  constraint sign_on_domain_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint sign_on_domain_domain_check CHECK (((length(domain) >= 1) AND (length(domain) <= 253)))
);
CREATE INDEX sign_on_domain_that_counts ON public.sign_on_domain USING btree (domain) WHERE (named OR (proved_at IS NOT NULL));
alter table sign_on_domain enable row level security;
alter table sign_on_domain force row level security;
create policy bound_organization on sign_on_domain as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on sign_on_domain as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on sign_on_domain to probata_app;

create table staged_blob (
  organization_id identifier not null,
  blob_key text collate "C" not null,
  node_id identifier not null,
  created_at timestamp with time zone not null,
  constraint staged_blob_pkey PRIMARY KEY (organization_id, blob_key),
  constraint staged_blob_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
alter table staged_blob enable row level security;
alter table staged_blob force row level security;
create policy bound_organization on staged_blob as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on staged_blob as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on staged_blob to probata_app;

create table submission_content (
  organization_id identifier not null,
  package_id identifier not null,
  claim_id identifier not null,
  record text not null,
  constraint submission_content_pkey PRIMARY KEY (organization_id, package_id, claim_id),
  constraint submission_content_organization_id_claim_id_fkey FOREIGN KEY (organization_id, claim_id) REFERENCES evidence_claim(organization_id, id),
  constraint submission_content_organization_id_package_id_fkey FOREIGN KEY (organization_id, package_id) REFERENCES submission_package(organization_id, id)
);
CREATE INDEX submission_content_by_claim ON public.submission_content USING btree (organization_id, claim_id);
alter table submission_content enable row level security;
alter table submission_content force row level security;
create policy bound_organization on submission_content as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on submission_content as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on submission_content to probata_app;

create table submission_decision (
  organization_id identifier not null,
  id identifier not null,
  package_id identifier not null,
  webhook_events text[] not null,
  record text not null,
  constraint submission_decision_pkey PRIMARY KEY (organization_id, id),
  constraint submission_decision_organization_id_package_id_fkey FOREIGN KEY (organization_id, package_id) REFERENCES submission_package(organization_id, id)
);
CREATE INDEX submission_decision_by_package ON public.submission_decision USING btree (organization_id, package_id, id);
CREATE TRIGGER submission_decision_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.submission_decision FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
alter table submission_decision enable row level security;
alter table submission_decision force row level security;
create policy bound_organization on submission_decision as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on submission_decision as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select on submission_decision to probata_app;

create table submission_event (
  organization_id identifier not null,
  id identifier not null,
  package_id identifier not null,
  event_kind text not null,
  source_event_key text collate "C",
  webhook_events text[] not null,
  record text not null,
  constraint submission_event_pkey PRIMARY KEY (organization_id, id),
  constraint submission_event_organization_id_package_id_fkey FOREIGN KEY (organization_id, package_id) REFERENCES submission_package(organization_id, id),
  constraint submission_event_source_event_key_check CHECK (((length(source_event_key) >= 1) AND (length(source_event_key) <= 200)))
);
CREATE INDEX submission_event_by_package ON public.submission_event USING btree (organization_id, package_id, id);
CREATE UNIQUE INDEX submission_event_source ON public.submission_event USING btree (organization_id, package_id, source_event_key) WHERE (source_event_key IS NOT NULL);
CREATE TRIGGER submission_event_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.submission_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
alter table submission_event enable row level security;
alter table submission_event force row level security;
create policy bound_organization on submission_event as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on submission_event as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select on submission_event to probata_app;

create table submission_package (
  organization_id identifier not null,
  id identifier not null,
  submission_requirement_id identifier not null,
  package_key text collate "C" not null,
  status text not null,
  due_at timestamp with time zone not null,
  first_submitted_at timestamp with time zone,
  receipts smallint not null default 0,
  logged_at timestamp with time zone not null,
  record text not null,
  makers text[] not null default '{}'::text[],
  reviewers text[] not null default '{}'::text[],
  approvers text[] not null default '{}'::text[],
  constraint submission_package_pkey PRIMARY KEY (organization_id, id),
  constraint submission_package_key UNIQUE (organization_id, submission_requirement_id, package_key),
  constraint submission_package_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint submission_package_organization_id_submission_requirement__fkey FOREIGN KEY (organization_id, submission_requirement_id) REFERENCES submission_requirement(organization_id, id),
  constraint submission_package_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'reviewed'::text, 'approved'::text, 'submitted'::text, 'acknowledged'::text, 'accepted'::text, 'rejected'::text, 'withdrawn'::text, 'closed'::text])))
);
CREATE INDEX submission_package_by_due ON public.submission_package USING btree (organization_id, due_at, id);
CREATE INDEX submission_package_by_requirement ON public.submission_package USING btree (organization_id, submission_requirement_id, id);
CREATE INDEX submission_package_by_requirement_and_status ON public.submission_package USING btree (organization_id, submission_requirement_id, status, id);
CREATE INDEX submission_package_by_status ON public.submission_package USING btree (organization_id, status, id);
CREATE INDEX submission_package_unsent ON public.submission_package USING btree (organization_id, due_at, id) WHERE (status = ANY (ARRAY['draft'::text, 'reviewed'::text, 'approved'::text]));
alter table submission_package enable row level security;
alter table submission_package force row level security;
create policy bound_organization on submission_package as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on submission_package as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on submission_package to probata_app;

create table submission_requirement (
  organization_id identifier not null,
  id identifier not null,
  requirement_key text collate "C" not null,
  status text not null,
  submission_kind text not null,
  receipts_required smallint not null default 1,
  require_review boolean not null default false,
  require_approval boolean not null default false,
  require_outcome_before_close boolean not null default false,
  record text not null,
  constraint submission_requirement_pkey PRIMARY KEY (organization_id, id),
  constraint submission_requirement_key UNIQUE (organization_id, requirement_key),
  constraint submission_requirement_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint submission_requirement_receipts_required_check CHECK (((receipts_required >= 1) AND (receipts_required <= 4))),
  constraint submission_requirement_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'retired'::text, 'archived'::text])))
);
CREATE INDEX submission_requirement_by_status ON public.submission_requirement USING btree (organization_id, status, id);
alter table submission_requirement enable row level security;
alter table submission_requirement force row level security;
create policy bound_organization on submission_requirement as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on submission_requirement as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on submission_requirement to probata_app;

create table upload_intent (
  organization_id identifier not null,
  id identifier not null,
  claim_id identifier not null,
  status text not null,
  expires_at timestamp with time zone not null,
  reason text not null,
  link_id identifier,
  record text not null,
  constraint upload_intent_pkey PRIMARY KEY (organization_id, id),
  constraint upload_intent_organization_id_claim_id_fkey FOREIGN KEY (organization_id, claim_id) REFERENCES evidence_claim(organization_id, id),
  constraint upload_intent_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text, 'expired'::text])))
);
CREATE INDEX upload_intent_to_expire ON public.upload_intent USING btree (organization_id, expires_at) WHERE (status = 'pending'::text);
alter table upload_intent enable row level security;
alter table upload_intent force row level security;
create policy bound_organization on upload_intent as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on upload_intent as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on upload_intent to probata_app;

create table used_sign_on (
  organization_id identifier not null,
  state_sha256 sha256_hex not null,
  used_at timestamp with time zone not null,
  constraint used_sign_on_pkey PRIMARY KEY (organization_id, state_sha256),
  constraint used_sign_on_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
CREATE INDEX used_sign_on_by_age ON public.used_sign_on USING btree (organization_id, used_at);
alter table used_sign_on enable row level security;
alter table used_sign_on force row level security;
create policy bound_organization on used_sign_on as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on used_sign_on as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on used_sign_on to probata_app;

create table webhook_attempt (
  organization_id identifier not null,
  endpoint_id identifier not null,
  id identifier not null,
  event_id identifier not null,
  outcome text collate "C" not null,
  record text not null,
  exchange text not null,
  constraint webhook_attempt_pkey PRIMARY KEY (organization_id, endpoint_id, id),
  constraint webhook_attempt_outcome_check CHECK ((outcome = ANY (ARRAY['delivered'::text, 'failed'::text, 'dead'::text])))
) partition by RANGE (id);
CREATE INDEX webhook_attempt_by_event ON ONLY public.webhook_attempt USING btree (organization_id, event_id);
CREATE INDEX webhook_attempt_failed ON ONLY public.webhook_attempt USING btree (organization_id, endpoint_id, id) WHERE (outcome <> 'delivered'::text);
alter table webhook_attempt enable row level security;
alter table webhook_attempt force row level security;
create policy bound_organization on webhook_attempt as permissive for all to probata_app using (((organization_id)::text = ( SELECT bound_organization() AS bound_organization)));
create policy functions_of_owner on webhook_attempt as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select on webhook_attempt to probata_app;

create table webhook_attempt_other (
  organization_id identifier not null,
  endpoint_id identifier not null,
  id identifier not null,
  event_id identifier not null,
  outcome text collate "C" not null,
  record text not null,
  exchange text not null,
  constraint webhook_attempt_other_pkey PRIMARY KEY (organization_id, endpoint_id, id),
  constraint webhook_attempt_outcome_check CHECK ((outcome = ANY (ARRAY['delivered'::text, 'failed'::text, 'dead'::text])))
);
CREATE INDEX webhook_attempt_other_organization_id_endpoint_id_id_idx ON public.webhook_attempt_other USING btree (organization_id, endpoint_id, id) WHERE (outcome <> 'delivered'::text);
CREATE INDEX webhook_attempt_other_organization_id_event_id_idx ON public.webhook_attempt_other USING btree (organization_id, event_id);

create table webhook_dead_letter (
  organization_id identifier not null,
  endpoint_id identifier not null,
  event_id identifier not null,
  body text not null,
  record text not null,
  constraint webhook_dead_letter_pkey PRIMARY KEY (organization_id, endpoint_id, event_id)
);
alter table webhook_dead_letter enable row level security;
alter table webhook_dead_letter force row level security;
create policy bound_organization on webhook_dead_letter as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on webhook_dead_letter as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on webhook_dead_letter to probata_app;

create table webhook_endpoint (
  organization_id identifier not null,
  id identifier not null,
  status text not null,
  url text not null,
  events text[] not null,
  service_account_id identifier,
  secret text not null,
  previous_secret text,
  previous_secret_until timestamp with time zone,
  deleted_at timestamp with time zone,
  revision integer not null default 1,
  record text not null,
  person_id identifier,
  scopes text[],
  constraint webhook_endpoint_pkey PRIMARY KEY (organization_id, id),
  constraint webhook_endpoint_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint webhook_endpoint_organization_id_person_id_fkey FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id),
  constraint webhook_endpoint_organization_id_service_account_id_fkey FOREIGN KEY (organization_id, service_account_id) REFERENCES service_account(organization_id, id),
  constraint webhook_endpoint_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'deleted'::text])))
);
CREATE INDEX webhook_endpoint_by_time ON public.webhook_endpoint USING btree (organization_id, substr((id)::text, 5)) WHERE (status <> 'deleted'::text);
CREATE INDEX webhook_endpoint_deleted ON public.webhook_endpoint USING btree (organization_id, id) WHERE (status = 'deleted'::text);
alter table webhook_endpoint enable row level security;
alter table webhook_endpoint force row level security;
create policy bound_organization on webhook_endpoint as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on webhook_endpoint as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on webhook_endpoint to probata_app;

create table webhook_lane (
  organization_id identifier not null,
  endpoint_id identifier not null,
  owner identifier,
  epoch bigint not null default 0,
  lease_until timestamp with time zone,
  failing_since timestamp with time zone,
  verified_at timestamp with time zone,
  constraint webhook_lane_pkey PRIMARY KEY (organization_id, endpoint_id)
);
CREATE INDEX webhook_lane_by_owner ON public.webhook_lane USING btree (owner) WHERE (owner IS NOT NULL);
grant delete, insert, select, update on webhook_lane to probata_app;

create table webhook_queue (
  organization_id identifier not null,
  endpoint_id identifier not null,
  due bigint not null,
  id identifier not null,
  event_id identifier not null,
  attempt smallint not null,
  origin text collate "C" not null,
  constraint webhook_queue_pkey PRIMARY KEY (organization_id, endpoint_id, due, id),
  constraint webhook_queue_attempt_check CHECK (((attempt >= 1) AND (attempt <= 7))),
  constraint webhook_queue_origin_check CHECK ((origin = ANY (ARRAY['live'::text, 'test'::text, 'replay'::text])))
);
alter table webhook_queue enable row level security;
alter table webhook_queue force row level security;
create policy bound_organization on webhook_queue as permissive for all to probata_app using (((organization_id)::text = ( SELECT bound_organization() AS bound_organization)));
create policy functions_of_owner on webhook_queue as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on webhook_queue to probata_app;

create table webhook_replay (
  organization_id identifier not null,
  id identifier not null,
  endpoint_id identifier not null,
  status text not null,
  record text not null,
  constraint webhook_replay_pkey PRIMARY KEY (organization_id, id),
  constraint webhook_replay_status_check CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'cancelled'::text])))
);
CREATE INDEX webhook_replay_by_endpoint ON public.webhook_replay USING btree (organization_id, endpoint_id, id);
CREATE INDEX webhook_replay_running ON public.webhook_replay USING btree (organization_id, endpoint_id) WHERE (status = 'running'::text);
alter table webhook_replay enable row level security;
alter table webhook_replay force row level security;
create policy bound_organization on webhook_replay as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on webhook_replay as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on webhook_replay to probata_app;

create table webhook_replay_event (
  organization_id identifier not null,
  replay_id identifier not null,
  event_id identifier not null,
  constraint webhook_replay_event_pkey PRIMARY KEY (organization_id, replay_id, event_id)
);
alter table webhook_replay_event enable row level security;
alter table webhook_replay_event force row level security;
create policy bound_organization on webhook_replay_event as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on webhook_replay_event as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on webhook_replay_event to probata_app;
