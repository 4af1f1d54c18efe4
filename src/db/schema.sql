create domain identifier as text collate "C" CHECK (((length(VALUE) >= 1) AND (length(VALUE) <= 64)));

create domain sha256_hex as text collate "C" CHECK ((VALUE ~ '^[0-9a-f]{64}$'::text));

CREATE OR REPLACE FUNCTION public.add_passkey(login text, made text, credential text, key bytea, handle text, host text, named text, counted bigint, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  insert into passkey (login_id, id, credential_id, public_key, user_handle, rp_id, name, sign_count, created_at)
  values (login, made, credential, key, handle, host, named, counted, at)
$function$;

CREATE OR REPLACE FUNCTION public.administrator_exists()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select exists (select from organization o where not o.sample and exists (
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

CREATE OR REPLACE FUNCTION public.bind_folder()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into storage_binding (organization_id, id, kind, status, usable, name, settings, encryption,
      validated_at, activated_at, created_at, updated_at)
  values (new.id, new_identifier('stb', new.created_at), 'folder', 'active', true, 'local', '{}', 'none',
      new.created_at, new.created_at, new.created_at, new.created_at);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.binding_keeps_copies()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update blob_copy set remove_after = null
    where organization_id = new.organization_id and binding_id = new.id and remove_after is not null and state = 'verified';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.bindings_to_sweep(now timestamp with time zone, every_one boolean)
 RETURNS TABLE(organization_id text, binding_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.bound_organization()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN current_setting('probata.organization'::text, true);

CREATE OR REPLACE FUNCTION public.category_of_finding(record text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE(((record)::json ->> 'sourceCategory'::text), ''::text);

CREATE OR REPLACE FUNCTION public.change_login(changed text, hash text, secret text, sealed_for text, confirmed timestamp with time zone, step integer, wrong integer, wrong_since timestamp with time zone, codes text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  delete from passkey where login_id = changed and confirmed is null;
  update login set password_hash = hash, totp_secret = secret, totp_sealed_for = sealed_for,
                   totp_confirmed_at = confirmed, last_step = step, wrong_codes = wrong, wrong_at = wrong_since,
                   recovery_codes = codes
   where id = changed
$function$;

CREATE OR REPLACE FUNCTION public.clear_search_entries(most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  delete from search_entry where organization_id = bound_organization() and id in (
    select id from search_entry where organization_id = bound_organization() order by id limit most);
  if found then return true; end if;
  delete from search_word where organization_id = bound_organization();
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.close_sample(asked text, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform from organization where id = asked for update;
  if not found then return false; end if;
  insert into closed_sample (id, name, closed_at) select id, name, at from organization where id = asked;
  perform delete_rows_of_closed_sample(asked);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.closed_samples(since timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select id from closed_sample where closed_at >= since order by id
$function$;

CREATE OR REPLACE FUNCTION public.continue_ledger(expected bigint, at timestamp with time zone, organizations text[], generations integer[], origins text[], events text[], actions text[], actors text[], resources text[], records text[], salts bytea[], hashes bytea[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.copy_login(made text, original text, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  insert into login (id, address, password_hash, totp_secret, totp_sealed_for, totp_confirmed_at, last_step, wrong_codes,
                     wrong_at, recovery_codes, created_at)
  select made, address, password_hash, totp_secret, totp_sealed_for, totp_confirmed_at, last_step, wrong_codes,
         wrong_at, recovery_codes, at from login where id = original;
  insert into passkey (login_id, id, credential_id, public_key, user_handle, rp_id, name, sign_count, created_at,
                       last_used_at, locked_at)
  select made, id, credential_id, public_key, user_handle, rp_id, name, sign_count, created_at, last_used_at, locked_at
    from passkey where login_id = original
$function$;

CREATE OR REPLACE FUNCTION public.count_artifacts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into storage_usage as u (organization_id, shard, bytes, files)
  select a.organization_id, usage_shard(), sum(a.byte_size), count(*)
    from added a where a.released_at is null group by a.organization_id order by a.organization_id
  on conflict (organization_id, shard) do update set bytes = u.bytes + excluded.bytes, files = u.files + excluded.files;
  perform require_storage_room(q.organization_id, 0, 0) from storage_quota q
    where q.organization_id in (select a.organization_id from added a where a.released_at is null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.day_partitioned()
 RETURNS TABLE(parent text, prefix text)
 LANGUAGE sql
 IMMUTABLE
AS $function$ values ('outbox_event', 'evt'), ('webhook_attempt', 'whd') $function$;

CREATE OR REPLACE FUNCTION public.delete_rows_of_closed_sample(asked text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare deletions text; logins text[];
begin
  if not was_closed(asked) then
    raise exception '% is not a closed sample', asked using errcode = 'insufficient_privilege';
  end if;
  select array_agg(distinct n.login_id) into logins from login_name n
   where n.organization_id = asked and n.login_id is not null
     and not exists (select from login_name o where o.login_id = n.login_id and o.organization_id <> asked);
  select string_agg(format('%I as (delete from %s where organization_id = $1)', 't' || c.oid, c.oid::regclass), ', ')
    into deletions
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition;
  for i in 1..2 loop
    execute 'with ' || deletions || ' select' using asked;
  end loop;
  delete from organization where id = asked;
  delete from passkey where login_id = any (logins);
  delete from login where id = any (logins);
end $function$;

CREATE OR REPLACE FUNCTION public.digests_of_room(one text)
 RETURNS TABLE(id text, kind text, digest text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select i.item_id, i.kind, i.digest from room_item i
   where i.organization_id = bound_organization() and i.room_id = one
$function$;

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

CREATE OR REPLACE FUNCTION public.drop_security_event_partitions(before timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.erase_audit_fields(event text, fields text[], digests text[], at timestamp with time zone, by_whom text, record_before text, record_after text, salts_before bytea, salts_after bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.extend_retention()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.retention_years > coalesce(old.retention_years, 0) then new.retention_position := ''; end if;
  return new;
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

CREATE OR REPLACE FUNCTION public.find_search_entries(query text, kinds text[], most integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select e.id from search_entry e
   where e.organization_id || '' = bound_organization()
     and (kinds is null or split_part(e.id, '_', 1) = any (kinds))
     and e.words @@ replace(query, '#', search_tag(bound_organization()))::tsquery
   limit most
$function$;

CREATE OR REPLACE FUNCTION public.first_unsealed_audit_event(since text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;

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

CREATE OR REPLACE FUNCTION public.grant_program(privileges text, given regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('revoke all on %s from probata_app', given);
  execute format('grant %s on %s to probata_app', privileges, given);
end $function$;

CREATE OR REPLACE FUNCTION public.hands_in_policy_file(checksum text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select distinct unnest(v.hands) from policy_version v
   where v.organization_id = bound_organization() and v.checksum_sha256 = checksum
$function$;

CREATE OR REPLACE FUNCTION public.hands_in_questions(digest text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select distinct unnest(v.hands) from questionnaire_version v
   where v.organization_id = bound_organization() and v.questions_digest = digest
$function$;

CREATE OR REPLACE FUNCTION public.has_spellings(word text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((length(word) >= 4) AND (length(word) <= 24)) AND (word !~ '[0-9]'::text));

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
  execute format('alter table %s enable row level security', tenant_table);
  execute format('alter table %s force row level security', tenant_table);
  execute format('drop policy if exists functions_of_owner on %s', tenant_table);
  execute format($policy$create policy functions_of_owner on %s to %s
    using (current_user <> session_user or current_setting('probata.migrating', true) = 'on')$policy$,
    tenant_table, (select relowner::regrole from pg_class where oid = tenant_table));
end $function$;

CREATE OR REPLACE FUNCTION public.hold_security_event_export(asked text, node text, now timestamp with time zone, lease interval)
 RETURNS TABLE(reached text, behind boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  if not exists (select from security_event_export e where e.sink = asked) then
    insert into security_event_export (sink) values (asked) on conflict do nothing;
  end if;
  update security_event_export e set node_id = node, lease_until = now + lease
   where e.sink = asked and (e.lease_until is null or e.lease_until <= now
      or e.lease_until > now + lease or (e.node_id = node and e.lease_until <= now + lease / 2));
  return query select e.reached, e.behind from security_event_export e where e.sink = asked and e.node_id = node;
end $function$;

CREATE OR REPLACE FUNCTION public.host_organization()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN COALESCE(NULLIF(bound_organization(), ''::text), room_setting(1));

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

CREATE OR REPLACE FUNCTION public.installation_facts()
 RETURNS TABLE(id text, warned_by text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select id, warned_by from installation
$function$;

CREATE OR REPLACE FUNCTION public.is_among(roles text[], person_ids text[], unit text, somebody person)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((NOT (somebody).disabled) AND ((unit IS NULL) OR ((somebody).unit_ids IS NULL) OR (unit = ANY ((somebody).unit_ids))) AND ((roles IS NULL) OR ((somebody).role = ANY (roles))) AND ((person_ids IS NULL) OR (((somebody).id)::text = ANY (person_ids))));

CREATE OR REPLACE FUNCTION public.is_asked(campaign policy_campaign, unit text, somebody person)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN is_among((campaign).roles, (campaign).person_ids, unit, somebody);

CREATE OR REPLACE FUNCTION public.is_asked(round questionnaire_round, unit text, somebody person)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN is_among((round).roles, (round).person_ids, unit, somebody);

CREATE OR REPLACE FUNCTION public.is_campaign(one text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select exists (select from policy_campaign where organization_id = bound_organization() and id = one)
      or exists (select from questionnaire_round where organization_id = bound_organization() and id = one)
$function$;

CREATE OR REPLACE FUNCTION public.is_complete(campaign policy_campaign)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((EXISTS (SELECT FROM policy_acknowledgement a WHERE (((a.organization_id)::text = ((is_complete.campaign).organization_id)::text) AND ((a.campaign_id)::text = ((is_complete.campaign).id)::text)))) AND (NOT (EXISTS (SELECT FROM (policy l JOIN person p ON (((p.organization_id)::text = (l.organization_id)::text))) WHERE (((l.organization_id)::text = ((is_complete.campaign).organization_id)::text) AND ((l.id)::text = ((is_complete.campaign).policy_id)::text) AND is_asked(is_complete.campaign, (l.unit_id)::text, p.*) AND (NOT (EXISTS (SELECT FROM policy_acknowledgement a WHERE (((a.organization_id)::text = ((is_complete.campaign).organization_id)::text) AND ((a.campaign_id)::text = ((is_complete.campaign).id)::text) AND ((a.person_id)::text = (p.id)::text))))))))));

CREATE OR REPLACE FUNCTION public.is_complete(round questionnaire_round)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((EXISTS (SELECT FROM questionnaire_response a WHERE (((a.organization_id)::text = ((is_complete.round).organization_id)::text) AND ((a.round_id)::text = ((is_complete.round).id)::text) AND (a.status = 'submitted'::text)))) AND (NOT (EXISTS (SELECT FROM (questionnaire l JOIN person p ON (((p.organization_id)::text = (l.organization_id)::text))) WHERE (((l.organization_id)::text = ((is_complete.round).organization_id)::text) AND ((l.id)::text = ((is_complete.round).questionnaire_id)::text) AND is_asked(is_complete.round, (l.unit_id)::text, p.*) AND (NOT (EXISTS (SELECT FROM questionnaire_response a WHERE (((a.organization_id)::text = ((is_complete.round).organization_id)::text) AND ((a.round_id)::text = ((is_complete.round).id)::text) AND ((a.person_id)::text = (p.id)::text) AND (a.status = 'submitted'::text))))))))));

CREATE OR REPLACE FUNCTION public.is_held(organization text, artifact text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from retention_hold h
                  where h.organization_id = organization and h.status <> 'released' and h.claim_id is null)
      or exists (select from retention_hold h
                   join attachment_link l on l.organization_id = h.organization_id and l.claim_id = h.claim_id
                  where h.organization_id = organization and h.status <> 'released' and l.artifact_id = artifact)
$function$;

CREATE OR REPLACE FUNCTION public.is_sample(asked text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select exists (select from organization o where o.id = asked and o.sample)
$function$;

CREATE OR REPLACE FUNCTION public.keep_completed_answer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare answer assessment_answer;
begin
  if tg_op = 'INSERT' then answer := new; else answer := old; end if;
  if tg_op = 'DELETE' and was_closed(old.organization_id) then return old; end if;
  if exists (select from assessment a where a.organization_id = answer.organization_id
      and a.id = answer.assessment_id and a.status = 'completed') then
    raise exception 'an answer of a completed assessment does not change' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_completed_assessment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and was_closed(old.organization_id) then return old; end if;
  if old.status = 'completed' then
    raise exception 'a completed assessment does not change' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_copy()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare held boolean; kept boolean;
begin
  if tg_op = 'UPDATE' then
    if old.state <> 'verified' or new.state in ('verified', 'damaged') then return new; end if;
  elsif old.state = 'writing' or was_closed(old.organization_id) then return old;
  end if;
  perform lock_holds(old.organization_id, false);
  select is_held(a.organization_id, a.id), a.retain_until > now() into held, kept
    from artifact a where a.organization_id = old.organization_id and a.blob_key = old.blob_key;
  if held or kept then
    if held and old.state = 'damaged' then perform refuse_removal('the damaged copy'); end if;
    perform from blob_copy c
      where c.organization_id = old.organization_id and c.blob_key = old.blob_key and c.object_key <> old.object_key
        and c.state = 'verified'
        and not exists (select from storage_data_key k
                         where k.organization_id = c.organization_id and k.id = c.data_key_id and k.status = 'destroyed')
      limit 1 for share of c;
    if not found then perform refuse_removal('the last copy'); end if;
  end if;
  if tg_op = 'UPDATE' then return new; end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare kept boolean; file text;
begin
  if tg_op = 'UPDATE' and tg_table_name = 'artifact' then
    if old.retain_until is null or new.retain_until >= old.retain_until then return new; end if;
    raise exception 'a retention is never shortened' using errcode = 'restrict_violation', constraint = 'retention_hold';
  end if;
  if tg_op = 'DELETE' and was_closed(old.organization_id) then return old; end if;
  file := to_jsonb(old) ->> case tg_table_name when 'artifact' then 'id' else 'artifact_id' end;
  perform lock_holds(old.organization_id, false);
  select a.retain_until > now() or is_held(a.organization_id, a.id) into kept
    from artifact a where a.organization_id = old.organization_id and a.id = file;
  if kept then perform refuse_removal('the file'); end if;
  if tg_op = 'UPDATE' then return new; end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_hold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    if old.status <> 'released' and (old.organization_id, old.id, old.placed_by) = (new.organization_id, new.id, new.placed_by)
       and old.claim_id is not distinct from new.claim_id then return new; end if;
  end if;
  if tg_op = 'DELETE' and was_closed(old.organization_id) then return old; end if;
  raise exception 'a hold is not moved, and its release is final' using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform lock_holds(new.organization_id, false);
  if what_keeps_key(new.organization_id, new.id, new.destroyed_at) is not null then
    perform refuse_removal('a key of the file');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_key_holder()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.kind = 'local' then return new; end if;
  perform from storage_key_provider p
    where p.organization_id = new.organization_id and (p.kind, p.settings) = (new.kind, new.settings);
  if found then return new; end if;
  perform lock_holds(new.organization_id, false);
  perform from retention_hold h where h.organization_id = new.organization_id and h.status <> 'released' limit 1;
  if found then perform refuse_removal('who holds the keys'); end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_ledger_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.until is null and new.until is not null
    and (old.organization_id, old.id, old.purpose, old.vkey, old.sealed, old.since)
      = (new.organization_id, new.id, new.purpose, new.vkey, new.sealed, new.since)
    and old.generation is not distinct from new.generation then return new; end if;
  if tg_op = 'DELETE' and was_closed(old.organization_id) then return old; end if;
  raise exception 'a key of the ledger only ends' using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_license(new_state text, new_token text, new_facts text, new_terms text, new_problem text, state_since timestamp with time zone, last_seen timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  update license_state set state = new_state, token = new_token, facts = new_facts, terms = new_terms,
         problem = new_problem, since = state_since, seen_at = last_seen
$function$;

CREATE OR REPLACE FUNCTION public.keep_organization()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if was_closed(old.id) then return old; end if;
  raise exception 'a workspace is not deleted' using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_published_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and was_closed(old.organization_id) then return old; end if;
  if old.status = 'published' then
    raise exception 'a published version does not change' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_real_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from removed r where not was_closed(r.organization_id)) then
    raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_sample_mark()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a workspace never becomes or stops being a sample' using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_submitted_response()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and was_closed(old.organization_id) then return old; end if;
  if old.status = 'submitted' then
    raise exception 'a submitted response does not change' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $function$;

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
       and (l.hastening or (select true from webhook_queue q where q.organization_id = l.organization_id and q.endpoint_id = l.endpoint_id
                and q.due <= floor(extract(epoch from now) * 1000)::bigint order by q.due limit 1)
         or (select true from webhook_replay r where r.organization_id = l.organization_id
                and r.endpoint_id = l.endpoint_id and r.status = 'running' limit 1))
     limit most for update of l skip locked)
  update webhook_lane l set owner = node, epoch = l.epoch + 1, lease_until = until
    from free where l.organization_id = free.organization_id and l.endpoint_id = free.endpoint_id
  returning l.organization_id, l.endpoint_id, l.epoch
$function$;

CREATE OR REPLACE FUNCTION public.ledger_erasing()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select current_user <> session_user and coalesce(current_setting('probata.erasing', true), '') = 'on'
$function$;

CREATE OR REPLACE FUNCTION public.ledger_heads(asked text[])
 RETURNS TABLE(organization_id text, generation integer, size bigint, frontier bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select t.organization_id, t.generation, t.size, t.frontier
    from unnest(asked) as o (id) cross join lateral (
      select * from ledger_tree where organization_id = o.id order by generation desc limit 1) t
$function$;

CREATE OR REPLACE FUNCTION public.ledger_places_in_trouble(before timestamp with time zone)
 RETURNS TABLE(place text, since timestamp with time zone, code text, organizations bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select place, min(since), min(code), count(*) from ledger_place_trouble
   where since <= before group by place order by place
$function$;

CREATE OR REPLACE FUNCTION public.ledger_state()
 RETURNS TABLE(revision bigint, walking boolean, stopped_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select revision, walking, stopped_at from ledger_cursor
$function$;

CREATE OR REPLACE FUNCTION public.ledger_trees()
 RETURNS TABLE(organization_id text, generation integer, origin text, size bigint, root bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id, coalesce(t.generation, 1), t.origin, coalesce(t.size, 0), t.root
    from (select id::text collate "C" as id from organization union all select 'install' collate "C") o
    left join lateral (
      select * from ledger_tree where organization_id = o.id order by generation desc limit 1) t on true
   order by 1
$function$;

CREATE OR REPLACE FUNCTION public.ledger_work(most integer, node text, now timestamp with time zone)
 RETURNS TABLE(revision bigint, goal text, unfinished boolean, restored boolean, stopped boolean, organization_id text, id text, record text, transaction text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.license_standing()
 RETURNS TABLE(state text, facts text, terms text, problem text, since timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select state, facts, terms, problem, since from license_state
$function$;

CREATE OR REPLACE FUNCTION public.lock_holds(organization text, alone boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare gate bigint := hashtextextended('retention holds ' || organization, 0);
begin
  if alone then perform pg_advisory_xact_lock(gate);
  else perform pg_advisory_xact_lock_shared(gate);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_license()
 RETURNS TABLE(state text, token text, terms text, problem text, since timestamp with time zone, seen_at timestamp with time zone)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select state, token, terms, problem, since, seen_at from license_state for no key update
$function$;

CREATE OR REPLACE FUNCTION public.lock_login(asked text)
 RETURNS SETOF login
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select * from login where id = asked for update
$function$;

CREATE OR REPLACE FUNCTION public.lock_of_copy()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  select greatest(new.lock_until, a.retain_until) into new.lock_until
    from storage_binding b
    join artifact a on a.organization_id = b.organization_id and a.blob_key = new.blob_key
   where b.organization_id = new.organization_id and b.id = new.binding_id and b.retention_mode <> 'none';
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_organization(asked text)
 RETURNS TABLE(id text, name text, webhook_form text, time_zone text, operator boolean, second_person boolean)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select id, name, webhook_form, time_zone, operator, second_person from organization where slug = asked for update
$function$;

CREATE OR REPLACE FUNCTION public.locks_of_artifact()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update blob_copy c set lock_until = greatest(c.lock_until, new.retain_until)
    from storage_binding b
   where c.organization_id = new.organization_id and c.blob_key = new.blob_key and c.state = 'verified'
     and b.organization_id = c.organization_id and b.id = c.binding_id and b.retention_mode <> 'none';
  return null;
end $function$;

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

CREATE OR REPLACE FUNCTION public.make_security_event_partitions(first timestamp with time zone, months integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.mark_notifications_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update notification_progress set changed = true
   where organization_id = coalesce(new.organization_id, old.organization_id) and not changed;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.mark_operator(asked text, marked boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update organization set operator = false where operator and (marked or id = asked);
  if marked then update organization set operator = true where id = asked; end if;
end $function$;

CREATE OR REPLACE FUNCTION public.memberships_of(login text)
 RETURNS TABLE(organization_id text, subject_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select organization_id, subject_id from login_name where login_id = login and kind = 'person' order by organization_id
$function$;

CREATE OR REPLACE FUNCTION public.messages_to_send(at timestamp with time zone, latest timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  (select n.organization_id from notification n where n.sending = 'new' and n.ended_at is null
    order by n.organization_id limit 1)
  union all
  (select d.organization_id from notification_delivery d where d.state = 'pending' and d.due_at <= at
      and (d.lease_until is null or d.lease_until <= at or d.lease_until > latest)
    order by d.due_at, d.organization_id limit 1)
$function$;

CREATE OR REPLACE FUNCTION public.move_claims()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update evidence_claim set unit_id = new.unit_id
   where organization_id = new.organization_id and evidence_requirement_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.move_packages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update submission_package set unit_id = new.unit_id
   where organization_id = new.organization_id and submission_requirement_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.move_person(person text, to_address text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with moved as (
    update login_name set name = to_address
     where organization_id = bound_organization() and subject_id = person and kind = 'person'
    returning login_id)
  update login l set address = to_address from moved m
   where l.id = m.login_id
     and not exists (select from login_name n where n.login_id = l.id and n.organization_id <> bound_organization())
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

CREATE OR REPLACE FUNCTION public.new_identifier(prefix text, at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
AS $function$
  select identifier_floor(prefix, at) || string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(random.bytes, i) & 31), 1), '' order by i)
    from (select uuid_send(gen_random_uuid()) as bytes) random, generate_series(0, 15) i
$function$;

CREATE OR REPLACE FUNCTION public.newest_search_entries(query text, kinds text[], walked integer, most integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select newest.id from unnest(kinds) k (kind) cross join lateral (
    select w.id from (
      select e.id, e.words from search_entry e
       where e.organization_id = bound_organization() and e.id > k.kind || '_' and e.id < k.kind || '`'
       order by e.id desc limit walked) w
     where w.words @@ replace(query, '#', search_tag(bound_organization()))::tsquery
     order by w.id desc limit most) newest
$function$;

CREATE OR REPLACE FUNCTION public.note_security_event_export(asked text, node text, upto text, is_behind boolean)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with noted as (
    update security_event_export e set reached = greatest(e.reached, upto), behind = is_behind
     where e.sink = asked and e.node_id = node and (e.reached < upto or e.behind <> is_behind)
    returning 1
  )
  select exists (select from noted)
$function$;

CREATE OR REPLACE FUNCTION public.note_sent_package()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update submission_occurrence o set next_at = new.logged_at
    from submission_deadline d
   where d.organization_id = new.organization_id and d.package_id = new.id
     and o.organization_id = d.organization_id and o.id = d.occurrence_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_of_job()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform wake_notifications(operating_organization());
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_of_problem()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform wake_notifications(coalesce(new.organization_id, old.organization_id));
  return null;
end $function$;

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

CREATE OR REPLACE FUNCTION public.only_samples_close()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from organization o where o.id = new.id and o.sample) then return new; end if;
  raise exception '% is not a sample workspace', new.id using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.operates_install(asked text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select coalesce((select o.operator or (
                       not o.sample and (select count(*) from (select from organization where not sample limit 2) x) = 1)
                     from organization o where o.id = asked), false)
$function$;

CREATE OR REPLACE FUNCTION public.operating_organization()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organization o where operates_install(o.id) limit 1
$function$;

CREATE OR REPLACE FUNCTION public.organization_exists()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select exists (select from organization where not sample)
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
   where not sample and exists (select from setup_link where token_sha256 = token and expires_at > now and not used)
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

CREATE OR REPLACE FUNCTION public.organizations_of_license()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select id from organization order by id
$function$;

CREATE OR REPLACE FUNCTION public.organizations_to_count(since timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organization o
   where coalesce((select c.checked_at <= since from storage_usage_check c where c.organization_id = o.id), true)
      or (select true from storage_data_key k
           where k.organization_id = o.id and k.status = 'destroyed' and not k.files_released limit 1)
   order by o.id
$function$;

CREATE OR REPLACE FUNCTION public.organizations_to_index(rules_now integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organization o
    left join lateral (select * from search_progress where organization_id = o.id limit 1) p on true
    left join lateral (
      select generation, size from ledger_tree where organization_id = o.id order by generation desc limit 1) t on true
   where p.rules is null or p.rules < rules_now or p.rules = rules_now and (
     p.walked is not null or (t.generation, t.size) > (p.generation, p.size))
$function$;

CREATE OR REPLACE FUNCTION public.organizations_to_notify(at timestamp with time zone, most integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select organization_id from notification_progress where wake_at <= at order by wake_at, organization_id limit most
$function$;

CREATE OR REPLACE FUNCTION public.organizations_to_publish(before timestamp with time zone, places text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.organizations_to_scrub(before timestamp with time zone, suspect_before timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.organizations_to_send(at timestamp with time zone, latest timestamp with time zone, most integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with recursive waiting (id) as (
    (select organization_id from notification_delivery where state = 'pending' order by organization_id limit 1)
    union all
    select (select d.organization_id from notification_delivery d
             where d.state = 'pending' and d.organization_id > w.id order by d.organization_id limit 1)
      from waiting w where w.id is not null)
  select w.id from waiting w cross join lateral (
    select d.due_at from notification_delivery d
     where d.organization_id = w.id and d.state = 'pending' and d.due_at <= at
       and (d.lease_until is null or d.lease_until <= at or d.lease_until > latest)
     order by d.due_at, d.id limit 1) oldest
   where w.id is not null order by oldest.due_at, w.id limit most
$function$;

CREATE OR REPLACE FUNCTION public.organizations_to_sort(most integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with recursive waiting (id) as (
    (select organization_id from notification where sending = 'new' and ended_at is null
      order by organization_id limit 1)
    union all
    select (select n.organization_id from notification n
             where n.sending = 'new' and n.ended_at is null and n.organization_id > w.id
             order by n.organization_id limit 1)
      from waiting w where w.id is not null)
  select id from waiting where id is not null limit most
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_abandoned_blobs(now timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select distinct b.organization_id::text from staged_blob b
   where case when b.locked_until is not null then b.locked_until <= now
              else b.created_at <= now - interval '7 days'
                or not exists (select from node n where n.id = b.node_id and n.lease_until > now) end
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_acceptances_to_end(now timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organization o where exists (
    select from finding f where f.organization_id = o.id and f.status = 'accepted' and f.accepted_until <= now)
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_active_frameworks()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organization o where exists (
    select from framework f where f.organization_id = o.id and f.status = 'active')
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_bindings()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organization o
   where (select true from storage_binding b where b.organization_id = o.id and b.status = 'active') order by 1
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

CREATE OR REPLACE FUNCTION public.organizations_with_copies_to_lock()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organization o
   where (select true from blob_copy c
           where c.organization_id = o.id and c.state = 'verified' and c.lock_until is not null and c.remove_after is null
             and (c.locked_until is null or c.locked_until < c.lock_until) limit 1)
   order by 1
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_copies_to_remove(now timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organization o
   where (select true from blob_copy c where c.organization_id = o.id and c.remove_after <= now limit 1)
   order by 1
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

CREATE OR REPLACE FUNCTION public.organizations_with_digests()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with recursive waiting (id) as (
    (select organization_id from notification where sending = 'digest' and ended_at is null
      order by organization_id limit 1)
    union all
    select (select n.organization_id from notification n
             where n.sending = 'digest' and n.ended_at is null and n.organization_id > w.id
             order by n.organization_id limit 1)
      from waiting w where w.id is not null)
  select id from waiting where id is not null
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_exports_to_end(now timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organization o
   where (select true from evidence_export e
           where e.organization_id = o.id and e.status = 'ready' and e.expires_at <= now limit 1)
      or (select true from evidence_export e
            join room_bundle b on b.organization_id = e.organization_id and b.export_id = e.id
            join room r on r.organization_id = b.organization_id and r.id = b.room_id
           where e.organization_id = o.id and e.status = 'ready' and r.status = 'ended' limit 1)
      or (select true from evidence_export e
           where e.organization_id = o.id and e.status in ('failed', 'cancelled', 'expired') and e.stage <> 'asked' limit 1)
   order by 1
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_exports_to_prepare(now timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organization o
   where (select true from evidence_export e
           where e.organization_id = o.id and e.status = 'preparing' and (e.retry_at is null or e.retry_at <= now) limit 1)
   order by 1
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_factor_resets()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id::text from organization o
   where (select f.id from factor_reset f where f.organization_id = o.id and f.status = 'open' limit 1) is not null
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

CREATE OR REPLACE FUNCTION public.organizations_with_ledgers()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select distinct organization_id::text from ledger_tree order by 1
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_old_data_keys(before timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organization o where (
    select true from storage_data_key k
     where k.organization_id = o.id and k.status = 'active' and k.created_at <= before limit 1)
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_old_deliveries(before timestamp with time zone, most integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select distinct old.organization_id from (
    select d.organization_id from notification_delivery d where d.ended_at < before order by d.ended_at limit most) old
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_outside_keys()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organization o where (
    select true from storage_key_provider p where p.organization_id = o.id and p.kind <> 'local' limit 1)
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_packages_to_create(now timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select r.organization_id from submission_requirement r where r.schedule_next_at <= now
  union
  select o.organization_id from submission_occurrence o where o.next_at <= now
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_policy_campaigns_to_end(now timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organization o where exists (
    select from policy_campaign c
     where c.organization_id = o.id and c.status = 'running' and (c.retry_at is null or c.retry_at <= now)
       and (c.due_at <= now or is_complete(c)))
   order by 1
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_questionnaire_rounds_to_end(now timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organization o where exists (
    select from questionnaire_round c
     where c.organization_id = o.id and c.status = 'running' and (c.retry_at is null or c.retry_at <= now)
       and (c.due_at <= now or is_complete(c)))
   order by 1
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_retention_to_extend()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organization o where (
    select true from evidence_requirement r
     where r.organization_id = o.id and r.retention_position is not null limit 1)
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_scans_to_end(before timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organization o where exists (
    select from finding_scan s where s.organization_id = o.id and s.started_at < before)
$function$;

CREATE OR REPLACE FUNCTION public.organizations_with_scim_events_to_forget(until text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organization o
   where (select e.id from scim_event e where e.organization_id = o.id order by e.id limit 1) < until
      or exists (select from scim_event e where e.organization_id = o.id order by e.id offset 100000)
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

CREATE OR REPLACE FUNCTION public.organizations_with_storage_migrations(now timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organization o
   where (
       select true from storage_migration m
        where m.organization_id = o.id and m.status in ('copying', 'holding', 'deleting')
          and not m.paused and (m.status <> 'holding' or m.delete_after <= now) limit 1)
      or (select true from blob_copy c where c.organization_id = o.id and c.migration_id is not null limit 1)
$function$;

CREATE OR REPLACE FUNCTION public.own_findings_of_fingerprints(source text, names text[])
 RETURNS TABLE(finding_id text, fingerprint text, is_current boolean, is_first boolean, category text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select k.finding_id, k.fingerprint, k.is_current, f.source_fingerprint = k.fingerprint, category_of_finding(f.record)
    from finding_fingerprint k join finding f on f.organization_id = k.organization_id and f.id = k.finding_id
   where k.organization_id = bound_organization() and k.source_module_key = source and k.fingerprint = any (names)
     and f.reporter_unit_id is not distinct from own_unit()
$function$;

CREATE OR REPLACE FUNCTION public.own_unit()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN NULLIF(NULLIF(split_part(current_setting('probata.units'::text, true), ','::text, 1), ''::text), '*'::text);

CREATE OR REPLACE FUNCTION public.passkeys_of(login text)
 RETURNS SETOF passkey
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select * from passkey where login_id = login order by created_at, id
$function$;

CREATE OR REPLACE FUNCTION public.passkeys_with(credential text)
 RETURNS SETOF passkey
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select * from passkey where credential_id = credential order by login_id
$function$;

CREATE OR REPLACE FUNCTION public.people_behind(ids text[])
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  behind text[] := array(select distinct g.id collate "C" from unnest(ids) as g (id) where g.id is not null);
  found text[] := behind;
begin
  loop
    select array_agg(distinct e.id) into found from (
      select c.custodian_id::text collate "C" as id from custodian c
       where c.organization_id = bound_organization() and c.person_id = any (found)
         and c.released_at is null and c.applies_from <= now()
      union all
      select x.id collate "C" from service_account a
        cross join lateral (values (a.made_by::text), (a.secret_shown_to::text)) as x (id)
       where a.organization_id = bound_organization() and a.id = any (found)
      union all
      select r.custodian_id::text collate "C" from resource_custodian r
       where r.organization_id = bound_organization() and r.resource_id = any (found)
    ) e where e.id is not null and e.id <> all (behind);
    exit when found is null;
    behind := behind || found;
  end loop;
  return behind;
end
$function$;

CREATE OR REPLACE FUNCTION public.people_of_words(queries text[], most integer)
 RETURNS TABLE(word integer, id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select q.word::int, p.id from unnest(queries) with ordinality q (query, word)
   cross join lateral newest_search_entries(q.query, array['prs'], 10000, most) p (id)
$function$;

CREATE OR REPLACE FUNCTION public.person_at(asked text)
 RETURNS TABLE(subject_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select subject_id from login_name where name = asked and kind = 'person' and organization_id = bound_organization()
$function$;

CREATE OR REPLACE FUNCTION public.posture_turn(organization text, after timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select to_timestamp((floor((extract(epoch from after) - turn) / 300) + 1) * 300 + turn)
    from (select mod(abs(hashtext(organization)::bigint), 300) as turn) organization
$function$;

CREATE OR REPLACE FUNCTION public.project_entitlements(given jsonb, given_by text, good_until timestamp with time zone)
 RETURNS TABLE(organization_id text, capability text, allowed boolean, most integer, was_allowed boolean, was_most integer)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with wanted as (
    select o.id, e.key, (e.value ->> 'allowed')::boolean as allowed, (e.value ->> 'limit')::integer as most
      from organization o cross join lateral jsonb_each(coalesce(given -> o.slug, given -> '*')) e
  ), differing as (
    select w.id, w.key, w.allowed, w.most, s.allowed as was_allowed, s.most as was_most
      from wanted w
      left join lateral (select r.* from organization_entitlement r
                          where r.organization_id = w.id and r.capability = w.key limit 1) s on true
     where (s.allowed, s.most, s.source, s.until) is distinct from (w.allowed, w.most, given_by, good_until)
  ), written as (
    insert into organization_entitlement as r (organization_id, capability, allowed, most, source, until)
    select d.id, d.key, d.allowed, d.most, given_by, good_until from differing d
        on conflict on constraint organization_entitlement_pkey do update
       set allowed = excluded.allowed, most = excluded.most, source = excluded.source, until = excluded.until
    returning 1
  )
  select d.id::text, d.key, d.allowed, d.most, d.was_allowed, d.was_most from differing d order by 1, 2
$function$;

CREATE OR REPLACE FUNCTION public.protect_by_parent(tenant_table regclass, parent regclass, reference name)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('drop policy if exists bound_unit on %s', tenant_table);
  execute format($policy$create policy bound_unit on %s as restrictive to probata_app
    using (sees_every_unit() or %I is null or sees_%s(organization_id, %I))$policy$,
    tenant_table, reference, parent, reference);
end $function$;

CREATE OR REPLACE FUNCTION public.protect_by_room(tenant_table regclass, privileges text, reference name)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform protect_tenant_table(tenant_table, privileges);
  execute format('alter policy bound_organization on %s using (organization_id = host_organization())', tenant_table);
  execute format('drop policy if exists bound_room on %s', tenant_table);
  execute format('create policy bound_room on %s as restrictive to probata_app
    using (room_setting(2) is null or %I = room_setting(2))', tenant_table, reference);
end $function$;

CREATE OR REPLACE FUNCTION public.protect_by_unit(tenant_table regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('drop policy if exists bound_unit on %s', tenant_table);
  execute format('create policy bound_unit on %s as restrictive to probata_app using (unit_id is null or sees_unit(unit_id))', tenant_table);
end $function$;

CREATE OR REPLACE FUNCTION public.protect_tenant_table(tenant_table regclass, privileges text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform hold_owner(tenant_table);
  execute format('drop policy if exists bound_organization on %s', tenant_table);
  execute format('create policy bound_organization on %s to probata_app using (organization_id = bound_organization())', tenant_table);
  perform grant_program(privileges, tenant_table);
end $function$;

CREATE OR REPLACE FUNCTION public.protect_word_index(tenant_table regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform protect_tenant_table(tenant_table, 'select');
  execute format('alter policy functions_of_owner on %s using (true)', tenant_table);
end $function$;

CREATE OR REPLACE FUNCTION public.recount_artifacts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into storage_usage as u (organization_id, shard, bytes, files)
  select d.organization_id, usage_shard(), sum(d.bytes), sum(d.files)
    from (select w.organization_id, w.byte_size as bytes, 1 as files from now_so w where w.released_at is null
           union all
          select b.organization_id, -b.byte_size, -1 from before b where b.released_at is null) d
   group by d.organization_id having sum(d.bytes) <> 0 or sum(d.files) <> 0 order by d.organization_id
  on conflict (organization_id, shard) do update set bytes = u.bytes + excluded.bytes, files = u.files + excluded.files;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and current_user <> session_user then return null; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_but_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and ledger_erasing() then return null; end if;
  if tg_op = 'DELETE' and current_user <> session_user then return null; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_id()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from closed_sample c where c.id = new.id) then return new; end if;
  raise exception '% was a sample workspace', new.id using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_removal(what text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is kept by a hold or by its retention', what
    using errcode = 'restrict_violation', constraint = 'retention_hold';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_sending_of_sample()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_nargs > 0 and to_jsonb(new) ->> 'kind' = tg_argv[0] then return new; end if;
  if not is_sample(new.organization_id) then return new; end if;
  raise exception 'a sample workspace sends nothing to other systems'
    using errcode = 'restrict_violation', constraint = 'sample_sends_nothing';
end $function$;

CREATE OR REPLACE FUNCTION public.remove_other_passkeys(login text, kept text)
 RETURNS SETOF text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  delete from passkey where login_id = login and id is distinct from kept returning id::text
$function$;

CREATE OR REPLACE FUNCTION public.remove_passkey(login text, removed text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with gone as (delete from passkey where login_id = login and id = removed returning true)
  select exists (select from gone)
$function$;

CREATE OR REPLACE FUNCTION public.rename_passkey(login text, renamed text, named text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with changed as (update passkey set name = named where login_id = login and id = renamed returning true)
  select exists (select from changed)
$function$;

CREATE OR REPLACE FUNCTION public.require_storage_room(organization text, asked_bytes bigint, asked_files bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  quota record;
  used record;
begin
  select least(q.bytes, q.own_bytes) as bytes, least(q.files, q.own_files) as files into quota
    from storage_quota q where q.organization_id = organization;
  if quota.bytes is null and quota.files is null then return; end if;
  select coalesce(sum(u.bytes), 0) + asked_bytes as bytes, coalesce(sum(u.files), 0) + asked_files as files into used
    from storage_usage u where u.organization_id = organization;
  if used.bytes > quota.bytes then
    raise exception 'more bytes than the quota' using errcode = '23514', constraint = 'storage_quota_bytes',
      detail = used.bytes || '/' || quota.bytes;
  end if;
  if used.files > quota.files then
    raise exception 'more files than the quota' using errcode = '23514', constraint = 'storage_quota_files',
      detail = used.files || '/' || quota.files;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.retain_attached()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare years integer;
begin
  select r.retention_years into years
    from evidence_claim c
    join evidence_requirement r on r.organization_id = c.organization_id and r.id = c.evidence_requirement_id
   where c.organization_id = new.organization_id and c.id = new.claim_id
     for key share of r;
  if years is null then return null; end if;
  update artifact a set retain_until = retained_until(years, (new.record::json ->> 'createdAt')::timestamptz)
   where a.organization_id = new.organization_id and a.id = new.artifact_id
     and (a.retain_until is null or a.retain_until < retained_until(years, (new.record::json ->> 'createdAt')::timestamptz));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.retained_until(years integer, attached_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (date_trunc('day', (attached_at at time zone 'UTC') + make_interval(years => years)) + interval '1 day')
         at time zone 'UTC'
$function$;

CREATE OR REPLACE FUNCTION public.room_setting(part integer)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN NULLIF(split_part(current_setting('probata.room'::text, true), '/'::text, part), ''::text);

CREATE OR REPLACE FUNCTION public.same_hands(ids text[])
 RETURNS text[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET enable_seqscan TO 'off'
AS $function$
  with recursive reached(id) as (
    select g.id collate "C" from unnest(people_behind(ids)) as g (id)
    union
    select e.id from reached r cross join lateral (
      select c.person_id::text collate "C" as id from custodian c
       where c.organization_id = bound_organization() and c.custodian_id = r.id
         and c.released_at is null and c.applies_from <= now()
      union all
      select a.id::text collate "C" from service_account a
       where a.organization_id = bound_organization() and (a.made_by = r.id or a.secret_shown_to = r.id)
      union all
      select x.resource_id::text collate "C" from resource_custodian x
       where x.organization_id = bound_organization() and x.custodian_id = r.id
    ) e
  )
  select coalesce(array_agg(id), '{}') from reached
$function$;

CREATE OR REPLACE FUNCTION public.sample_workspace()
 RETURNS TABLE(id text, slug text, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select id, slug, name from organization where sample
$function$;

CREATE OR REPLACE FUNCTION public.scope_of_finding(record text, unit text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (category_of_finding(record) || COALESCE(('
'::text || unit), ''::text));

CREATE OR REPLACE FUNCTION public.seal_ledger(expected bigint, reached text, more boolean, at timestamp with time zone, node text, lease timestamp with time zone, organizations text[], generations integer[], indexes bigint[], events text[], salts bytea[], hashes bytea[], last_transaction text, subtree_organizations text[], subtree_generations integer[], levels smallint[], subtree_indexes bigint[], subtree_hashes bytea[], tree_organizations text[], tree_generations integer[], origins text[], sizes bigint[], frontiers bytea[], roots bytea[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.sealed_samples()
 RETURNS TABLE(kind text, organization text, record text, field text, sealed text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  (select 'webhook_secret', o.id::text, w.id::text, 'signing_secret', w.secret
     from organization o cross join lateral (
       select id, secret from webhook_endpoint where organization_id = o.id and status <> 'deleted' order by id limit 1) w
    order by w.id limit 1)
  union all
  (select 'identity_provider_secret', o.id::text, p.id::text, 'clientSecret', p.client_secret
     from organization o cross join lateral (
       select id, client_secret from identity_provider
        where organization_id = o.id and is_current and client_secret <> '' limit 1) p
    order by p.id limit 1)
  union all
  (select 'sign_on_key', o.id::text, k.id::text, 'privateKey', k.private_key
     from organization o cross join lateral (
       select id, private_key from sign_on_key where organization_id = o.id order by id limit 1) k
    order by k.id limit 1)
  union all
  (select 'second_factor', split_part(totp_sealed_for, ' ', 1), split_part(totp_sealed_for, ' ', 2), 'totp', totp_secret
     from login where totp_secret is not null and totp_sealed_for is not null order by id limit 1)
  union all
  (select 'storage_data_key', o.id::text, k.id::text, 'wrapped', k.wrapped
     from organization o cross join lateral (
       select id, wrapped from storage_data_key where organization_id = o.id and wrapped is not null order by id limit 1) k
    order by k.id limit 1)
  union all
  (select 'storage_key_token', o.id::text, p.id::text, 'token', p.token
     from organization o cross join lateral (
       select id, token from storage_key_provider where organization_id = o.id and token is not null limit 1) p
    order by p.id limit 1)
  union all
  (select 'ledger_key', o.id, k.id::text, 'ledger-key', k.sealed
     from (select id::text collate "C" as id from organization union all select 'install' collate "C") o cross join lateral (
       select id, sealed from ledger_key where organization_id = o.id order by id limit 1) k
    order by k.id limit 1)
$function$;

CREATE OR REPLACE FUNCTION public.search_entries_among(query text, ids text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select found.id from unnest(ids) i (id) cross join lateral (
    select e.id, e.words from search_entry e
     where e.organization_id = bound_organization() and e.id = i.id offset 0) found
   where found.words @@ replace(query, '#', search_tag(bound_organization()))::tsquery
$function$;

CREATE OR REPLACE FUNCTION public.search_tag(organization text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN "left"(encode(sha256((organization)::bytea), 'hex'::text), 6);

CREATE OR REPLACE FUNCTION public.security_events_after(after text, most integer)
 RETURNS TABLE(id text, record text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select e.id, e.record
    from (select id::text collate "C" as id from organization union all select 'install' collate "C") o
   cross join lateral (
     select s.id, s.record from security_event s
      where s.organization_id = o.id and s.id > after order by s.id limit most) e
   order by e.id limit most
$function$;

CREATE OR REPLACE FUNCTION public.sees_assessment(tenant text, one text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin return exists (select from assessment where organization_id = tenant and id = one); end $function$;

CREATE OR REPLACE FUNCTION public.sees_commented(tenant text, page text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return case split_part(page, '_', 1)
    when 'gec' then sees_evidence_claim(tenant, page)
    when 'ger' then sees_evidence_requirement(tenant, page)
    when 'gfd' then sees_finding(tenant, page)
    when 'gas' then sees_assessment(tenant, page)
    when 'subpkg' then sees_submission_package(tenant, page)
    when 'subreq' then sees_submission_requirement(tenant, page)
    else split_part(page, '_', 1) in
      ('grk', 'gct', 'gex', 'gmd', 'gmr', 'gmi', 'gid', 'gim', 'gat', 'gpe', 'gdd', 'gra', 'gch', 'gvu')
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.sees_every_unit()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN COALESCE((current_setting('probata.units'::text, true) = '*'::text), false);

CREATE OR REPLACE FUNCTION public.sees_evidence_claim(tenant text, one text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin return exists (select from evidence_claim where organization_id = tenant and id = one); end $function$;

CREATE OR REPLACE FUNCTION public.sees_evidence_requirement(tenant text, one text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin return exists (select from evidence_requirement where organization_id = tenant and id = one); end $function$;

CREATE OR REPLACE FUNCTION public.sees_finding(tenant text, one text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin return exists (select from finding where organization_id = tenant and id = one); end $function$;

CREATE OR REPLACE FUNCTION public.sees_item(tenant text, item text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin return item is null or left(item, 4) <> 'gec_' or sees_evidence_claim(tenant, item); end $function$;

CREATE OR REPLACE FUNCTION public.sees_notified_record(tenant text, one text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return case split_part(one, '_', 1)
    when 'gec' then exists (select from evidence_claim where organization_id = tenant and id = one)
    when 'ger' then exists (select from evidence_requirement where organization_id = tenant and id = one)
    when 'gfd' then exists (select from finding where organization_id = tenant and id = one)
    when 'gas' then exists (select from assessment where organization_id = tenant and id = one)
    when 'gpl' then exists (select from policy where organization_id = tenant and id = one)
    when 'gpc' then exists (select from policy_campaign where organization_id = tenant and id = one)
    when 'gqn' then exists (select from questionnaire where organization_id = tenant and id = one)
    when 'gqr' then exists (select from questionnaire_round where organization_id = tenant and id = one)
    when 'subreq' then exists (select from submission_requirement where organization_id = tenant and id = one)
    when 'subpkg' then exists (select from submission_package where organization_id = tenant and id = one)
    else true end;
end $function$;

CREATE OR REPLACE FUNCTION public.sees_policy(tenant text, one text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin return exists (select from policy where organization_id = tenant and id = one); end $function$;

CREATE OR REPLACE FUNCTION public.sees_policy_campaign(tenant text, one text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin return exists (select from policy_campaign where organization_id = tenant and id = one); end $function$;

CREATE OR REPLACE FUNCTION public.sees_questionnaire(tenant text, one text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin return exists (select from questionnaire where organization_id = tenant and id = one); end $function$;

CREATE OR REPLACE FUNCTION public.sees_questionnaire_round(tenant text, one text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin return exists (select from questionnaire_round where organization_id = tenant and id = one); end $function$;

CREATE OR REPLACE FUNCTION public.sees_record_comment(tenant text, one text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin return exists (select from record_comment where organization_id = tenant and id = one); end $function$;

CREATE OR REPLACE FUNCTION public.sees_room(tenant text, one text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin return exists (select from room where organization_id = tenant and id = one); end $function$;

CREATE OR REPLACE FUNCTION public.sees_submission_package(tenant text, one text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin return exists (select from submission_package where organization_id = tenant and id = one); end $function$;

CREATE OR REPLACE FUNCTION public.sees_submission_requirement(tenant text, one text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin return exists (select from submission_requirement where organization_id = tenant and id = one); end $function$;

CREATE OR REPLACE FUNCTION public.sees_unit(unit text)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN COALESCE(((current_setting('probata.units'::text, true) = '*'::text) OR (unit = ANY (string_to_array(current_setting('probata.units'::text, true), ','::text)))), false);

CREATE OR REPLACE FUNCTION public.serve_program(definer regprocedure)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('revoke all on function %s from public', definer);
  execute format('grant execute on function %s to probata_app', definer);
end $function$;

CREATE OR REPLACE FUNCTION public.session_allowed(person_id text, opened_with text, person_record text)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select not exists (
    select from sign_in_policy q
     where q.organization_id = bound_organization() and q.is_current and q.sign_in = 'single_sign_on'
       and opened_with <> 'single_sign_on'
       and not (person_id = any (q.break_glass_ids) and opened_with not in ('invitation', 'setup')
                and coalesce(person_record::json ->> 'secondFactor', 'none') <> 'none'))
$function$;

CREATE OR REPLACE FUNCTION public.spellings_of(word text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select distinct left(word, i - 1) || substr(word, i + 1) from generate_series(1, length(word) + 1) i
$function$;

CREATE OR REPLACE FUNCTION public.start_notifications()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into notification_progress (organization_id) values (new.id);
  return null;
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

CREATE OR REPLACE FUNCTION public.stop_ledger(now timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with stopped as (
    update ledger_cursor set revision = revision + 1, stopped_at = now where stopped_at is null returning 1)
  select exists (select from stopped)
$function$;

CREATE OR REPLACE FUNCTION public.storage_usage_of_install()
 RETURNS TABLE(bytes bigint, files bigint, share double precision, near integer, reached integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with shared as (
    select u.bytes, u.files, greatest(
             case q.bytes when 0 then 1 else u.bytes / q.bytes::double precision end,
             case q.files when 0 then 1 else u.files / q.files::double precision end) as share
      from organization o
     cross join lateral (
       select coalesce(sum(c.bytes), 0) as bytes, coalesce(sum(c.files), 0) as files
         from storage_usage c where c.organization_id = o.id) u
      left join lateral (
       select least(l.bytes, l.own_bytes) as bytes, least(l.files, l.own_files) as files
         from storage_quota l where l.organization_id = o.id limit 1) q on true
  )
  select coalesce(sum(s.bytes), 0)::bigint, coalesce(sum(s.files), 0)::bigint, max(s.share),
         (count(*) filter (where s.share >= 0.9 and s.share < 1))::integer,
         (count(*) filter (where s.share >= 1))::integer
    from shared s
$function$;

CREATE OR REPLACE FUNCTION public.sweep_closed_sample(asked text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select delete_rows_of_closed_sample(asked)
$function$;

CREATE OR REPLACE FUNCTION public.uncount_artifacts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into storage_usage as u (organization_id, shard, bytes, files)
  select r.organization_id, usage_shard(), -sum(r.byte_size), -count(*)
    from removed r where r.released_at is null group by r.organization_id order by r.organization_id
  on conflict (organization_id, shard) do update set bytes = u.bytes + excluded.bytes, files = u.files + excluded.files;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.unit_ids_of(record text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (((record)::json -> 'unitIds'::text) IS NULL) THEN NULL::text[] ELSE ARRAY(SELECT json_array_elements_text(((record)::json -> 'unitIds'::text)) AS json_array_elements_text) END;

CREATE OR REPLACE FUNCTION public.unit_of_record(record_id text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  tenant constant text := bound_organization();
  page constant text := split_part(record_id, '/', 1);
begin
  return case split_part(page, '_', 1)
    when 'gec' then (select unit_id from evidence_claim where organization_id = tenant and id = page)
    when 'ger' then (select unit_id from evidence_requirement where organization_id = tenant and id = page)
    when 'gfd' then (select unit_id from finding where organization_id = tenant and id = page)
    when 'gas' then (select unit_id from assessment where organization_id = tenant and id = page)
    when 'subpkg' then (select unit_id from submission_package where organization_id = tenant and id = page)
    when 'subreq' then (select unit_id from submission_requirement where organization_id = tenant and id = page)
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.unsealed_audit_events(after text, most integer)
 RETURNS TABLE(looked bigint, last text, unsealed text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with page as (
    select e.id, e.transaction from audit_event e
     where e.organization_id = bound_organization() and e.id > after order by e.id limit most)
  select count(*), max(p.id::text collate "C"), coalesce(array_agg(p.id::text order by p.id) filter (where
           not exists (select from ledger_leaf l where l.organization_id = bound_organization() and l.event_id = p.id)
           and not c.walking
           and (p.transaction is null or pg_visible_in_snapshot(p.transaction, c.done) or p.transaction <= c.walked_until)), '{}')
    from page p cross join ledger_cursor c
$function$;

CREATE OR REPLACE FUNCTION public.usage_shard()
 RETURNS smallint
 LANGUAGE sql
 STABLE
RETURN ((((pg_current_xact_id())::text)::bigint % (13)::bigint))::smallint;

CREATE OR REPLACE FUNCTION public.use_login_link(token text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with taken as (update login_link set used = true where token_sha256 = token and not used returning true)
  select exists (select from taken)
$function$;

CREATE OR REPLACE FUNCTION public.use_passkey(credential text, counted bigint, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  most bigint;
  locked boolean;
begin
  perform from passkey where credential_id = credential order by login_id for update;
  select max(sign_count), bool_or(locked_at is not null) into most, locked
    from passkey where credential_id = credential;
  if most is null then return 'gone'; end if;
  if locked then return 'locked'; end if;
  if (counted > 0 or most > 0) and counted <= most then
    update passkey set locked_at = at where credential_id = credential;
    return 'cloned';
  end if;
  update passkey set sign_count = counted, last_used_at = at where credential_id = credential;
  return 'used';
end $function$;

CREATE OR REPLACE FUNCTION public.use_passkey_challenge(challenge text, now timestamp with time zone, until timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with expired as (
    select challenge_sha256 from passkey_challenge where expires_at <= now order by expires_at limit 10
       for update skip locked
  ), gone as (
    delete from passkey_challenge p using expired e where p.challenge_sha256 = e.challenge_sha256
  ), made as (
    insert into passkey_challenge (challenge_sha256, expires_at) values (challenge, until)
    on conflict do nothing returning true)
  select exists (select from made)
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

CREATE OR REPLACE FUNCTION public.wake_notifications(tenant text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from notification_progress where organization_id = tenant for no key update;
  update notification_progress set changed = true where organization_id = tenant and not changed;
end $function$;

CREATE OR REPLACE FUNCTION public.walk_ledger(expected bigint)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with moved as (
    update ledger_cursor c set revision = c.revision + 1, system_identifier = s.system_identifier, done = pg_current_snapshot(),
        goal = null, position_transaction = null, position_organization = null, position_id = null,
        walking = true, walked_until = null
      from pg_control_system() s where c.revision = expected returning 1)
  select exists (select from moved)
$function$;

CREATE OR REPLACE FUNCTION public.was_closed(asked text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if current_user = session_user then return false; end if;
  return exists (select from closed_sample c where c.id = asked);
end $function$;

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

CREATE OR REPLACE FUNCTION public.what_keeps_key(organization text, key text, at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when exists (select from retention_hold h
                  where h.organization_id = organization and h.status <> 'released' and h.claim_id is null) then 'hold'
    when exists (select from retention_hold h
                   join attachment_link l on l.organization_id = h.organization_id and l.claim_id = h.claim_id
                   join artifact a on a.organization_id = l.organization_id and a.id = l.artifact_id
                   join blob_copy c on c.organization_id = a.organization_id and c.blob_key = a.blob_key
                  where h.organization_id = organization and h.status <> 'released' and c.data_key_id = key) then 'hold'
    when exists (select from artifact a
                   join blob_copy c on c.organization_id = a.organization_id and c.blob_key = a.blob_key
                  where a.organization_id = organization and a.retain_until > at and c.data_key_id = key) then 'retention'
  end
$function$;

CREATE OR REPLACE FUNCTION public.why_login_link_is_spent(token text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select case when used then 'used' else 'expired' end from login_link where token_sha256 = token
$function$;

CREATE OR REPLACE FUNCTION public.write_search_entries(ids text[], texts text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  own constant text := bound_organization();
  tag constant text := search_tag(own);
  added text[];
  removed text[];
begin
  with before as (
    select distinct substr(w.word, 7) as word
      from search_entry e cross join lateral unnest(tsvector_to_array(e.words)) w (word)
     where e.organization_id = own and e.id = any (ids)
  ), after as (
    select distinct w.word
      from unnest(texts) n (words) cross join lateral unnest(string_to_array(n.words, ' ')) w (word)
     where w.word <> ''
  )
  select array(select word from after where has_spellings(word) except select word from before),
         array(select word from before where has_spellings(word) except select word from after)
    into added, removed;

  delete from search_entry e using unnest(ids, texts) n (id, words)
   where e.organization_id = own and e.id = n.id and n.words = '';
  insert into search_entry as e (organization_id, id, words)
    select own, n.id, n.words from (
      select r.id, array_to_tsvector(array(
          select distinct tag || w.word from unnest(string_to_array(r.words, ' ')) w (word))) as words
        from unnest(ids, texts) r (id, words) where r.words <> '') n
     where not exists (
       select from search_entry e where e.organization_id = own and e.id = n.id and e.words = n.words)
    on conflict (organization_id, id) do update set words = excluded.words;

  insert into search_word (organization_id, spelling, word)
    select own, s.spelling, w.word from unnest(added) w (word) cross join lateral spellings_of(w.word) s (spelling)
    on conflict do nothing;
  delete from search_word s
   using (select w.word from unnest(removed) w (word)
           where not exists (select from find_search_entries(quote_literal('#' || w.word), null, 1))) gone,
     lateral spellings_of(gone.word) g (spelling)
   where s.organization_id = own and s.spelling = g.spelling and s.word = gone.word;
end $function$;

grant execute on function add_passkey(text,text,text,bytea,text,text,text,bigint,timestamp with time zone) to probata_app;

grant execute on function administrator_exists() to probata_app;

grant execute on function ask_login_link(text,text,timestamp with time zone,timestamp with time zone,timestamp with time zone) to probata_app;

grant execute on function bind_folder() to probata_app;

grant execute on function bindings_to_sweep(timestamp with time zone,boolean) to probata_app;

grant execute on function change_login(text,text,text,text,timestamp with time zone,integer,integer,timestamp with time zone,text[]) to probata_app;

grant execute on function clear_search_entries(integer) to probata_app;

grant execute on function close_sample(text,timestamp with time zone) to probata_app;

grant execute on function closed_samples(timestamp with time zone) to probata_app;

grant execute on function continue_ledger(bigint,timestamp with time zone,text[],integer[],text[],text[],text[],text[],text[],text[],bytea[],bytea[]) to probata_app;

grant execute on function copy_login(text,text,timestamp with time zone) to probata_app;

grant execute on function count_artifacts() to probata_app;

grant execute on function digests_of_room(text) to probata_app;

grant execute on function drop_day_partitions(timestamp with time zone) to probata_app;

grant execute on function drop_security_event_partitions(timestamp with time zone) to probata_app;

grant execute on function erase_audit_fields(text,text[],text[],timestamp with time zone,text,text,text,bytea,bytea) to probata_app;

grant execute on function find_login(text) to probata_app;

grant execute on function find_login_link(text,timestamp with time zone) to probata_app;

grant execute on function find_search_entries(text,text[],integer) to probata_app;

grant execute on function first_unsealed_audit_event(text) to probata_app;

grant execute on function forget_login_links(timestamp with time zone) to probata_app;

grant execute on function give_login(text,text) to probata_app;

grant execute on function hands_in_policy_file(text) to probata_app;

grant execute on function hands_in_questions(text) to probata_app;

grant execute on function held_webhook_lanes(text) to probata_app;

grant execute on function hold_security_event_export(text,text,timestamp with time zone,interval) to probata_app;

grant execute on function installation_facts() to probata_app;

grant execute on function is_campaign(text) to probata_app;

grant execute on function is_sample(text) to probata_app;

grant execute on function keep_license(text,text,text,text,text,timestamp with time zone,timestamp with time zone) to probata_app;

grant execute on function lease_webhook_lanes(text,timestamp with time zone,timestamp with time zone,timestamp with time zone,integer,text[]) to probata_app;

grant execute on function ledger_heads(text[]) to probata_app;

grant execute on function ledger_places_in_trouble(timestamp with time zone) to probata_app;

grant execute on function ledger_state() to probata_app;

grant execute on function ledger_trees() to probata_app;

grant execute on function ledger_work(integer,text,timestamp with time zone) to probata_app;

grant execute on function license_standing() to probata_app;

grant execute on function lock_license() to probata_app;

grant execute on function lock_login(text) to probata_app;

grant execute on function lock_organization(text) to probata_app;

grant execute on function logins_at(text) to probata_app;

grant execute on function make_day_partitions(timestamp with time zone,integer) to probata_app;

grant execute on function make_login(text,text,text,timestamp with time zone) to probata_app;

grant execute on function make_security_event_partitions(timestamp with time zone,integer) to probata_app;

grant execute on function mark_notifications_changed() to probata_app;

grant execute on function mark_operator(text,boolean) to probata_app;

grant execute on function memberships_of(text) to probata_app;

grant execute on function messages_to_send(timestamp with time zone,timestamp with time zone) to probata_app;

grant execute on function move_person(text,text) to probata_app;

grant execute on function name_client(text,text) to probata_app;

grant execute on function name_person(text,text,text) to probata_app;

grant execute on function newest_search_entries(text,text[],integer,integer) to probata_app;

grant execute on function note_security_event_export(text,text,text,boolean) to probata_app;

grant execute on function notify_of_job() to probata_app;

grant execute on function notify_of_problem() to probata_app;

grant execute on function offer_setup_link(text,timestamp with time zone,timestamp with time zone) to probata_app;

grant execute on function operates_install(text) to probata_app;

grant execute on function operating_organization() to probata_app;

grant execute on function organization_exists() to probata_app;

grant execute on function organization_of_client(text) to probata_app;

grant execute on function organization_of_setup_link(text,timestamp with time zone) to probata_app;

grant execute on function organizations_of_domain(text) to probata_app;

grant execute on function organizations_of_license() to probata_app;

grant execute on function organizations_to_count(timestamp with time zone) to probata_app;

grant execute on function organizations_to_index(integer) to probata_app;

grant execute on function organizations_to_notify(timestamp with time zone,integer) to probata_app;

grant execute on function organizations_to_publish(timestamp with time zone,text[]) to probata_app;

grant execute on function organizations_to_scrub(timestamp with time zone,timestamp with time zone) to probata_app;

grant execute on function organizations_to_send(timestamp with time zone,timestamp with time zone,integer) to probata_app;

grant execute on function organizations_to_sort(integer) to probata_app;

grant execute on function organizations_with_abandoned_blobs(timestamp with time zone) to probata_app;

grant execute on function organizations_with_acceptances_to_end(timestamp with time zone) to probata_app;

grant execute on function organizations_with_active_frameworks() to probata_app;

grant execute on function organizations_with_bindings() to probata_app;

grant execute on function organizations_with_claims_to_expire(timestamp with time zone) to probata_app;

grant execute on function organizations_with_copies_to_lock() to probata_app;

grant execute on function organizations_with_copies_to_remove(timestamp with time zone) to probata_app;

grant execute on function organizations_with_credentials_to_forget(timestamp with time zone) to probata_app;

grant execute on function organizations_with_deleted_webhooks() to probata_app;

grant execute on function organizations_with_digests() to probata_app;

grant execute on function organizations_with_exports_to_end(timestamp with time zone) to probata_app;

grant execute on function organizations_with_exports_to_prepare(timestamp with time zone) to probata_app;

grant execute on function organizations_with_factor_resets() to probata_app;

grant execute on function organizations_with_intents_to_expire(timestamp with time zone) to probata_app;

grant execute on function organizations_with_keys_to_forget(timestamp with time zone) to probata_app;

grant execute on function organizations_with_ledgers() to probata_app;

grant execute on function organizations_with_old_data_keys(timestamp with time zone) to probata_app;

grant execute on function organizations_with_old_deliveries(timestamp with time zone,integer) to probata_app;

grant execute on function organizations_with_outside_keys() to probata_app;

grant execute on function organizations_with_packages_to_create(timestamp with time zone) to probata_app;

grant execute on function organizations_with_policy_campaigns_to_end(timestamp with time zone) to probata_app;

grant execute on function organizations_with_questionnaire_rounds_to_end(timestamp with time zone) to probata_app;

grant execute on function organizations_with_retention_to_extend() to probata_app;

grant execute on function organizations_with_scans_to_end(timestamp with time zone) to probata_app;

grant execute on function organizations_with_scim_events_to_forget(text) to probata_app;

grant execute on function organizations_with_sign_on_domains() to probata_app;

grant execute on function organizations_with_storage_migrations(timestamp with time zone) to probata_app;

grant execute on function own_findings_of_fingerprints(text,text[]) to probata_app;

grant execute on function passkeys_of(text) to probata_app;

grant execute on function passkeys_with(text) to probata_app;

grant execute on function people_of_words(text[],integer) to probata_app;

grant execute on function person_at(text) to probata_app;

grant execute on function project_entitlements(jsonb,text,timestamp with time zone) to probata_app;

grant execute on function recount_artifacts() to probata_app;

grant execute on function refuse_closed_id() to probata_app;

grant execute on function remove_other_passkeys(text,text) to probata_app;

grant execute on function remove_passkey(text,text) to probata_app;

grant execute on function rename_passkey(text,text,text) to probata_app;

grant execute on function require_storage_room(text,bigint,bigint) to probata_app;

grant execute on function sample_workspace() to probata_app;

grant execute on function seal_ledger(bigint,text,boolean,timestamp with time zone,text,timestamp with time zone,text[],integer[],bigint[],text[],bytea[],bytea[],text,text[],integer[],smallint[],bigint[],bytea[],text[],integer[],text[],bigint[],bytea[],bytea[]) to probata_app;

grant execute on function sealed_samples() to probata_app;

grant execute on function search_entries_among(text,text[]) to probata_app;

grant execute on function security_events_after(text,integer) to probata_app;

grant execute on function start_notifications() to probata_app;

grant execute on function state_of_setup_link(text,timestamp with time zone) to probata_app;

grant execute on function stop_ledger(timestamp with time zone) to probata_app;

grant execute on function storage_usage_of_install() to probata_app;

grant execute on function sweep_closed_sample(text) to probata_app;

grant execute on function uncount_artifacts() to probata_app;

grant execute on function unsealed_audit_events(text,integer) to probata_app;

grant execute on function use_login_link(text) to probata_app;

grant execute on function use_passkey(text,bigint,timestamp with time zone) to probata_app;

grant execute on function use_passkey_challenge(text,timestamp with time zone,timestamp with time zone) to probata_app;

grant execute on function use_setup_link(text) to probata_app;

grant execute on function walk_ledger(bigint) to probata_app;

grant execute on function webhook_backlog_and_age() to probata_app;

grant execute on function why_login_link_is_spent(text) to probata_app;

grant execute on function write_search_entries(text[],text[]) to probata_app;

revoke execute on function add_passkey(text,text,text,bytea,text,text,text,bigint,timestamp with time zone) from public;

revoke execute on function administrator_exists() from public;

revoke execute on function ask_login_link(text,text,timestamp with time zone,timestamp with time zone,timestamp with time zone) from public;

revoke execute on function bind_folder() from public;

revoke execute on function bindings_to_sweep(timestamp with time zone,boolean) from public;

revoke execute on function change_login(text,text,text,text,timestamp with time zone,integer,integer,timestamp with time zone,text[]) from public;

revoke execute on function clear_search_entries(integer) from public;

revoke execute on function close_sample(text,timestamp with time zone) from public;

revoke execute on function closed_samples(timestamp with time zone) from public;

revoke execute on function continue_ledger(bigint,timestamp with time zone,text[],integer[],text[],text[],text[],text[],text[],text[],bytea[],bytea[]) from public;

revoke execute on function copy_login(text,text,timestamp with time zone) from public;

revoke execute on function count_artifacts() from public;

revoke execute on function digests_of_room(text) from public;

revoke execute on function drop_day_partitions(timestamp with time zone) from public;

revoke execute on function drop_security_event_partitions(timestamp with time zone) from public;

revoke execute on function erase_audit_fields(text,text[],text[],timestamp with time zone,text,text,text,bytea,bytea) from public;

revoke execute on function find_login(text) from public;

revoke execute on function find_login_link(text,timestamp with time zone) from public;

revoke execute on function find_search_entries(text,text[],integer) from public;

revoke execute on function first_unsealed_audit_event(text) from public;

revoke execute on function forget_login_links(timestamp with time zone) from public;

revoke execute on function give_login(text,text) from public;

revoke execute on function hands_in_policy_file(text) from public;

revoke execute on function hands_in_questions(text) from public;

revoke execute on function held_webhook_lanes(text) from public;

revoke execute on function hold_security_event_export(text,text,timestamp with time zone,interval) from public;

revoke execute on function installation_facts() from public;

revoke execute on function is_campaign(text) from public;

revoke execute on function is_sample(text) from public;

revoke execute on function keep_license(text,text,text,text,text,timestamp with time zone,timestamp with time zone) from public;

revoke execute on function lease_webhook_lanes(text,timestamp with time zone,timestamp with time zone,timestamp with time zone,integer,text[]) from public;

revoke execute on function ledger_heads(text[]) from public;

revoke execute on function ledger_places_in_trouble(timestamp with time zone) from public;

revoke execute on function ledger_state() from public;

revoke execute on function ledger_trees() from public;

revoke execute on function ledger_work(integer,text,timestamp with time zone) from public;

revoke execute on function license_standing() from public;

revoke execute on function lock_license() from public;

revoke execute on function lock_login(text) from public;

revoke execute on function lock_organization(text) from public;

revoke execute on function logins_at(text) from public;

revoke execute on function make_day_partitions(timestamp with time zone,integer) from public;

revoke execute on function make_login(text,text,text,timestamp with time zone) from public;

revoke execute on function make_security_event_partitions(timestamp with time zone,integer) from public;

revoke execute on function mark_notifications_changed() from public;

revoke execute on function mark_operator(text,boolean) from public;

revoke execute on function memberships_of(text) from public;

revoke execute on function messages_to_send(timestamp with time zone,timestamp with time zone) from public;

revoke execute on function move_person(text,text) from public;

revoke execute on function name_client(text,text) from public;

revoke execute on function name_person(text,text,text) from public;

revoke execute on function newest_search_entries(text,text[],integer,integer) from public;

revoke execute on function note_security_event_export(text,text,text,boolean) from public;

revoke execute on function notify_of_job() from public;

revoke execute on function notify_of_problem() from public;

revoke execute on function offer_setup_link(text,timestamp with time zone,timestamp with time zone) from public;

revoke execute on function operates_install(text) from public;

revoke execute on function operating_organization() from public;

revoke execute on function organization_exists() from public;

revoke execute on function organization_of_client(text) from public;

revoke execute on function organization_of_setup_link(text,timestamp with time zone) from public;

revoke execute on function organizations_of_domain(text) from public;

revoke execute on function organizations_of_license() from public;

revoke execute on function organizations_to_count(timestamp with time zone) from public;

revoke execute on function organizations_to_index(integer) from public;

revoke execute on function organizations_to_notify(timestamp with time zone,integer) from public;

revoke execute on function organizations_to_publish(timestamp with time zone,text[]) from public;

revoke execute on function organizations_to_scrub(timestamp with time zone,timestamp with time zone) from public;

revoke execute on function organizations_to_send(timestamp with time zone,timestamp with time zone,integer) from public;

revoke execute on function organizations_to_sort(integer) from public;

revoke execute on function organizations_with_abandoned_blobs(timestamp with time zone) from public;

revoke execute on function organizations_with_acceptances_to_end(timestamp with time zone) from public;

revoke execute on function organizations_with_active_frameworks() from public;

revoke execute on function organizations_with_bindings() from public;

revoke execute on function organizations_with_claims_to_expire(timestamp with time zone) from public;

revoke execute on function organizations_with_copies_to_lock() from public;

revoke execute on function organizations_with_copies_to_remove(timestamp with time zone) from public;

revoke execute on function organizations_with_credentials_to_forget(timestamp with time zone) from public;

revoke execute on function organizations_with_deleted_webhooks() from public;

revoke execute on function organizations_with_digests() from public;

revoke execute on function organizations_with_exports_to_end(timestamp with time zone) from public;

revoke execute on function organizations_with_exports_to_prepare(timestamp with time zone) from public;

revoke execute on function organizations_with_factor_resets() from public;

revoke execute on function organizations_with_intents_to_expire(timestamp with time zone) from public;

revoke execute on function organizations_with_keys_to_forget(timestamp with time zone) from public;

revoke execute on function organizations_with_ledgers() from public;

revoke execute on function organizations_with_old_data_keys(timestamp with time zone) from public;

revoke execute on function organizations_with_old_deliveries(timestamp with time zone,integer) from public;

revoke execute on function organizations_with_outside_keys() from public;

revoke execute on function organizations_with_packages_to_create(timestamp with time zone) from public;

revoke execute on function organizations_with_policy_campaigns_to_end(timestamp with time zone) from public;

revoke execute on function organizations_with_questionnaire_rounds_to_end(timestamp with time zone) from public;

revoke execute on function organizations_with_retention_to_extend() from public;

revoke execute on function organizations_with_scans_to_end(timestamp with time zone) from public;

revoke execute on function organizations_with_scim_events_to_forget(text) from public;

revoke execute on function organizations_with_sign_on_domains() from public;

revoke execute on function organizations_with_storage_migrations(timestamp with time zone) from public;

revoke execute on function own_findings_of_fingerprints(text,text[]) from public;

revoke execute on function passkeys_of(text) from public;

revoke execute on function passkeys_with(text) from public;

revoke execute on function people_of_words(text[],integer) from public;

revoke execute on function person_at(text) from public;

revoke execute on function project_entitlements(jsonb,text,timestamp with time zone) from public;

revoke execute on function recount_artifacts() from public;

revoke execute on function refuse_closed_id() from public;

revoke execute on function remove_other_passkeys(text,text) from public;

revoke execute on function remove_passkey(text,text) from public;

revoke execute on function rename_passkey(text,text,text) from public;

revoke execute on function require_storage_room(text,bigint,bigint) from public;

revoke execute on function sample_workspace() from public;

revoke execute on function seal_ledger(bigint,text,boolean,timestamp with time zone,text,timestamp with time zone,text[],integer[],bigint[],text[],bytea[],bytea[],text,text[],integer[],smallint[],bigint[],bytea[],text[],integer[],text[],bigint[],bytea[],bytea[]) from public;

revoke execute on function sealed_samples() from public;

revoke execute on function search_entries_among(text,text[]) from public;

revoke execute on function security_events_after(text,integer) from public;

revoke execute on function start_notifications() from public;

revoke execute on function state_of_setup_link(text,timestamp with time zone) from public;

revoke execute on function stop_ledger(timestamp with time zone) from public;

revoke execute on function storage_usage_of_install() from public;

revoke execute on function sweep_closed_sample(text) from public;

revoke execute on function uncount_artifacts() from public;

revoke execute on function unsealed_audit_events(text,integer) from public;

revoke execute on function use_login_link(text) from public;

revoke execute on function use_passkey(text,bigint,timestamp with time zone) from public;

revoke execute on function use_passkey_challenge(text,timestamp with time zone,timestamp with time zone) from public;

revoke execute on function use_setup_link(text) from public;

revoke execute on function walk_ledger(bigint) from public;

revoke execute on function webhook_backlog_and_age() from public;

revoke execute on function why_login_link_is_spent(text) from public;

revoke execute on function write_search_entries(text[],text[]) from public;

create table access_proposal (
  organization_id identifier not null,
  request_id identifier not null,
  proposal text not null,
  client_secret text,
  constraint access_proposal_pkey PRIMARY KEY (organization_id, request_id),
  constraint access_proposal_organization_id_request_id_fkey FOREIGN KEY (organization_id, request_id) REFERENCES approval_request(organization_id, id)
);
alter table access_proposal enable row level security;
alter table access_proposal force row level security;
create policy bound_organization on access_proposal as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on access_proposal as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on access_proposal to probata_app;

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

create table approval_request (
  organization_id identifier not null,
  id identifier not null,
  kind text not null,
  resource_id identifier not null,
  status text not null,
  hands text[] not null,
  record text not null,
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  constraint approval_request_pkey PRIMARY KEY (organization_id, id),
  constraint approval_request_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint approval_request_kind_check CHECK ((kind = ANY (ARRAY['control_retirement'::text, 'clause_exclusion'::text, 'exception_activation'::text, 'clause_control_removal'::text, 'control_requirement_removal'::text, 'identity_provider_change'::text, 'identity_provider_removal'::text, 'group_rules_change'::text, 'second_factor_removal'::text]))),
  constraint approval_request_status_check CHECK ((status = ANY (ARRAY['open'::text, 'confirmed'::text, 'withdrawn'::text])))
);
CREATE INDEX approval_request_by_resource ON public.approval_request USING btree (organization_id, resource_id, id);
CREATE INDEX approval_request_by_resource_and_status ON public.approval_request USING btree (organization_id, resource_id, status, id);
CREATE INDEX approval_request_by_status ON public.approval_request USING btree (organization_id, status, id);
CREATE INDEX approval_request_sorted_by_title ON public.approval_request USING btree (organization_id, status, title_sort, id);
CREATE UNIQUE INDEX approval_request_open ON public.approval_request USING btree (organization_id, resource_id) WHERE (status = 'open'::text);
alter table approval_request enable row level security;
alter table approval_request force row level security;
create policy bound_organization on approval_request as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on approval_request as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on approval_request to probata_app;

create table artifact (
  organization_id identifier not null,
  id identifier not null,
  blob_key text collate "C" not null,
  byte_size bigint not null,
  checksum_sha256 sha256_hex not null,
  inline_preview_allowed boolean not null,
  retain_until timestamp with time zone,
  released_at timestamp with time zone,
  crc32 bigint,
  constraint artifact_pkey PRIMARY KEY (organization_id, id),
  constraint artifact_blob UNIQUE (organization_id, blob_key),
  constraint artifact_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint artifact_byte_size_check CHECK ((byte_size > 0)),
  constraint artifact_crc32_check CHECK (((crc32 >= 0) AND (crc32 <= '4294967295'::bigint)))
);
CREATE INDEX artifact_by_retention ON public.artifact USING btree (organization_id, retain_until) WHERE (retain_until IS NOT NULL);
CREATE TRIGGER artifact_counts AFTER INSERT ON public.artifact REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_artifacts();
CREATE TRIGGER artifact_counts_no_more AFTER DELETE ON public.artifact REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION uncount_artifacts();
CREATE TRIGGER artifact_counts_otherwise AFTER UPDATE ON public.artifact REFERENCING OLD TABLE AS before NEW TABLE AS now_so FOR EACH STATEMENT EXECUTE FUNCTION recount_artifacts();
CREATE TRIGGER artifact_extends_locks AFTER UPDATE OF retain_until ON public.artifact FOR EACH ROW WHEN ((new.retain_until IS DISTINCT FROM old.retain_until)) EXECUTE FUNCTION locks_of_artifact();
CREATE TRIGGER kept_artifact BEFORE DELETE OR UPDATE OF retain_until ON public.artifact FOR EACH ROW EXECUTE FUNCTION keep_file();
alter table artifact enable row level security;
alter table artifact force row level security;
create policy bound_organization on artifact as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on artifact as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on artifact to probata_app;

create table assessment (
  organization_id identifier not null,
  id identifier not null,
  assessment_key text collate "C" not null,
  status text not null,
  framework_id identifier not null,
  assessor_id identifier,
  record text not null,
  hands text[] not null default '{}'::text[],
  unit_id identifier default own_unit(),
  due_at timestamp with time zone,
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  assessment_key_sort text collate "C" not null default "left"(regexp_replace(regexp_replace(lower((assessment_key COLLATE "C")), '(\d+)'::text, '0000000\1'::text, 'g'::text), '0{0,7}(\d{8,})'::text, '\1'::text, 'g'::text), 60),
  constraint assessment_pkey PRIMARY KEY (organization_id, id),
  constraint assessment_key UNIQUE (organization_id, assessment_key),
  constraint assessment_organization_id_assessor_id_fkey FOREIGN KEY (organization_id, assessor_id) REFERENCES person(organization_id, id),
  constraint assessment_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint assessment_organization_id_framework_id_fkey FOREIGN KEY (organization_id, framework_id) REFERENCES framework(organization_id, id),
  constraint assessment_organization_id_unit_id_fkey FOREIGN KEY (organization_id, unit_id) REFERENCES unit(organization_id, id),
  constraint assessment_status_check CHECK ((status = ANY (ARRAY['planned'::text, 'in_progress'::text, 'in_review'::text, 'completed'::text, 'cancelled'::text])))
);
CREATE INDEX assessment_answering ON public.assessment USING btree (organization_id, COALESCE(due_at, 'infinity'::timestamp with time zone), id) WHERE (status = ANY (ARRAY['planned'::text, 'in_progress'::text]));
CREATE INDEX assessment_by_framework ON public.assessment USING btree (organization_id, framework_id, id);
CREATE INDEX assessment_by_framework_and_status ON public.assessment USING btree (organization_id, framework_id, status, id);
CREATE INDEX assessment_by_status ON public.assessment USING btree (organization_id, status, id);
CREATE INDEX assessment_reviewing ON public.assessment USING btree (organization_id, COALESCE(due_at, 'infinity'::timestamp with time zone), id) WHERE (status = 'in_review'::text);
CREATE INDEX assessment_sorted_by_assessor ON public.assessment USING btree (organization_id, assessor_id, id);
CREATE INDEX assessment_sorted_by_due_at ON public.assessment USING btree (organization_id, status, due_at, id);
CREATE INDEX assessment_sorted_by_key ON public.assessment USING btree (organization_id, status, assessment_key_sort, id);
CREATE INDEX assessment_sorted_by_title ON public.assessment USING btree (organization_id, status, title_sort, id);
CREATE TRIGGER keep_completed_assessment BEFORE DELETE OR UPDATE OF organization_id, id, assessment_key, status, framework_id, assessor_id, record, hands ON public.assessment FOR EACH ROW EXECUTE FUNCTION keep_completed_assessment();
alter table assessment enable row level security;
alter table assessment force row level security;
create policy bound_organization on assessment as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on assessment as restrictive for all to probata_app using (((unit_id IS NULL) OR sees_unit((unit_id)::text)));
create policy functions_of_owner on assessment as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on assessment to probata_app;

create table assessment_answer (
  organization_id identifier not null,
  assessment_id identifier not null,
  clause_id identifier not null,
  result text not null,
  record text not null,
  constraint assessment_answer_pkey PRIMARY KEY (organization_id, assessment_id, clause_id),
  constraint assessment_answer_organization_id_assessment_id_fkey FOREIGN KEY (organization_id, assessment_id) REFERENCES assessment(organization_id, id),
  constraint assessment_answer_organization_id_clause_id_fkey FOREIGN KEY (organization_id, clause_id) REFERENCES clause(organization_id, id),
  constraint assessment_answer_result_check CHECK ((result = ANY (ARRAY['conforms'::text, 'observation'::text, 'minor'::text, 'major'::text, 'not_applicable'::text])))
);
CREATE INDEX assessment_answer_by_clause ON public.assessment_answer USING btree (organization_id, clause_id);
CREATE TRIGGER keep_completed_answer BEFORE INSERT OR DELETE OR UPDATE ON public.assessment_answer FOR EACH ROW EXECUTE FUNCTION keep_completed_answer();
alter table assessment_answer enable row level security;
alter table assessment_answer force row level security;
create policy bound_organization on assessment_answer as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on assessment_answer as restrictive for all to probata_app using ((sees_every_unit() OR (assessment_id IS NULL) OR sees_assessment((organization_id)::text, (assessment_id)::text)));
create policy functions_of_owner on assessment_answer as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on assessment_answer to probata_app;

create table asset (
  organization_id identifier not null,
  id identifier not null,
  asset_key text collate "C" not null,
  status text not null,
  owner_id identifier,
  record text not null,
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  asset_key_sort text collate "C" not null default "left"(regexp_replace(regexp_replace(lower((asset_key COLLATE "C")), '(\d+)'::text, '0000000\1'::text, 'g'::text), '0{0,7}(\d{8,})'::text, '\1'::text, 'g'::text), 60),
  updated_at_sort text collate "C" not null default COALESCE(((record)::json ->> 'updatedAt'::text), ''::text),
  constraint asset_pkey PRIMARY KEY (organization_id, id),
  constraint asset_key UNIQUE (organization_id, asset_key),
  constraint asset_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint asset_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES person(organization_id, id),
  constraint asset_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'closed'::text])))
);
CREATE INDEX asset_by_owner ON public.asset USING btree (organization_id, owner_id, id);
CREATE INDEX asset_by_status ON public.asset USING btree (organization_id, status, id);
CREATE INDEX asset_sorted_by_change ON public.asset USING btree (organization_id, status, updated_at_sort, id);
CREATE INDEX asset_sorted_by_key ON public.asset USING btree (organization_id, status, asset_key_sort, id);
CREATE INDEX asset_sorted_by_title ON public.asset USING btree (organization_id, status, title_sort, id);
alter table asset enable row level security;
alter table asset force row level security;
create policy bound_organization on asset as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on asset as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on asset to probata_app;

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
CREATE TRIGGER attached_file_is_retained AFTER INSERT ON public.attachment_link FOR EACH ROW EXECUTE FUNCTION retain_attached();
CREATE TRIGGER kept_attachment BEFORE DELETE OR UPDATE OF claim_id, artifact_id ON public.attachment_link FOR EACH ROW EXECUTE FUNCTION keep_file();
alter table attachment_link enable row level security;
alter table attachment_link force row level security;
create policy bound_organization on attachment_link as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on attachment_link as restrictive for all to probata_app using ((sees_every_unit() OR (claim_id IS NULL) OR sees_evidence_claim((organization_id)::text, (claim_id)::text)));
create policy functions_of_owner on attachment_link as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on attachment_link to probata_app;

create table audit_event (
  organization_id identifier not null,
  id identifier not null,
  action text not null,
  actor_id text collate "C" not null,
  resource_id text collate "C" not null,
  record text not null,
  transaction xid8 default pg_current_xact_id(),
  constraint audit_event_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX audit_event_by_action ON public.audit_event USING btree (organization_id, action, id);
CREATE INDEX audit_event_by_actor ON public.audit_event USING btree (organization_id, actor_id, id);
CREATE INDEX audit_event_by_resource ON public.audit_event USING btree (organization_id, resource_id, id);
CREATE INDEX audit_event_by_transaction ON public.audit_event USING btree (transaction);
CREATE INDEX audit_event_refused ON public.audit_event USING btree (organization_id, id) WHERE (((record)::json ->> 'outcome'::text) = 'refused'::text);
CREATE TRIGGER audit_event_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_but_erasure();
CREATE TRIGGER only_closed_samples_go AFTER DELETE ON public.audit_event REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_real_rows();
alter table audit_event enable row level security;
alter table audit_event force row level security;
create policy bound_organization on audit_event as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on audit_event as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
create policy of_guests on audit_event as permissive for insert to probata_app with check (((organization_id)::text = room_setting(1)));
grant select on audit_event to probata_app;
grant insert (action) on audit_event to probata_app;
grant insert (actor_id) on audit_event to probata_app;
grant insert (id) on audit_event to probata_app;
grant insert (organization_id) on audit_event to probata_app;
grant insert (record) on audit_event to probata_app;
grant insert (resource_id) on audit_event to probata_app;

create table blob_copy (
  organization_id identifier not null,
  object_key text collate "C" not null,
  blob_key text collate "C" not null,
  binding_id identifier not null,
  usable boolean not null default true,
  state text not null,
  stored_bytes bigint not null,
  data_key_id identifier,
  since timestamp with time zone not null,
  scrubbed_at timestamp with time zone not null,
  migration_id identifier,
  upload_id text,
  suspect_since timestamp with time zone,
  damage text,
  version_id text,
  lock_until timestamp with time zone,
  locked_until timestamp with time zone,
  remove_after timestamp with time zone,
  constraint blob_copy_pkey PRIMARY KEY (organization_id, object_key),
  constraint blob_copy_in_usable_binding FOREIGN KEY (organization_id, binding_id, usable) REFERENCES storage_binding(organization_id, id, usable),
  constraint blob_copy_organization_id_blob_key_fkey FOREIGN KEY (organization_id, blob_key) REFERENCES artifact(organization_id, blob_key),
  constraint blob_copy_organization_id_migration_id_fkey FOREIGN KEY (organization_id, migration_id) REFERENCES storage_migration(organization_id, id),
  constraint blob_copy_check CHECK (((damage IS NULL) OR (state = 'damaged'::text))),
  constraint blob_copy_damage_check CHECK ((damage = ANY (ARRAY['altered'::text, 'missing'::text]))),
  constraint blob_copy_state_check CHECK ((state = ANY (ARRAY['writing'::text, 'verified'::text, 'condemned'::text, 'damaged'::text]))),
  constraint blob_copy_usable_check CHECK (usable)
);
CREATE INDEX blob_copy_by_binding ON public.blob_copy USING btree (organization_id, binding_id, state, object_key);
CREATE INDEX blob_copy_by_blob ON public.blob_copy USING btree (organization_id, blob_key);
CREATE INDEX blob_copy_by_migration ON public.blob_copy USING btree (organization_id, migration_id, state, object_key) WHERE (migration_id IS NOT NULL);
CREATE INDEX blob_copy_by_scrub ON public.blob_copy USING btree (organization_id, scrubbed_at) WHERE ((state = 'verified'::text) AND (suspect_since IS NULL));
CREATE INDEX blob_copy_damaged ON public.blob_copy USING btree (organization_id, since) WHERE (state = 'damaged'::text);
CREATE INDEX blob_copy_locked ON public.blob_copy USING btree (organization_id, binding_id, locked_until) WHERE (locked_until IS NOT NULL);
CREATE INDEX blob_copy_suspect ON public.blob_copy USING btree (organization_id, suspect_since) WHERE (suspect_since IS NOT NULL);
CREATE INDEX blob_copy_to_lock ON public.blob_copy USING btree (organization_id, object_key) WHERE ((state = 'verified'::text) AND (lock_until IS NOT NULL) AND (remove_after IS NULL) AND ((locked_until IS NULL) OR (locked_until < lock_until)));
CREATE INDEX blob_copy_to_remove ON public.blob_copy USING btree (organization_id, remove_after) WHERE (remove_after IS NOT NULL);
CREATE TRIGGER copy_has_lock BEFORE INSERT OR UPDATE OF state ON public.blob_copy FOR EACH ROW WHEN ((new.state = 'verified'::text)) EXECUTE FUNCTION lock_of_copy();
CREATE TRIGGER kept_copy BEFORE DELETE OR UPDATE OF state ON public.blob_copy FOR EACH ROW EXECUTE FUNCTION keep_copy();
alter table blob_copy enable row level security;
alter table blob_copy force row level security;
create policy bound_organization on blob_copy as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on blob_copy as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on blob_copy to probata_app;

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

create table change_record (
  organization_id identifier not null,
  id identifier not null,
  change_record_key text collate "C" not null,
  status text not null,
  owner_id identifier,
  asset_id identifier,
  record text not null,
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  change_record_key_sort text collate "C" not null default "left"(regexp_replace(regexp_replace(lower((change_record_key COLLATE "C")), '(\d+)'::text, '0000000\1'::text, 'g'::text), '0{0,7}(\d{8,})'::text, '\1'::text, 'g'::text), 60),
  updated_at_sort text collate "C" not null default COALESCE(((record)::json ->> 'updatedAt'::text), ''::text),
  constraint change_record_pkey PRIMARY KEY (organization_id, id),
  constraint change_record_key UNIQUE (organization_id, change_record_key),
  constraint change_record_organization_id_asset_id_fkey FOREIGN KEY (organization_id, asset_id) REFERENCES asset(organization_id, id),
  constraint change_record_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint change_record_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES person(organization_id, id),
  constraint change_record_status_check CHECK ((status = ANY (ARRAY['open'::text, 'active'::text, 'closed'::text])))
);
CREATE INDEX change_record_by_asset ON public.change_record USING btree (organization_id, asset_id, id);
CREATE INDEX change_record_by_asset_and_status ON public.change_record USING btree (organization_id, asset_id, status, id);
CREATE INDEX change_record_by_owner ON public.change_record USING btree (organization_id, owner_id, id);
CREATE INDEX change_record_by_status ON public.change_record USING btree (organization_id, status, id);
CREATE INDEX change_record_sorted_by_change ON public.change_record USING btree (organization_id, status, updated_at_sort, id);
CREATE INDEX change_record_sorted_by_key ON public.change_record USING btree (organization_id, status, change_record_key_sort, id);
CREATE INDEX change_record_sorted_by_title ON public.change_record USING btree (organization_id, status, title_sort, id);
alter table change_record enable row level security;
alter table change_record force row level security;
create policy bound_organization on change_record as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on change_record as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on change_record to probata_app;

create table chat_channel (
  organization_id identifier not null,
  person_id identifier not null,
  service text collate "C" not null,
  address text not null,
  host text not null,
  with_mail boolean not null,
  created_at timestamp with time zone not null,
  failures integer not null default 0,
  reply text,
  sent_at timestamp with time zone,
  paused_at timestamp with time zone,
  constraint chat_channel_pkey PRIMARY KEY (organization_id, person_id),
  constraint chat_channel_organization_id_person_id_fkey FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id),
  constraint chat_channel_host_check CHECK (((length(host) >= 1) AND (length(host) <= 255))),
  constraint chat_channel_reply_check CHECK ((length(reply) <= 400)),
  constraint chat_channel_service_check CHECK ((service = ANY (ARRAY['slack'::text, 'teams'::text, 'mattermost'::text])))
);
CREATE TRIGGER sample_sends_nothing BEFORE INSERT ON public.chat_channel FOR EACH ROW EXECUTE FUNCTION refuse_sending_of_sample();
alter table chat_channel enable row level security;
alter table chat_channel force row level security;
create policy bound_organization on chat_channel as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on chat_channel as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on chat_channel to probata_app;

create table claim_question (
  organization_id identifier not null,
  id identifier not null,
  claim_id identifier not null,
  status text not null,
  asked_by identifier not null,
  asked_at timestamp with time zone not null,
  question text not null,
  answered_by text collate "C",
  answer text,
  files integer not null default 0,
  closed_at timestamp with time zone,
  ended_by text,
  files_before integer,
  constraint claim_question_pkey PRIMARY KEY (organization_id, id),
  constraint claim_question_organization_id_asked_by_fkey FOREIGN KEY (organization_id, asked_by) REFERENCES person(organization_id, id),
  constraint claim_question_organization_id_claim_id_fkey FOREIGN KEY (organization_id, claim_id) REFERENCES evidence_claim(organization_id, id),
  constraint claim_question_check CHECK (((status = 'open'::text) = (closed_at IS NULL))),
  constraint claim_question_check1 CHECK (((status = 'ended'::text) = (ended_by IS NOT NULL))),
  constraint claim_question_ended_by_check CHECK ((ended_by = ANY (ARRAY['accepted'::text, 'rejected'::text, 'expired'::text]))),
  constraint claim_question_status_check CHECK ((status = ANY (ARRAY['open'::text, 'answered'::text, 'withdrawn'::text, 'ended'::text])))
);
CREATE INDEX claim_question_by_claim ON public.claim_question USING btree (organization_id, claim_id, id);
CREATE UNIQUE INDEX claim_question_open ON public.claim_question USING btree (organization_id, claim_id) WHERE (status = 'open'::text);
alter table claim_question enable row level security;
alter table claim_question force row level security;
create policy bound_organization on claim_question as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on claim_question as restrictive for all to probata_app using ((sees_every_unit() OR (claim_id IS NULL) OR sees_evidence_claim((organization_id)::text, (claim_id)::text)));
create policy functions_of_owner on claim_question as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on claim_question to probata_app;

create table clause (
  organization_id identifier not null,
  id identifier not null,
  framework_id identifier not null,
  clause_key text collate "C" not null,
  place integer not null,
  status text not null,
  is_assessable boolean not null,
  applicability text not null,
  record text not null,
  constraint clause_pkey PRIMARY KEY (organization_id, id),
  constraint clause_key UNIQUE (organization_id, framework_id, clause_key),
  constraint clause_organization_id_framework_id_fkey FOREIGN KEY (organization_id, framework_id) REFERENCES framework(organization_id, id),
  constraint clause_applicability_check CHECK ((applicability = ANY (ARRAY['applicable'::text, 'not_applicable'::text]))),
  constraint clause_status_check CHECK ((status = ANY (ARRAY['active'::text, 'withdrawn'::text])))
);
CREATE INDEX clause_by_place ON public.clause USING btree (organization_id, framework_id, place, id);
CREATE INDEX clause_by_status_and_place ON public.clause USING btree (organization_id, framework_id, status, place, id);
alter table clause enable row level security;
alter table clause force row level security;
create policy bound_organization on clause as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on clause as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on clause to probata_app;

create table clause_control (
  organization_id identifier not null,
  clause_id identifier not null,
  control_id identifier not null,
  extent text not null,
  record text not null,
  constraint clause_control_pkey PRIMARY KEY (organization_id, clause_id, control_id),
  constraint clause_control_organization_id_clause_id_fkey FOREIGN KEY (organization_id, clause_id) REFERENCES clause(organization_id, id),
  constraint clause_control_organization_id_control_id_fkey FOREIGN KEY (organization_id, control_id) REFERENCES control(organization_id, id),
  constraint clause_control_extent_check CHECK ((extent = ANY (ARRAY['full'::text, 'partial'::text])))
);
CREATE INDEX clause_control_by_control ON public.clause_control USING btree (organization_id, control_id);
alter table clause_control enable row level security;
alter table clause_control force row level security;
create policy bound_organization on clause_control as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on clause_control as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on clause_control to probata_app;

create table closed_sample (
  id identifier not null,
  name text not null,
  closed_at timestamp with time zone not null,
  constraint closed_sample_pkey PRIMARY KEY (id)
);
CREATE TRIGGER only_samples_close BEFORE INSERT OR UPDATE ON public.closed_sample FOR EACH ROW EXECUTE FUNCTION only_samples_close();

create table comment_mention (
  organization_id identifier not null,
  comment_id identifier not null,
  person_id identifier not null,
  constraint comment_mention_pkey PRIMARY KEY (organization_id, comment_id, person_id),
  constraint comment_mention_organization_id_comment_id_fkey FOREIGN KEY (organization_id, comment_id) REFERENCES record_comment(organization_id, id),
  constraint comment_mention_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint comment_mention_organization_id_person_id_fkey FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id)
);
CREATE INDEX comment_mention_by_person ON public.comment_mention USING btree (organization_id, person_id, comment_id);
alter table comment_mention enable row level security;
alter table comment_mention force row level security;
create policy bound_organization on comment_mention as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on comment_mention as restrictive for all to probata_app using ((sees_every_unit() OR (comment_id IS NULL) OR sees_record_comment((organization_id)::text, (comment_id)::text)));
create policy functions_of_owner on comment_mention as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select on comment_mention to probata_app;

create table control (
  organization_id identifier not null,
  id identifier not null,
  control_key text collate "C" not null,
  status text not null,
  owner_id identifier,
  record text not null,
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  control_key_sort text collate "C" not null default "left"(regexp_replace(regexp_replace(lower((control_key COLLATE "C")), '(\d+)'::text, '0000000\1'::text, 'g'::text), '0{0,7}(\d{8,})'::text, '\1'::text, 'g'::text), 60),
  updated_at_sort text collate "C" not null default COALESCE(((record)::json ->> 'updatedAt'::text), ''::text),
  constraint control_pkey PRIMARY KEY (organization_id, id),
  constraint control_key UNIQUE (organization_id, control_key),
  constraint control_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint control_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES person(organization_id, id),
  constraint control_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'retired'::text])))
);
CREATE INDEX control_by_owner ON public.control USING btree (organization_id, owner_id, id);
CREATE INDEX control_by_status ON public.control USING btree (organization_id, status, id);
CREATE INDEX control_sorted_by_change ON public.control USING btree (organization_id, status, updated_at_sort, id);
CREATE INDEX control_sorted_by_key ON public.control USING btree (organization_id, status, control_key_sort, id);
CREATE INDEX control_sorted_by_title ON public.control USING btree (organization_id, status, title_sort, id);
alter table control enable row level security;
alter table control force row level security;
create policy bound_organization on control as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on control as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on control to probata_app;

create table control_requirement (
  organization_id identifier not null,
  control_id identifier not null,
  requirement_id identifier not null,
  record text not null,
  constraint control_requirement_pkey PRIMARY KEY (organization_id, control_id, requirement_id),
  constraint control_requirement_organization_id_control_id_fkey FOREIGN KEY (organization_id, control_id) REFERENCES control(organization_id, id),
  constraint control_requirement_organization_id_requirement_id_fkey FOREIGN KEY (organization_id, requirement_id) REFERENCES evidence_requirement(organization_id, id)
);
CREATE INDEX control_requirement_by_requirement ON public.control_requirement USING btree (organization_id, requirement_id);
alter table control_requirement enable row level security;
alter table control_requirement force row level security;
create policy bound_organization on control_requirement as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on control_requirement as restrictive for all to probata_app using ((sees_every_unit() OR (requirement_id IS NULL) OR sees_evidence_requirement((organization_id)::text, (requirement_id)::text)));
create policy functions_of_owner on control_requirement as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on control_requirement to probata_app;

create table custodian (
  organization_id identifier not null,
  person_id identifier not null,
  custodian_id identifier not null,
  why text collate "C" not null,
  since timestamp with time zone not null,
  applies_from timestamp with time zone not null,
  released_at timestamp with time zone,
  released_by text,
  constraint custodian_pkey PRIMARY KEY (organization_id, person_id, custodian_id, why),
  constraint custodian_organization_id_custodian_id_fkey FOREIGN KEY (organization_id, custodian_id) REFERENCES person(organization_id, id),
  constraint custodian_organization_id_person_id_fkey FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id),
  constraint custodian_check CHECK (((person_id)::text <> (custodian_id)::text)),
  constraint custodian_released_by_check CHECK (((length(released_by) >= 1) AND (length(released_by) <= 64))),
  constraint custodian_why_check CHECK (((length(why) >= 1) AND (length(why) <= 64)))
);
CREATE INDEX custodian_of ON public.custodian USING btree (organization_id, custodian_id, person_id);
alter table custodian enable row level security;
alter table custodian force row level security;
create policy bound_organization on custodian as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on custodian as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on custodian to probata_app;

create table day_count (
  organization_id identifier not null,
  series text not null,
  until bigint not null,
  days text not null,
  constraint day_count_pkey PRIMARY KEY (organization_id, series),
  constraint day_count_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
alter table day_count enable row level security;
alter table day_count force row level security;
create policy bound_organization on day_count as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on day_count as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on day_count to probata_app;

create table deputy (
  organization_id identifier not null,
  person_id identifier not null,
  deputy_id identifier,
  always boolean not null default false,
  absent_from date,
  absent_until date,
  constraint deputy_pkey PRIMARY KEY (organization_id, person_id),
  constraint deputy_organization_id_deputy_id_fkey FOREIGN KEY (organization_id, deputy_id) REFERENCES person(organization_id, id),
  constraint deputy_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint deputy_organization_id_person_id_fkey FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id),
  constraint deputy_check CHECK (((deputy_id)::text IS DISTINCT FROM (person_id)::text)),
  constraint deputy_check1 CHECK ((((absent_from IS NULL) = (absent_until IS NULL)) AND (absent_from <= absent_until))),
  constraint deputy_check2 CHECK (((NOT always) OR (deputy_id IS NOT NULL)))
);
CREATE INDEX deputy_by_deputy ON public.deputy USING btree (organization_id, deputy_id, person_id);
alter table deputy enable row level security;
alter table deputy force row level security;
create policy bound_organization on deputy as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on deputy as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on deputy to probata_app;

create table due_diligence_review (
  organization_id identifier not null,
  id identifier not null,
  due_diligence_review_key text collate "C" not null,
  status text not null,
  owner_id identifier,
  party_engagement_id identifier not null,
  record text not null,
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  due_diligence_review_key_sort text collate "C" not null default "left"(regexp_replace(regexp_replace(lower((due_diligence_review_key COLLATE "C")), '(\d+)'::text, '0000000\1'::text, 'g'::text), '0{0,7}(\d{8,})'::text, '\1'::text, 'g'::text), 60),
  updated_at_sort text collate "C" not null default COALESCE(((record)::json ->> 'updatedAt'::text), ''::text),
  constraint due_diligence_review_pkey PRIMARY KEY (organization_id, id),
  constraint due_diligence_review_key UNIQUE (organization_id, due_diligence_review_key),
  constraint due_diligence_review_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint due_diligence_review_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES person(organization_id, id),
  constraint due_diligence_review_organization_id_party_engagement_id_fkey FOREIGN KEY (organization_id, party_engagement_id) REFERENCES party_engagement(organization_id, id),
  constraint due_diligence_review_status_check CHECK ((status = ANY (ARRAY['open'::text, 'active'::text, 'closed'::text])))
);
CREATE INDEX due_diligence_review_by_owner ON public.due_diligence_review USING btree (organization_id, owner_id, id);
CREATE INDEX due_diligence_review_by_party_engagement ON public.due_diligence_review USING btree (organization_id, party_engagement_id, id);
CREATE INDEX due_diligence_review_by_party_engagement_and_status ON public.due_diligence_review USING btree (organization_id, party_engagement_id, status, id);
CREATE INDEX due_diligence_review_by_status ON public.due_diligence_review USING btree (organization_id, status, id);
CREATE INDEX due_diligence_review_sorted_by_change ON public.due_diligence_review USING btree (organization_id, status, updated_at_sort, id);
CREATE INDEX due_diligence_review_sorted_by_key ON public.due_diligence_review USING btree (organization_id, status, due_diligence_review_key_sort, id);
CREATE INDEX due_diligence_review_sorted_by_title ON public.due_diligence_review USING btree (organization_id, status, title_sort, id);
alter table due_diligence_review enable row level security;
alter table due_diligence_review force row level security;
create policy bound_organization on due_diligence_review as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on due_diligence_review as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on due_diligence_review to probata_app;

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
  unit_id identifier default own_unit(),
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  claim_key_sort text collate "C" not null default "left"(regexp_replace(regexp_replace(lower((claim_key COLLATE "C")), '(\d+)'::text, '0000000\1'::text, 'g'::text), '0{0,7}(\d{8,})'::text, '\1'::text, 'g'::text), 60),
  reviewers_required integer not null default 1,
  approvers text[] not null default '{}'::text[],
  question_id identifier,
  answerer_id identifier,
  constraint evidence_claim_pkey PRIMARY KEY (organization_id, id),
  constraint evidence_claim_key UNIQUE (organization_id, claim_key),
  constraint evidence_claim_organization_id_evidence_requirement_id_fkey FOREIGN KEY (organization_id, evidence_requirement_id) REFERENCES evidence_requirement(organization_id, id),
  constraint evidence_claim_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint evidence_claim_organization_id_reviewer_id_fkey FOREIGN KEY (organization_id, reviewer_id) REFERENCES person(organization_id, id),
  constraint evidence_claim_organization_id_unit_id_fkey FOREIGN KEY (organization_id, unit_id) REFERENCES unit(organization_id, id),
  constraint evidence_claim_reviewers_required_check CHECK (((reviewers_required >= 1) AND (reviewers_required <= 3))),
  constraint evidence_claim_status_check CHECK ((status = ANY (ARRAY['submitted'::text, 'accepted'::text, 'rejected'::text, 'expired'::text])))
);
CREATE INDEX evidence_claim_by_requirement ON public.evidence_claim USING btree (organization_id, evidence_requirement_id, id) WHERE (evidence_requirement_id IS NOT NULL);
CREATE INDEX evidence_claim_by_requirement_and_status ON public.evidence_claim USING btree (organization_id, evidence_requirement_id, status, id) INCLUDE (unit_id) WHERE (evidence_requirement_id IS NOT NULL);
CREATE INDEX evidence_claim_by_reviewer ON public.evidence_claim USING btree (organization_id, reviewer_id, id) WHERE (reviewer_id IS NOT NULL);
CREATE INDEX evidence_claim_by_status ON public.evidence_claim USING btree (organization_id, status, id);
CREATE INDEX evidence_claim_in_question ON public.evidence_claim USING btree (organization_id, reviewer_id, id) INCLUDE (unit_id) WHERE (question_id IS NOT NULL);
CREATE INDEX evidence_claim_open_question ON public.evidence_claim USING btree (organization_id, id) INCLUDE (unit_id, answerer_id) WHERE (question_id IS NOT NULL);
CREATE INDEX evidence_claim_sorted_by_key ON public.evidence_claim USING btree (organization_id, status, claim_key_sort, id);
CREATE INDEX evidence_claim_sorted_by_title ON public.evidence_claim USING btree (organization_id, status, title_sort, id);
CREATE INDEX evidence_claim_sorted_by_valid_until ON public.evidence_claim USING btree (organization_id, status, valid_until, id);
CREATE INDEX evidence_claim_to_answer ON public.evidence_claim USING btree (organization_id, answerer_id, id) INCLUDE (unit_id) WHERE (question_id IS NOT NULL);
CREATE INDEX evidence_claim_to_expire ON public.evidence_claim USING btree (organization_id, valid_until) WHERE (status = ANY (ARRAY['submitted'::text, 'accepted'::text]));
CREATE INDEX evidence_claim_to_review ON public.evidence_claim USING btree (organization_id, reviewer_id, id) INCLUDE (unit_id) WHERE (status = 'submitted'::text);
alter table evidence_claim enable row level security;
alter table evidence_claim force row level security;
create policy bound_organization on evidence_claim as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on evidence_claim as restrictive for all to probata_app using (((unit_id IS NULL) OR sees_unit((unit_id)::text)));
create policy functions_of_owner on evidence_claim as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on evidence_claim to probata_app;

create table evidence_export (
  organization_id identifier not null,
  id identifier not null,
  status text not null,
  record text not null,
  stage text not null default 'asked'::text,
  outline text,
  failing_since timestamp with time zone,
  retry_at timestamp with time zone,
  lease_owner identifier,
  lease_until timestamp with time zone,
  expires_at timestamp with time zone,
  requested_by identifier,
  constraint evidence_export_pkey PRIMARY KEY (organization_id, id),
  constraint evidence_export_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint evidence_export_stage_check CHECK ((stage = ANY (ARRAY['asked'::text, 'gathered'::text, 'sealed'::text]))),
  constraint evidence_export_status_check CHECK ((status = ANY (ARRAY['preparing'::text, 'ready'::text, 'failed'::text, 'cancelled'::text, 'expired'::text])))
);
CREATE INDEX evidence_export_by_status ON public.evidence_export USING btree (organization_id, status, id);
CREATE INDEX evidence_export_to_expire ON public.evidence_export USING btree (organization_id, expires_at) WHERE (status = 'ready'::text);
alter table evidence_export enable row level security;
alter table evidence_export force row level security;
create policy bound_organization on evidence_export as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on evidence_export as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on evidence_export to probata_app;

create table evidence_export_entry (
  organization_id identifier not null,
  export_id identifier not null,
  "position" integer not null,
  path text not null,
  byte_size bigint not null,
  sha256 sha256_hex not null,
  crc32 bigint,
  file_offset bigint,
  artifact_id identifier,
  is_own boolean not null,
  constraint evidence_export_entry_pkey PRIMARY KEY (organization_id, export_id, "position"),
  constraint evidence_export_entry_organization_id_export_id_path_key UNIQUE (organization_id, export_id, path),
  constraint evidence_export_entry_organization_id_artifact_id_fkey FOREIGN KEY (organization_id, artifact_id) REFERENCES artifact(organization_id, id),
  constraint evidence_export_entry_organization_id_export_id_fkey FOREIGN KEY (organization_id, export_id) REFERENCES evidence_export(organization_id, id),
  constraint evidence_export_entry_check CHECK (((artifact_id IS NULL) = (byte_size = 0))),
  constraint evidence_export_entry_crc32_check CHECK (((crc32 >= 0) AND (crc32 <= '4294967295'::bigint)))
);
CREATE INDEX evidence_export_entry_by_artifact ON public.evidence_export_entry USING btree (organization_id, artifact_id);
CREATE INDEX evidence_export_entry_by_offset ON public.evidence_export_entry USING btree (organization_id, export_id, file_offset);
CREATE INDEX evidence_export_entry_to_read ON public.evidence_export_entry USING btree (organization_id, export_id, "position") WHERE (crc32 IS NULL);
alter table evidence_export_entry enable row level security;
alter table evidence_export_entry force row level security;
create policy bound_organization on evidence_export_entry as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on evidence_export_entry as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on evidence_export_entry to probata_app;

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
  retention_years integer,
  retention_position text collate "C",
  unit_id identifier default own_unit(),
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  requirement_key_sort text collate "C" not null default "left"(regexp_replace(regexp_replace(lower((requirement_key COLLATE "C")), '(\d+)'::text, '0000000\1'::text, 'g'::text), '0{0,7}(\d{8,})'::text, '\1'::text, 'g'::text), 60),
  reviewers_required integer not null default 1,
  updated_at_sort text collate "C" not null default COALESCE(((record)::json ->> 'updatedAt'::text), ''::text),
  constraint evidence_requirement_pkey PRIMARY KEY (organization_id, id),
  constraint evidence_requirement_key UNIQUE (organization_id, requirement_key),
  constraint evidence_requirement_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint evidence_requirement_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES person(organization_id, id),
  constraint evidence_requirement_organization_id_unit_id_fkey FOREIGN KEY (organization_id, unit_id) REFERENCES unit(organization_id, id),
  constraint evidence_requirement_retention_years_check CHECK (((retention_years >= 1) AND (retention_years <= 100))),
  constraint evidence_requirement_reviewers_required_check CHECK (((reviewers_required >= 1) AND (reviewers_required <= 3))),
  constraint evidence_requirement_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'retired'::text]))),
  constraint evidence_requirement_validity_days_check CHECK (((validity_days >= 1) AND (validity_days <= 36500)))
);
CREATE INDEX evidence_requirement_by_freshness ON public.evidence_requirement USING btree (organization_id, fresh_until, id) WHERE (status = 'active'::text);
CREATE INDEX evidence_requirement_by_owner ON public.evidence_requirement USING btree (organization_id, owner_id, id);
CREATE INDEX evidence_requirement_by_owner_and_freshness ON public.evidence_requirement USING btree (organization_id, owner_id, fresh_until, id) WHERE (status = 'active'::text);
CREATE INDEX evidence_requirement_by_status ON public.evidence_requirement USING btree (organization_id, status, id);
CREATE INDEX evidence_requirement_sorted_by_change ON public.evidence_requirement USING btree (organization_id, status, updated_at_sort, id);
CREATE INDEX evidence_requirement_sorted_by_freshness ON public.evidence_requirement USING btree (organization_id, status, fresh_until, id);
CREATE INDEX evidence_requirement_sorted_by_key ON public.evidence_requirement USING btree (organization_id, status, requirement_key_sort, id);
CREATE INDEX evidence_requirement_sorted_by_title ON public.evidence_requirement USING btree (organization_id, status, title_sort, id);
CREATE INDEX evidence_requirement_to_extend ON public.evidence_requirement USING btree (organization_id, id) WHERE (retention_position IS NOT NULL);
CREATE TRIGGER claims_follow_their_requirement AFTER UPDATE OF unit_id ON public.evidence_requirement FOR EACH ROW WHEN (((old.unit_id)::text IS DISTINCT FROM (new.unit_id)::text)) EXECUTE FUNCTION move_claims();
CREATE TRIGGER requirement_with_longer_retention BEFORE UPDATE OF retention_years ON public.evidence_requirement FOR EACH ROW EXECUTE FUNCTION extend_retention();
alter table evidence_requirement enable row level security;
alter table evidence_requirement force row level security;
create policy bound_organization on evidence_requirement as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on evidence_requirement as restrictive for all to probata_app using (((unit_id IS NULL) OR sees_unit((unit_id)::text)));
create policy functions_of_owner on evidence_requirement as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on evidence_requirement to probata_app;

create table exception (
  organization_id identifier not null,
  id identifier not null,
  exception_key text collate "C" not null,
  status text not null,
  owner_id identifier,
  control_id identifier not null,
  record text not null,
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  exception_key_sort text collate "C" not null default "left"(regexp_replace(regexp_replace(lower((exception_key COLLATE "C")), '(\d+)'::text, '0000000\1'::text, 'g'::text), '0{0,7}(\d{8,})'::text, '\1'::text, 'g'::text), 60),
  updated_at_sort text collate "C" not null default COALESCE(((record)::json ->> 'updatedAt'::text), ''::text),
  constraint exception_pkey PRIMARY KEY (organization_id, id),
  constraint exception_key UNIQUE (organization_id, exception_key),
  constraint exception_organization_id_control_id_fkey FOREIGN KEY (organization_id, control_id) REFERENCES control(organization_id, id),
  constraint exception_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint exception_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES person(organization_id, id),
  constraint exception_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'closed'::text])))
);
CREATE INDEX exception_by_control ON public.exception USING btree (organization_id, control_id, id);
CREATE INDEX exception_by_control_and_status ON public.exception USING btree (organization_id, control_id, status, id);
CREATE INDEX exception_by_owner ON public.exception USING btree (organization_id, owner_id, id);
CREATE INDEX exception_by_status ON public.exception USING btree (organization_id, status, id);
CREATE INDEX exception_sorted_by_change ON public.exception USING btree (organization_id, status, updated_at_sort, id);
CREATE INDEX exception_sorted_by_key ON public.exception USING btree (organization_id, status, exception_key_sort, id);
CREATE INDEX exception_sorted_by_title ON public.exception USING btree (organization_id, status, title_sort, id);
alter table exception enable row level security;
alter table exception force row level security;
create policy bound_organization on exception as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on exception as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on exception to probata_app;

create table factor_reset (
  organization_id identifier not null,
  id identifier not null,
  person_id identifier not null,
  status text not null,
  record text not null,
  constraint factor_reset_pkey PRIMARY KEY (organization_id, id),
  constraint factor_reset_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint factor_reset_organization_id_person_id_fkey FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id),
  constraint factor_reset_status_check CHECK ((status = ANY (ARRAY['open'::text, 'cancelled'::text, 'done'::text])))
);
CREATE INDEX factor_reset_by_status ON public.factor_reset USING btree (organization_id, status, id);
CREATE UNIQUE INDEX factor_reset_open ON public.factor_reset USING btree (organization_id, person_id) WHERE (status = 'open'::text);
alter table factor_reset enable row level security;
alter table factor_reset force row level security;
create policy bound_organization on factor_reset as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on factor_reset as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on factor_reset to probata_app;

create table finding (
  organization_id identifier not null,
  id identifier not null,
  severity text not null,
  status text not null,
  owner_id identifier,
  control_id identifier,
  source_module_key text collate "C",
  source_fingerprint text collate "C",
  due_at timestamp with time zone,
  accepted_until timestamp with time zone,
  remediators text[] not null default '{}'::text[],
  reported_severity text,
  record text not null,
  unit_id identifier default own_unit(),
  reporter_unit_id identifier default own_unit(),
  source_category text collate "C" not null default scope_of_finding(record, (reporter_unit_id)::text),
  hands text[],
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  constraint finding_pkey PRIMARY KEY (organization_id, id),
  constraint finding_source UNIQUE (organization_id, source_module_key, source_category, source_fingerprint),
  constraint finding_organization_id_control_id_fkey FOREIGN KEY (organization_id, control_id) REFERENCES control(organization_id, id),
  constraint finding_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint finding_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES person(organization_id, id),
  constraint finding_organization_id_reporter_unit_id_fkey FOREIGN KEY (organization_id, reporter_unit_id) REFERENCES unit(organization_id, id),
  constraint finding_organization_id_unit_id_fkey FOREIGN KEY (organization_id, unit_id) REFERENCES unit(organization_id, id),
  constraint finding_severity_check CHECK ((severity = ANY (ARRAY['critical'::text, 'high'::text, 'medium'::text, 'low'::text, 'info'::text]))),
  constraint finding_status_check CHECK ((status = ANY (ARRAY['open'::text, 'in_progress'::text, 'remediated'::text, 'resolved'::text, 'accepted'::text, 'invalidated'::text])))
);
CREATE INDEX finding_by_acceptance ON public.finding USING btree (organization_id, accepted_until) WHERE (status = 'accepted'::text);
CREATE INDEX finding_by_control ON public.finding USING btree (organization_id, control_id, id);
CREATE INDEX finding_by_fingerprint ON public.finding USING btree (organization_id, source_module_key, source_fingerprint, id);
CREATE INDEX finding_by_owner ON public.finding USING btree (organization_id, owner_id, id);
CREATE INDEX finding_by_severity ON public.finding USING btree (organization_id, severity, id);
CREATE INDEX finding_by_source ON public.finding USING btree (organization_id, source_module_key, id);
CREATE INDEX finding_by_source_and_status ON public.finding USING btree (organization_id, source_module_key, status, id);
CREATE INDEX finding_by_status ON public.finding USING btree (organization_id, status, id);
CREATE INDEX finding_sorted_by_due_at ON public.finding USING btree (organization_id, status, due_at, id);
CREATE INDEX finding_sorted_by_title ON public.finding USING btree (organization_id, status, title_sort, id);
CREATE INDEX finding_to_close ON public.finding USING btree (organization_id, COALESCE(due_at, 'infinity'::timestamp with time zone), id) WHERE (status = 'remediated'::text);
CREATE INDEX finding_to_remediate ON public.finding USING btree (organization_id, owner_id, COALESCE(due_at, 'infinity'::timestamp with time zone), id) WHERE (status = ANY (ARRAY['open'::text, 'in_progress'::text]));
alter table finding enable row level security;
alter table finding force row level security;
create policy bound_organization on finding as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on finding as restrictive for all to probata_app using (((unit_id IS NULL) OR sees_unit((unit_id)::text)));
create policy functions_of_owner on finding as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on finding to probata_app;

create table finding_claim (
  organization_id identifier not null,
  finding_id identifier not null,
  claim_id identifier not null,
  record text not null,
  constraint finding_claim_pkey PRIMARY KEY (organization_id, finding_id, claim_id),
  constraint finding_claim_organization_id_claim_id_fkey FOREIGN KEY (organization_id, claim_id) REFERENCES evidence_claim(organization_id, id),
  constraint finding_claim_organization_id_finding_id_fkey FOREIGN KEY (organization_id, finding_id) REFERENCES finding(organization_id, id)
);
CREATE INDEX finding_claim_by_claim ON public.finding_claim USING btree (organization_id, claim_id);
alter table finding_claim enable row level security;
alter table finding_claim force row level security;
create policy bound_organization on finding_claim as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on finding_claim as restrictive for all to probata_app using ((sees_every_unit() OR (finding_id IS NULL) OR sees_finding((organization_id)::text, (finding_id)::text)));
create policy functions_of_owner on finding_claim as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select on finding_claim to probata_app;

create table finding_due_days (
  organization_id identifier not null,
  critical integer,
  high integer,
  medium integer,
  low integer,
  info integer,
  constraint finding_due_days_pkey PRIMARY KEY (organization_id),
  constraint finding_due_days_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint finding_due_days_critical_check CHECK ((critical > 0)),
  constraint finding_due_days_high_check CHECK ((high > 0)),
  constraint finding_due_days_info_check CHECK ((info > 0)),
  constraint finding_due_days_low_check CHECK ((low > 0)),
  constraint finding_due_days_medium_check CHECK ((medium > 0))
);
alter table finding_due_days enable row level security;
alter table finding_due_days force row level security;
create policy bound_organization on finding_due_days as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on finding_due_days as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on finding_due_days to probata_app;

create table finding_fingerprint (
  organization_id identifier not null,
  source_module_key text collate "C" not null,
  fingerprint text collate "C" not null,
  finding_id identifier not null,
  is_current boolean not null,
  constraint finding_fingerprint_pkey PRIMARY KEY (organization_id, source_module_key, fingerprint, finding_id),
  constraint finding_fingerprint_organization_id_finding_id_fkey FOREIGN KEY (organization_id, finding_id) REFERENCES finding(organization_id, id)
);
CREATE INDEX finding_fingerprint_by_finding ON public.finding_fingerprint USING btree (organization_id, finding_id);
alter table finding_fingerprint enable row level security;
alter table finding_fingerprint force row level security;
create policy bound_organization on finding_fingerprint as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on finding_fingerprint as restrictive for all to probata_app using ((sees_every_unit() OR (finding_id IS NULL) OR sees_finding((organization_id)::text, (finding_id)::text)));
create policy functions_of_owner on finding_fingerprint as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on finding_fingerprint to probata_app;

create table finding_scan (
  organization_id identifier not null,
  scan_id identifier not null,
  account_id identifier not null,
  source_module_key text collate "C" not null,
  category text collate "C" not null,
  scan_key text collate "C" not null,
  parts integer not null,
  status text not null,
  started_at timestamp with time zone not null,
  confirmed integer,
  seen_since text[] not null default '{}'::text[],
  constraint finding_scan_pkey PRIMARY KEY (organization_id, scan_id),
  constraint finding_scan_key UNIQUE (organization_id, account_id, source_module_key, category, scan_key),
  constraint finding_scan_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint finding_scan_status_check CHECK ((status = ANY (ARRAY['open'::text, 'withheld'::text, 'compared'::text])))
);
CREATE INDEX finding_scan_by_start ON public.finding_scan USING btree (organization_id, started_at);
CREATE INDEX finding_scan_uncompared ON public.finding_scan USING btree (organization_id, source_module_key, started_at) WHERE (status <> 'compared'::text);
alter table finding_scan enable row level security;
alter table finding_scan force row level security;
create policy bound_organization on finding_scan as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on finding_scan as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on finding_scan to probata_app;

create table finding_scan_part (
  organization_id identifier not null,
  scan_id identifier not null,
  part integer not null,
  digest text not null,
  kept text[] not null,
  taken text[] not null,
  opened text[] not null,
  outcome text not null,
  constraint finding_scan_part_pkey PRIMARY KEY (organization_id, scan_id, part),
  constraint finding_scan_part_organization_id_scan_id_fkey FOREIGN KEY (organization_id, scan_id) REFERENCES finding_scan(organization_id, scan_id)
);
alter table finding_scan_part enable row level security;
alter table finding_scan_part force row level security;
create policy bound_organization on finding_scan_part as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on finding_scan_part as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on finding_scan_part to probata_app;

create table finding_scan_withheld (
  organization_id identifier not null,
  account_id identifier not null,
  source_module_key text collate "C" not null,
  category text collate "C" not null,
  withheld integer not null,
  constraint finding_scan_withheld_pkey PRIMARY KEY (organization_id, account_id, source_module_key, category),
  constraint finding_scan_withheld_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
alter table finding_scan_withheld enable row level security;
alter table finding_scan_withheld force row level security;
create policy bound_organization on finding_scan_withheld as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on finding_scan_withheld as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on finding_scan_withheld to probata_app;

create table finding_sighting (
  organization_id identifier not null,
  finding_id identifier not null,
  start_line integer not null,
  end_line integer,
  snippet text,
  seen_at timestamp with time zone not null,
  constraint finding_sighting_pkey PRIMARY KEY (organization_id, finding_id),
  constraint finding_sighting_organization_id_finding_id_fkey FOREIGN KEY (organization_id, finding_id) REFERENCES finding(organization_id, id)
);
alter table finding_sighting enable row level security;
alter table finding_sighting force row level security;
create policy bound_organization on finding_sighting as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on finding_sighting as restrictive for all to probata_app using ((sees_every_unit() OR (finding_id IS NULL) OR sees_finding((organization_id)::text, (finding_id)::text)));
create policy functions_of_owner on finding_sighting as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on finding_sighting to probata_app;

create table finding_wording (
  organization_id identifier not null,
  finding_id identifier not null,
  digest text not null,
  wording text not null,
  constraint finding_wording_pkey PRIMARY KEY (organization_id, finding_id, digest),
  constraint finding_wording_organization_id_finding_id_fkey FOREIGN KEY (organization_id, finding_id) REFERENCES finding(organization_id, id)
);
alter table finding_wording enable row level security;
alter table finding_wording force row level security;
create policy bound_organization on finding_wording as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on finding_wording as restrictive for all to probata_app using ((sees_every_unit() OR (finding_id IS NULL) OR sees_finding((organization_id)::text, (finding_id)::text)));
create policy functions_of_owner on finding_wording as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select on finding_wording to probata_app;

create table former_identity (
  organization_id identifier not null,
  identity_sha256 text collate "C" not null,
  person_id identifier not null,
  ended_at timestamp with time zone not null,
  constraint former_identity_pkey PRIMARY KEY (organization_id, identity_sha256, person_id),
  constraint former_identity_organization_id_person_id_fkey FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id),
  constraint former_identity_identity_sha256_check CHECK ((length(identity_sha256) = 64))
);
alter table former_identity enable row level security;
alter table former_identity force row level security;
create policy bound_organization on former_identity as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on former_identity as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on former_identity to probata_app;

create table framework (
  organization_id identifier not null,
  id identifier not null,
  framework_key text collate "C" not null,
  status text not null,
  owner_id identifier,
  record text not null,
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  framework_key_sort text collate "C" not null default "left"(regexp_replace(regexp_replace(lower((framework_key COLLATE "C")), '(\d+)'::text, '0000000\1'::text, 'g'::text), '0{0,7}(\d{8,})'::text, '\1'::text, 'g'::text), 60),
  updated_at_sort text collate "C" not null default COALESCE(((record)::json ->> 'updatedAt'::text), ''::text),
  constraint framework_pkey PRIMARY KEY (organization_id, id),
  constraint framework_key UNIQUE (organization_id, framework_key),
  constraint framework_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint framework_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES person(organization_id, id),
  constraint framework_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'retired'::text])))
);
CREATE INDEX framework_by_owner ON public.framework USING btree (organization_id, owner_id, id);
CREATE INDEX framework_by_status ON public.framework USING btree (organization_id, status, id);
CREATE INDEX framework_sorted_by_change ON public.framework USING btree (organization_id, status, updated_at_sort, id);
CREATE INDEX framework_sorted_by_key ON public.framework USING btree (organization_id, status, framework_key_sort, id);
CREATE INDEX framework_sorted_by_title ON public.framework USING btree (organization_id, status, title_sort, id);
alter table framework enable row level security;
alter table framework force row level security;
create policy bound_organization on framework as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on framework as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on framework to probata_app;

create table framework_coverage (
  organization_id identifier not null,
  framework_id identifier not null,
  day date not null,
  applicable integer not null,
  proven integer not null,
  partly_proven integer not null,
  reconstructed boolean not null default false,
  constraint framework_coverage_pkey PRIMARY KEY (organization_id, framework_id, day),
  constraint framework_coverage_organization_id_framework_id_fkey FOREIGN KEY (organization_id, framework_id) REFERENCES framework(organization_id, id),
  constraint framework_coverage_applicable_check CHECK ((applicable >= 0)),
  constraint framework_coverage_check CHECK (((proven >= 0) AND (proven <= applicable))),
  constraint framework_coverage_partly_proven_check CHECK ((partly_proven >= 0))
);
alter table framework_coverage enable row level security;
alter table framework_coverage force row level security;
create policy bound_organization on framework_coverage as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on framework_coverage as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on framework_coverage to probata_app;

create table group_rules (
  organization_id identifier not null,
  id identifier not null,
  is_current boolean not null,
  record text not null,
  constraint group_rules_pkey PRIMARY KEY (organization_id, id),
  constraint group_rules_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
CREATE UNIQUE INDEX group_rules_current ON public.group_rules USING btree (organization_id) WHERE is_current;
alter table group_rules enable row level security;
alter table group_rules force row level security;
create policy bound_organization on group_rules as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on group_rules as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on group_rules to probata_app;

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
create policy bound_organization on idempotency_key as permissive for all to probata_app using (((organization_id)::text = host_organization()));
create policy bound_room on idempotency_key as restrictive for all to probata_app using (((room_setting(3) IS NULL) OR ((credential_id)::text = room_setting(3))));
create policy functions_of_owner on idempotency_key as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on idempotency_key to probata_app;

create table identity_link (
  organization_id identifier not null,
  person_id identifier not null,
  issuer text collate "C" not null,
  subject text collate "C" not null,
  token_sha256 sha256_hex not null,
  expires_at timestamp with time zone not null,
  constraint identity_link_pkey PRIMARY KEY (organization_id, person_id, issuer, subject),
  constraint identity_link_organization_id_person_id_fkey FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id),
  constraint identity_link_issuer_check CHECK (((length(issuer) >= 1) AND (length(issuer) <= 2048))),
  constraint identity_link_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255)))
);
CREATE INDEX identity_link_by_token ON public.identity_link USING btree (organization_id, token_sha256);
alter table identity_link enable row level security;
alter table identity_link force row level security;
create policy bound_organization on identity_link as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on identity_link as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on identity_link to probata_app;

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
CREATE TRIGGER sample_sends_nothing BEFORE INSERT ON public.identity_provider FOR EACH ROW EXECUTE FUNCTION refuse_sending_of_sample();
alter table identity_provider enable row level security;
alter table identity_provider force row level security;
create policy bound_organization on identity_provider as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on identity_provider as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on identity_provider to probata_app;

create table indicator_definition (
  organization_id identifier not null,
  id identifier not null,
  indicator_definition_key text collate "C" not null,
  status text not null,
  owner_id identifier,
  record text not null,
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  indicator_definition_key_sort text collate "C" not null default "left"(regexp_replace(regexp_replace(lower((indicator_definition_key COLLATE "C")), '(\d+)'::text, '0000000\1'::text, 'g'::text), '0{0,7}(\d{8,})'::text, '\1'::text, 'g'::text), 60),
  updated_at_sort text collate "C" not null default COALESCE(((record)::json ->> 'updatedAt'::text), ''::text),
  constraint indicator_definition_pkey PRIMARY KEY (organization_id, id),
  constraint indicator_definition_key UNIQUE (organization_id, indicator_definition_key),
  constraint indicator_definition_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint indicator_definition_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES person(organization_id, id),
  constraint indicator_definition_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'closed'::text])))
);
CREATE INDEX indicator_definition_by_owner ON public.indicator_definition USING btree (organization_id, owner_id, id);
CREATE INDEX indicator_definition_by_status ON public.indicator_definition USING btree (organization_id, status, id);
CREATE INDEX indicator_definition_sorted_by_change ON public.indicator_definition USING btree (organization_id, status, updated_at_sort, id);
CREATE INDEX indicator_definition_sorted_by_key ON public.indicator_definition USING btree (organization_id, status, indicator_definition_key_sort, id);
CREATE INDEX indicator_definition_sorted_by_title ON public.indicator_definition USING btree (organization_id, status, title_sort, id);
alter table indicator_definition enable row level security;
alter table indicator_definition force row level security;
create policy bound_organization on indicator_definition as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on indicator_definition as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on indicator_definition to probata_app;

create table indicator_measurement (
  organization_id identifier not null,
  id identifier not null,
  indicator_measurement_key text collate "C" not null,
  status text not null,
  owner_id identifier,
  indicator_id identifier not null,
  record text not null,
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  indicator_measurement_key_sort text collate "C" not null default "left"(regexp_replace(regexp_replace(lower((indicator_measurement_key COLLATE "C")), '(\d+)'::text, '0000000\1'::text, 'g'::text), '0{0,7}(\d{8,})'::text, '\1'::text, 'g'::text), 60),
  updated_at_sort text collate "C" not null default COALESCE(((record)::json ->> 'updatedAt'::text), ''::text),
  constraint indicator_measurement_pkey PRIMARY KEY (organization_id, id),
  constraint indicator_measurement_key UNIQUE (organization_id, indicator_measurement_key),
  constraint indicator_measurement_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint indicator_measurement_organization_id_indicator_id_fkey FOREIGN KEY (organization_id, indicator_id) REFERENCES indicator_definition(organization_id, id),
  constraint indicator_measurement_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES person(organization_id, id),
  constraint indicator_measurement_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'closed'::text])))
);
CREATE INDEX indicator_measurement_by_indicator ON public.indicator_measurement USING btree (organization_id, indicator_id, id);
CREATE INDEX indicator_measurement_by_indicator_and_status ON public.indicator_measurement USING btree (organization_id, indicator_id, status, id);
CREATE INDEX indicator_measurement_by_owner ON public.indicator_measurement USING btree (organization_id, owner_id, id);
CREATE INDEX indicator_measurement_by_status ON public.indicator_measurement USING btree (organization_id, status, id);
CREATE INDEX indicator_measurement_sorted_by_change ON public.indicator_measurement USING btree (organization_id, status, updated_at_sort, id);
CREATE INDEX indicator_measurement_sorted_by_key ON public.indicator_measurement USING btree (organization_id, status, indicator_measurement_key_sort, id);
CREATE INDEX indicator_measurement_sorted_by_title ON public.indicator_measurement USING btree (organization_id, status, title_sort, id);
alter table indicator_measurement enable row level security;
alter table indicator_measurement force row level security;
create policy bound_organization on indicator_measurement as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on indicator_measurement as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on indicator_measurement to probata_app;

create table installation (
  only_one boolean not null default true,
  id identifier,
  upgraded boolean not null,
  warned_by text,
  constraint installation_pkey PRIMARY KEY (only_one),
  constraint installation_only_one_check CHECK (only_one),
  constraint installation_warned_by_check CHECK (((length(warned_by) >= 1) AND (length(warned_by) <= 64)))
);

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
  run_id identifier,
  node_id identifier,
  started_at timestamp with time zone,
  failures integer not null default 0,
  constraint job_pkey PRIMARY KEY (name)
);
CREATE TRIGGER notifications_follow_jobs AFTER UPDATE OF failures ON public.job FOR EACH ROW WHEN (((old.failures >= 3) <> (new.failures >= 3))) EXECUTE FUNCTION notify_of_job();
grant insert, select, update on job to probata_app;

create table job_run (
  id identifier not null,
  job text not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone not null,
  outcome text not null,
  processed integer not null,
  node_id identifier,
  missed integer not null default 0,
  error_code text,
  constraint job_run_pkey PRIMARY KEY (id),
  constraint job_run_job_fkey FOREIGN KEY (job) REFERENCES job(name),
  constraint job_run_error_code_check CHECK ((error_code ~ '^\w{1,200}$'::text)),
  constraint job_run_outcome_check CHECK ((outcome = ANY (ARRAY['succeeded'::text, 'failed'::text])))
);
CREATE INDEX job_run_by_job ON public.job_run USING btree (job, id);
grant delete, insert, select on job_run to probata_app;

create table ledger_checkpoint (
  organization_id identifier not null,
  generation integer not null,
  size bigint not null,
  note text not null,
  created_at timestamp with time zone not null,
  constraint ledger_checkpoint_pkey PRIMARY KEY (organization_id, generation, size),
  constraint ledger_checkpoint_organization_id_generation_fkey FOREIGN KEY (organization_id, generation) REFERENCES ledger_tree(organization_id, generation)
);
CREATE TRIGGER ledger_checkpoint_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_checkpoint FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER only_closed_samples_go AFTER DELETE ON public.ledger_checkpoint REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_real_rows();
alter table ledger_checkpoint enable row level security;
alter table ledger_checkpoint force row level security;
create policy bound_organization on ledger_checkpoint as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on ledger_checkpoint as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select on ledger_checkpoint to probata_app;

create table ledger_cursor (
  one boolean not null default true,
  revision bigint not null default 0,
  system_identifier bigint not null,
  done pg_snapshot not null,
  goal pg_snapshot,
  position_transaction xid8,
  position_organization identifier,
  position_id identifier,
  walking boolean not null default true,
  walked_until xid8,
  stopped_at timestamp with time zone,
  node_id text,
  lease_until timestamp with time zone,
  constraint ledger_cursor_pkey PRIMARY KEY (one),
  constraint ledger_cursor_one_check CHECK (one)
);

create table ledger_erasure (
  organization_id identifier not null,
  event_id identifier not null,
  field text not null,
  digest text not null,
  erased_at timestamp with time zone not null,
  erased_by text not null,
  constraint ledger_erasure_pkey PRIMARY KEY (organization_id, event_id, field)
);
CREATE TRIGGER ledger_erasure_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_erasure FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER only_closed_samples_go AFTER DELETE ON public.ledger_erasure REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_real_rows();
alter table ledger_erasure enable row level security;
alter table ledger_erasure force row level security;
create policy bound_organization on ledger_erasure as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on ledger_erasure as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant select on ledger_erasure to probata_app;

create table ledger_key (
  organization_id identifier not null,
  id identifier not null,
  purpose text not null,
  generation integer,
  vkey text not null,
  sealed text not null,
  since timestamp with time zone not null,
  until timestamp with time zone,
  constraint ledger_key_pkey PRIMARY KEY (organization_id, id),
  constraint ledger_key_check CHECK ((until >= since)),
  constraint ledger_key_check1 CHECK (((purpose = 'checkpoint'::text) = (generation IS NOT NULL))),
  constraint ledger_key_generation_check CHECK ((generation > 0)),
  constraint ledger_key_purpose_check CHECK ((purpose = ANY (ARRAY['checkpoint'::text, 'bundle'::text])))
);
CREATE UNIQUE INDEX ledger_key_current ON public.ledger_key USING btree (organization_id, purpose, COALESCE(generation, 0)) WHERE (until IS NULL);
CREATE TRIGGER ledger_key_ends BEFORE DELETE OR UPDATE ON public.ledger_key FOR EACH ROW EXECUTE FUNCTION keep_ledger_key();
CREATE TRIGGER ledger_key_stays BEFORE TRUNCATE ON public.ledger_key FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
alter table ledger_key enable row level security;
alter table ledger_key force row level security;
create policy bound_organization on ledger_key as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on ledger_key as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on ledger_key to probata_app;

create table ledger_leaf (
  organization_id identifier not null,
  generation integer not null,
  leaf_index bigint not null,
  event_id identifier not null,
  salts bytea not null,
  hash bytea not null,
  constraint ledger_leaf_pkey PRIMARY KEY (organization_id, generation, leaf_index)
);
CREATE UNIQUE INDEX ledger_leaf_of_event ON public.ledger_leaf USING btree (organization_id, event_id);
CREATE TRIGGER ledger_leaf_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_leaf FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_but_erasure();
CREATE TRIGGER only_closed_samples_go AFTER DELETE ON public.ledger_leaf REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_real_rows();
alter table ledger_leaf enable row level security;
alter table ledger_leaf force row level security;
create policy bound_organization on ledger_leaf as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on ledger_leaf as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant select on ledger_leaf to probata_app;

create table ledger_place_trouble (
  organization_id identifier not null,
  place text not null,
  since timestamp with time zone not null,
  attempts integer not null,
  code text not null,
  constraint ledger_place_trouble_pkey PRIMARY KEY (organization_id, place)
);
CREATE TRIGGER notifications_follow_places AFTER INSERT OR DELETE ON public.ledger_place_trouble FOR EACH ROW EXECUTE FUNCTION notify_of_problem();
alter table ledger_place_trouble enable row level security;
alter table ledger_place_trouble force row level security;
create policy bound_organization on ledger_place_trouble as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on ledger_place_trouble as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on ledger_place_trouble to probata_app;

create table ledger_publication (
  organization_id identifier not null,
  generation integer not null,
  size bigint not null,
  place text not null,
  answer bytea,
  held_at timestamp with time zone not null,
  constraint ledger_publication_pkey PRIMARY KEY (organization_id, generation, size, place),
  constraint ledger_publication_organization_id_generation_size_fkey FOREIGN KEY (organization_id, generation, size) REFERENCES ledger_checkpoint(organization_id, generation, size)
);
CREATE TRIGGER ledger_publication_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_publication FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER only_closed_samples_go AFTER DELETE ON public.ledger_publication REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_real_rows();
alter table ledger_publication enable row level security;
alter table ledger_publication force row level security;
create policy bound_organization on ledger_publication as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on ledger_publication as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select on ledger_publication to probata_app;

create table ledger_subtree (
  organization_id identifier not null,
  generation integer not null,
  level smallint not null,
  subtree_index bigint not null,
  hash bytea not null,
  constraint ledger_subtree_pkey PRIMARY KEY (organization_id, generation, level, subtree_index),
  constraint ledger_subtree_level_check CHECK ((level > 0))
);
CREATE TRIGGER ledger_subtree_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_subtree FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER only_closed_samples_go AFTER DELETE ON public.ledger_subtree REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_real_rows();
alter table ledger_subtree enable row level security;
alter table ledger_subtree force row level security;
create policy bound_organization on ledger_subtree as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on ledger_subtree as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant select on ledger_subtree to probata_app;

create table ledger_tree (
  organization_id identifier not null,
  generation integer not null,
  origin text not null,
  size bigint not null,
  frontier bytea not null,
  root bytea not null,
  first_kept bigint not null default 0,
  sealed_at timestamp with time zone not null,
  constraint ledger_tree_pkey PRIMARY KEY (organization_id, generation),
  constraint ledger_tree_origin_key UNIQUE (origin),
  constraint ledger_tree_generation_check CHECK ((generation > 0)),
  constraint ledger_tree_root_check CHECK ((length(root) = 32)),
  constraint ledger_tree_size_check CHECK ((size >= 0))
);
CREATE TRIGGER notifications_follow_the_trail AFTER INSERT OR UPDATE OF size ON public.ledger_tree FOR EACH ROW EXECUTE FUNCTION mark_notifications_changed();
alter table ledger_tree enable row level security;
alter table ledger_tree force row level security;
create policy bound_organization on ledger_tree as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on ledger_tree as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant select on ledger_tree to probata_app;

create table ledger_verification (
  organization_id identifier not null,
  id identifier not null,
  status text not null,
  record text not null,
  state text not null,
  constraint ledger_verification_pkey PRIMARY KEY (organization_id, id),
  constraint ledger_verification_status_check CHECK ((status = ANY (ARRAY['running'::text, 'sound'::text, 'altered'::text])))
);
CREATE INDEX ledger_verification_running ON public.ledger_verification USING btree (organization_id, id) WHERE (status = 'running'::text);
alter table ledger_verification enable row level security;
alter table ledger_verification force row level security;
create policy bound_organization on ledger_verification as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on ledger_verification as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on ledger_verification to probata_app;

create table license_state (
  only_one boolean not null default true,
  state text not null,
  token text,
  facts text not null,
  terms text not null,
  problem text,
  since timestamp with time zone,
  seen_at timestamp with time zone,
  constraint license_state_pkey PRIMARY KEY (only_one),
  constraint license_state_only_one_check CHECK (only_one)
);

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

create table mail_bounce (
  organization_id identifier not null,
  person_id identifier not null,
  address text collate "C" not null,
  reply text not null,
  bounced_at timestamp with time zone not null,
  constraint mail_bounce_pkey PRIMARY KEY (organization_id, person_id),
  constraint mail_bounce_organization_id_person_id_fkey FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id),
  constraint mail_bounce_address_check CHECK (((length(address) >= 1) AND (length(address) <= 320))),
  constraint mail_bounce_reply_check CHECK ((length(reply) <= 400))
);
alter table mail_bounce enable row level security;
alter table mail_bounce force row level security;
create policy bound_organization on mail_bounce as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on mail_bounce as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on mail_bounce to probata_app;

create table master_key_check (
  only_one boolean not null default true,
  sealed text not null,
  constraint master_key_check_pkey PRIMARY KEY (only_one),
  constraint master_key_check_only_one_check CHECK (only_one)
);

create table monitoring_definition (
  organization_id identifier not null,
  id identifier not null,
  monitoring_definition_key text collate "C" not null,
  status text not null,
  owner_id identifier,
  record text not null,
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  monitoring_definition_key_sort text collate "C" not null default "left"(regexp_replace(regexp_replace(lower((monitoring_definition_key COLLATE "C")), '(\d+)'::text, '0000000\1'::text, 'g'::text), '0{0,7}(\d{8,})'::text, '\1'::text, 'g'::text), 60),
  updated_at_sort text collate "C" not null default COALESCE(((record)::json ->> 'updatedAt'::text), ''::text),
  constraint monitoring_definition_pkey PRIMARY KEY (organization_id, id),
  constraint monitoring_definition_key UNIQUE (organization_id, monitoring_definition_key),
  constraint monitoring_definition_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint monitoring_definition_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES person(organization_id, id),
  constraint monitoring_definition_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'closed'::text])))
);
CREATE INDEX monitoring_definition_by_owner ON public.monitoring_definition USING btree (organization_id, owner_id, id);
CREATE INDEX monitoring_definition_by_status ON public.monitoring_definition USING btree (organization_id, status, id);
CREATE INDEX monitoring_definition_sorted_by_change ON public.monitoring_definition USING btree (organization_id, status, updated_at_sort, id);
CREATE INDEX monitoring_definition_sorted_by_key ON public.monitoring_definition USING btree (organization_id, status, monitoring_definition_key_sort, id);
CREATE INDEX monitoring_definition_sorted_by_title ON public.monitoring_definition USING btree (organization_id, status, title_sort, id);
alter table monitoring_definition enable row level security;
alter table monitoring_definition force row level security;
create policy bound_organization on monitoring_definition as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on monitoring_definition as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on monitoring_definition to probata_app;

create table monitoring_result_item (
  organization_id identifier not null,
  id identifier not null,
  monitoring_result_item_key text collate "C" not null,
  status text not null,
  owner_id identifier,
  run_id identifier not null,
  record text not null,
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  monitoring_result_item_key_sort text collate "C" not null default "left"(regexp_replace(regexp_replace(lower((monitoring_result_item_key COLLATE "C")), '(\d+)'::text, '0000000\1'::text, 'g'::text), '0{0,7}(\d{8,})'::text, '\1'::text, 'g'::text), 60),
  updated_at_sort text collate "C" not null default COALESCE(((record)::json ->> 'updatedAt'::text), ''::text),
  constraint monitoring_result_item_pkey PRIMARY KEY (organization_id, id),
  constraint monitoring_result_item_key UNIQUE (organization_id, monitoring_result_item_key),
  constraint monitoring_result_item_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint monitoring_result_item_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES person(organization_id, id),
  constraint monitoring_result_item_organization_id_run_id_fkey FOREIGN KEY (organization_id, run_id) REFERENCES monitoring_run(organization_id, id),
  constraint monitoring_result_item_status_check CHECK ((status = ANY (ARRAY['open'::text, 'active'::text, 'closed'::text])))
);
CREATE INDEX monitoring_result_item_by_owner ON public.monitoring_result_item USING btree (organization_id, owner_id, id);
CREATE INDEX monitoring_result_item_by_run ON public.monitoring_result_item USING btree (organization_id, run_id, id);
CREATE INDEX monitoring_result_item_by_run_and_status ON public.monitoring_result_item USING btree (organization_id, run_id, status, id);
CREATE INDEX monitoring_result_item_by_status ON public.monitoring_result_item USING btree (organization_id, status, id);
CREATE INDEX monitoring_result_item_sorted_by_change ON public.monitoring_result_item USING btree (organization_id, status, updated_at_sort, id);
CREATE INDEX monitoring_result_item_sorted_by_key ON public.monitoring_result_item USING btree (organization_id, status, monitoring_result_item_key_sort, id);
CREATE INDEX monitoring_result_item_sorted_by_title ON public.monitoring_result_item USING btree (organization_id, status, title_sort, id);
alter table monitoring_result_item enable row level security;
alter table monitoring_result_item force row level security;
create policy bound_organization on monitoring_result_item as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on monitoring_result_item as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on monitoring_result_item to probata_app;

create table monitoring_run (
  organization_id identifier not null,
  id identifier not null,
  monitoring_run_key text collate "C" not null,
  status text not null,
  owner_id identifier,
  definition_id identifier not null,
  record text not null,
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  monitoring_run_key_sort text collate "C" not null default "left"(regexp_replace(regexp_replace(lower((monitoring_run_key COLLATE "C")), '(\d+)'::text, '0000000\1'::text, 'g'::text), '0{0,7}(\d{8,})'::text, '\1'::text, 'g'::text), 60),
  updated_at_sort text collate "C" not null default COALESCE(((record)::json ->> 'updatedAt'::text), ''::text),
  constraint monitoring_run_pkey PRIMARY KEY (organization_id, id),
  constraint monitoring_run_key UNIQUE (organization_id, monitoring_run_key),
  constraint monitoring_run_organization_id_definition_id_fkey FOREIGN KEY (organization_id, definition_id) REFERENCES monitoring_definition(organization_id, id),
  constraint monitoring_run_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint monitoring_run_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES person(organization_id, id),
  constraint monitoring_run_status_check CHECK ((status = ANY (ARRAY['open'::text, 'active'::text, 'closed'::text])))
);
CREATE INDEX monitoring_run_by_definition ON public.monitoring_run USING btree (organization_id, definition_id, id);
CREATE INDEX monitoring_run_by_definition_and_status ON public.monitoring_run USING btree (organization_id, definition_id, status, id);
CREATE INDEX monitoring_run_by_owner ON public.monitoring_run USING btree (organization_id, owner_id, id);
CREATE INDEX monitoring_run_by_status ON public.monitoring_run USING btree (organization_id, status, id);
CREATE INDEX monitoring_run_sorted_by_change ON public.monitoring_run USING btree (organization_id, status, updated_at_sort, id);
CREATE INDEX monitoring_run_sorted_by_key ON public.monitoring_run USING btree (organization_id, status, monitoring_run_key_sort, id);
CREATE INDEX monitoring_run_sorted_by_title ON public.monitoring_run USING btree (organization_id, status, title_sort, id);
alter table monitoring_run enable row level security;
alter table monitoring_run force row level security;
create policy bound_organization on monitoring_run as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on monitoring_run as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on monitoring_run to probata_app;

create table node (
  id identifier not null,
  lease_until timestamp with time zone not null,
  constraint node_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update on node to probata_app;

create table notification (
  organization_id identifier not null,
  id identifier not null,
  person_id identifier not null,
  kind text collate "C" not null,
  record_id text collate "C" not null,
  step text collate "C" not null,
  occasion text collate "C" not null,
  about_id text collate "C",
  due_at timestamp with time zone,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  ended_at timestamp with time zone,
  sending text collate "C" default 'new'::text,
  retry_at timestamp with time zone,
  failures integer not null default 0,
  more integer,
  constraint notification_pkey PRIMARY KEY (organization_id, id),
  constraint notification_once UNIQUE (organization_id, person_id, kind, record_id, step, occasion),
  constraint notification_organization_id_person_id_fkey FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id),
  constraint notification_more_check CHECK ((more > 0)),
  constraint notification_sending_check CHECK ((sending = ANY (ARRAY['new'::text, 'digest'::text])))
);
CREATE INDEX notification_about ON public.notification USING btree (organization_id, about_id, id) WHERE ((ended_at IS NULL) AND (about_id IS NOT NULL));
CREATE INDEX notification_digest ON public.notification USING btree (organization_id, person_id, id) WHERE ((sending = 'digest'::text) AND (ended_at IS NULL));
CREATE INDEX notification_ended ON public.notification USING btree (organization_id, ended_at, id) WHERE (ended_at IS NOT NULL);
CREATE INDEX notification_new ON public.notification USING btree (organization_id, person_id, id) WHERE ((sending = 'new'::text) AND (ended_at IS NULL));
CREATE INDEX notification_open ON public.notification USING btree (organization_id, person_id, id) WHERE (ended_at IS NULL);
CREATE INDEX notification_read ON public.notification USING btree (organization_id, read_at, id) WHERE (read_at IS NOT NULL);
CREATE INDEX notification_unread ON public.notification USING btree (organization_id, person_id, id) WHERE ((ended_at IS NULL) AND (read_at IS NULL));
alter table notification enable row level security;
alter table notification force row level security;
create policy bound_organization on notification as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on notification as restrictive for all to probata_app using ((sees_every_unit() OR sees_notified_record((organization_id)::text, record_id))) with check (true);
create policy functions_of_owner on notification as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on notification to probata_app;

create table notification_choice (
  organization_id identifier not null,
  person_id identifier not null,
  kind text collate "C" not null,
  bell boolean,
  mail text collate "C",
  constraint notification_choice_pkey PRIMARY KEY (organization_id, person_id, kind),
  constraint notification_choice_organization_id_person_id_fkey FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id),
  constraint notification_choice_mail_check CHECK ((mail = ANY (ARRAY['off'::text, 'digest'::text, 'at_once'::text])))
);
alter table notification_choice enable row level security;
alter table notification_choice force row level security;
create policy bound_organization on notification_choice as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on notification_choice as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on notification_choice to probata_app;

create table notification_default (
  organization_id identifier not null,
  kind text collate "C" not null,
  bell boolean,
  mail text collate "C",
  after_days integer,
  constraint notification_default_pkey PRIMARY KEY (organization_id, kind),
  constraint notification_default_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint notification_default_after_days_check CHECK (((after_days >= 1) AND (after_days <= 365))),
  constraint notification_default_mail_check CHECK ((mail = ANY (ARRAY['off'::text, 'digest'::text, 'at_once'::text])))
);
alter table notification_default enable row level security;
alter table notification_default force row level security;
create policy bound_organization on notification_default as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on notification_default as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on notification_default to probata_app;

create table notification_delivery (
  organization_id identifier not null,
  id identifier not null,
  person_id identifier not null,
  channel text collate "C" not null,
  mode text collate "C" not null,
  local_day date,
  notification_ids text[] not null,
  state text collate "C" not null default 'pending'::text,
  attempts integer not null default 0,
  due_at timestamp with time zone not null,
  lease_owner identifier,
  lease_until timestamp with time zone,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint notification_delivery_pkey PRIMARY KEY (organization_id, id),
  constraint notification_digest_once UNIQUE (organization_id, person_id, channel, local_day),
  constraint notification_delivery_organization_id_person_id_fkey FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id),
  constraint notification_delivery_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'chat'::text]))),
  constraint notification_delivery_check CHECK (((mode = 'digest'::text) = (local_day IS NOT NULL))),
  constraint notification_delivery_check1 CHECK (((state = 'pending'::text) = (ended_at IS NULL))),
  constraint notification_delivery_mode_check CHECK ((mode = ANY (ARRAY['at_once'::text, 'digest'::text]))),
  constraint notification_delivery_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text, 'skipped'::text, 'bounced'::text, 'rejected'::text, 'failed'::text])))
);
CREATE INDEX notification_delivery_due ON public.notification_delivery USING btree (due_at, organization_id) WHERE (state = 'pending'::text);
CREATE INDEX notification_delivery_ended ON public.notification_delivery USING btree (organization_id, ended_at, id) WHERE (ended_at IS NOT NULL);
CREATE INDEX notification_delivery_old ON public.notification_delivery USING btree (ended_at, organization_id) WHERE (ended_at IS NOT NULL);
CREATE INDEX notification_delivery_pending ON public.notification_delivery USING btree (organization_id, due_at, id) WHERE (state = 'pending'::text);
alter table notification_delivery enable row level security;
alter table notification_delivery force row level security;
create policy bound_organization on notification_delivery as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on notification_delivery as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on notification_delivery to probata_app;

create table notification_progress (
  organization_id identifier not null,
  version bigint not null default 0,
  walked text collate "C",
  changed boolean not null default true,
  resume_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  next_at timestamp with time zone not null default 'infinity'::timestamp with time zone,
  due_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  wake_at timestamp with time zone not null default 
CASE
    WHEN (walked IS NOT NULL) THEN '-infinity'::timestamp with time zone
    WHEN changed THEN LEAST(resume_at, due_at)
    ELSE due_at
END,
  elapsed_ms bigint not null default 0,
  constraint notification_progress_pkey PRIMARY KEY (organization_id),
  constraint notification_progress_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
CREATE INDEX notification_progress_wake ON public.notification_progress USING btree (wake_at);
alter table notification_progress enable row level security;
alter table notification_progress force row level security;
create policy bound_organization on notification_progress as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on notification_progress as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on notification_progress to probata_app;

create table organization (
  id identifier not null,
  slug text collate "C" not null,
  name text not null,
  webhook_form text not null default 'unversioned'::text,
  created_at timestamp with time zone not null,
  self_decision boolean not null default false,
  time_zone text not null default 'UTC'::text,
  operator boolean not null default false,
  ledger_public boolean not null default false,
  second_person boolean not null default false,
  factor_rules text not null default '{}'::text,
  sample boolean not null default false,
  mail_names_records boolean not null default true,
  holiday_place text collate "C",
  constraint organization_pkey PRIMARY KEY (id),
  constraint organization_slug_key UNIQUE (slug),
  constraint organization_factor_rules_check CHECK ((length(factor_rules) <= 1000)),
  constraint organization_holiday_place_check CHECK (((length(holiday_place) >= 2) AND (length(holiday_place) <= 30))),
  constraint organization_sample_name CHECK (((NOT sample) OR (name ~~ 'Sample data: _%'::text))),
  constraint organization_sample_operator CHECK ((NOT (sample AND operator))),
  constraint organization_slug_check CHECK (((slug ~ '^[a-z0-9](-?[a-z0-9])*$'::text) AND (length(slug) <= 63))),
  constraint organization_time_zone_check CHECK (((length(time_zone) >= 1) AND (length(time_zone) <= 64))),
  constraint organization_webhook_form_check CHECK ((webhook_form = ANY (ARRAY['unversioned'::text, 'versioned'::text])))
);
CREATE UNIQUE INDEX organization_operator ON public.organization USING btree (operator) WHERE operator;
CREATE UNIQUE INDEX organization_sample ON public.organization USING btree (sample) WHERE sample;
CREATE TRIGGER closed_id_stays_closed BEFORE INSERT OR UPDATE OF id ON public.organization FOR EACH ROW EXECUTE FUNCTION refuse_closed_id();
CREATE TRIGGER notifications_of_a_workspace AFTER INSERT ON public.organization FOR EACH ROW EXECUTE FUNCTION start_notifications();
CREATE TRIGGER organization_begins_with_a_folder AFTER INSERT ON public.organization FOR EACH ROW EXECUTE FUNCTION bind_folder();
CREATE TRIGGER organization_stays BEFORE DELETE ON public.organization FOR EACH ROW EXECUTE FUNCTION keep_organization();
CREATE TRIGGER sample_mark_stays BEFORE UPDATE OF sample ON public.organization FOR EACH ROW WHEN ((new.sample IS DISTINCT FROM old.sample)) EXECUTE FUNCTION keep_sample_mark();
alter table organization enable row level security;
alter table organization force row level security;
create policy bound_organization on organization as permissive for all to probata_app using (((id)::text = ( SELECT bound_organization() AS bound_organization)));
create policy functions_of_owner on organization as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on organization to probata_app;

create table organization_entitlement (
  organization_id identifier not null,
  capability text collate "C" not null,
  allowed boolean not null,
  most integer,
  source text not null,
  until timestamp with time zone,
  constraint organization_entitlement_pkey PRIMARY KEY (organization_id, capability),
  constraint organization_entitlement_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
alter table organization_entitlement enable row level security;
alter table organization_entitlement force row level security;
create policy bound_organization on organization_entitlement as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on organization_entitlement as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant select on organization_entitlement to probata_app;

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

create table party_engagement (
  organization_id identifier not null,
  id identifier not null,
  party_engagement_key text collate "C" not null,
  status text not null,
  owner_id identifier,
  criticality text not null,
  record text not null,
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  party_engagement_key_sort text collate "C" not null default "left"(regexp_replace(regexp_replace(lower((party_engagement_key COLLATE "C")), '(\d+)'::text, '0000000\1'::text, 'g'::text), '0{0,7}(\d{8,})'::text, '\1'::text, 'g'::text), 60),
  updated_at_sort text collate "C" not null default COALESCE(((record)::json ->> 'updatedAt'::text), ''::text),
  constraint party_engagement_pkey PRIMARY KEY (organization_id, id),
  constraint party_engagement_key UNIQUE (organization_id, party_engagement_key),
  constraint party_engagement_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint party_engagement_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES person(organization_id, id),
  constraint party_engagement_criticality_check CHECK ((criticality = ANY (ARRAY['critical'::text, 'high'::text, 'medium'::text, 'low'::text]))),
  constraint party_engagement_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'closed'::text])))
);
CREATE INDEX party_engagement_by_criticality ON public.party_engagement USING btree (organization_id, criticality, id);
CREATE INDEX party_engagement_by_criticality_and_status ON public.party_engagement USING btree (organization_id, criticality, status, id);
CREATE INDEX party_engagement_by_owner ON public.party_engagement USING btree (organization_id, owner_id, id);
CREATE INDEX party_engagement_by_status ON public.party_engagement USING btree (organization_id, status, id);
CREATE INDEX party_engagement_sorted_by_change ON public.party_engagement USING btree (organization_id, status, updated_at_sort, id);
CREATE INDEX party_engagement_sorted_by_key ON public.party_engagement USING btree (organization_id, status, party_engagement_key_sort, id);
CREATE INDEX party_engagement_sorted_by_title ON public.party_engagement USING btree (organization_id, status, title_sort, id);
alter table party_engagement enable row level security;
alter table party_engagement force row level security;
create policy bound_organization on party_engagement as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on party_engagement as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on party_engagement to probata_app;

create table passkey (
  login_id identifier not null,
  id identifier not null,
  credential_id text collate "C" not null,
  public_key bytea not null,
  user_handle text not null,
  rp_id text not null,
  name text not null,
  sign_count bigint not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  locked_at timestamp with time zone,
  constraint passkey_pkey PRIMARY KEY (login_id, id),
  constraint passkey_credential_id_login_id_key UNIQUE (credential_id, login_id),
  constraint passkey_login_id_fkey FOREIGN KEY (login_id) REFERENCES login(id),
  constraint passkey_credential_id_check CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1400)))
);

create table passkey_challenge (
  challenge_sha256 text collate "C" not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenge_pkey PRIMARY KEY (challenge_sha256)
);
CREATE INDEX passkey_challenge_by_end ON public.passkey_challenge USING btree (expires_at);

create table person (
  organization_id identifier not null,
  id identifier not null,
  role text not null,
  disabled boolean not null default false,
  record text not null,
  login_id identifier not null,
  unit_ids text[] default unit_ids_of(record),
  language text collate "C",
  time_zone text,
  date_format text collate "C",
  name_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'name'::text)) = length(((record)::json ->> 'name'::text))) THEN ((record)::json ->> 'name'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'name'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  constraint person_pkey PRIMARY KEY (organization_id, id),
  constraint person_login_id_fkey FOREIGN KEY (login_id) REFERENCES login(id),
  constraint person_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint person_date_format_check CHECK ((date_format = ANY (ARRAY['iso'::text, 'day_month_year'::text]))),
  constraint person_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text]))),
  constraint person_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'reviewer'::text, 'contributor'::text, 'auditor'::text]))),
  constraint person_time_zone_check CHECK (((length(time_zone) >= 1) AND (length(time_zone) <= 64)))
);
CREATE INDEX person_by_role ON public.person USING btree (organization_id, role, id);
CREATE INDEX person_sorted_by_name ON public.person USING btree (organization_id, name_sort, id);
alter table person enable row level security;
alter table person force row level security;
create policy bound_organization on person as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on person as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on person to probata_app;

create table person_groups (
  organization_id identifier not null,
  person_id identifier not null,
  source text collate "C" not null,
  groups text[] not null,
  received_at timestamp with time zone not null,
  constraint person_groups_pkey PRIMARY KEY (organization_id, person_id, source),
  constraint person_groups_organization_id_person_id_fkey FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id),
  constraint person_groups_groups_check CHECK ((cardinality(groups) <= 2000)),
  constraint person_groups_source_check CHECK ((source = ANY (ARRAY['single_sign_on'::text, 'scim'::text])))
);
alter table person_groups enable row level security;
alter table person_groups force row level security;
create policy bound_organization on person_groups as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on person_groups as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on person_groups to probata_app;

create table person_identity (
  organization_id identifier not null,
  issuer text collate "C" not null,
  subject text collate "C" not null,
  person_id identifier not null,
  created_at timestamp with time zone not null,
  linked_by text collate "C",
  constraint person_identity_pkey PRIMARY KEY (organization_id, issuer, subject),
  constraint person_identity_of_person UNIQUE (organization_id, person_id, issuer),
  constraint person_identity_organization_id_person_id_fkey FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id),
  constraint person_identity_issuer_check CHECK (((length(issuer) >= 1) AND (length(issuer) <= 2048))),
  constraint person_identity_linked_by_check CHECK ((linked_by = ANY (ARRAY['first_sign_on'::text, 'session'::text, 'mail'::text]))),
  constraint person_identity_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255)))
);
alter table person_identity enable row level security;
alter table person_identity force row level security;
create policy bound_organization on person_identity as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on person_identity as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on person_identity to probata_app;

create table policy (
  organization_id identifier not null,
  id identifier not null,
  policy_key text collate "C" not null,
  status text not null,
  owner_id identifier,
  record text not null,
  unit_id identifier default own_unit(),
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  policy_key_sort text collate "C" not null default "left"(regexp_replace(regexp_replace(lower((policy_key COLLATE "C")), '(\d+)'::text, '0000000\1'::text, 'g'::text), '0{0,7}(\d{8,})'::text, '\1'::text, 'g'::text), 60),
  updated_at_sort text collate "C" not null default COALESCE(((record)::json ->> 'updatedAt'::text), ''::text),
  constraint policy_pkey PRIMARY KEY (organization_id, id),
  constraint policy_key UNIQUE (organization_id, policy_key),
  constraint policy_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint policy_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES person(organization_id, id),
  constraint policy_organization_id_unit_id_fkey FOREIGN KEY (organization_id, unit_id) REFERENCES unit(organization_id, id),
  constraint policy_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'retired'::text])))
);
CREATE INDEX policy_by_owner ON public.policy USING btree (organization_id, owner_id, id);
CREATE INDEX policy_by_status ON public.policy USING btree (organization_id, status, id);
CREATE INDEX policy_sorted_by_change ON public.policy USING btree (organization_id, status, updated_at_sort, id);
CREATE INDEX policy_sorted_by_key ON public.policy USING btree (organization_id, status, policy_key_sort, id);
CREATE INDEX policy_sorted_by_title ON public.policy USING btree (organization_id, status, title_sort, id);
alter table policy enable row level security;
alter table policy force row level security;
create policy bound_organization on policy as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on policy as restrictive for all to probata_app using (((unit_id IS NULL) OR sees_unit((unit_id)::text)));
create policy functions_of_owner on policy as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on policy to probata_app;

create table policy_acknowledgement (
  organization_id identifier not null,
  campaign_id identifier not null,
  person_id identifier not null,
  record text not null,
  constraint policy_acknowledgement_pkey PRIMARY KEY (organization_id, campaign_id, person_id),
  constraint policy_acknowledgement_organization_id_campaign_id_fkey FOREIGN KEY (organization_id, campaign_id) REFERENCES policy_campaign(organization_id, id),
  constraint policy_acknowledgement_organization_id_person_id_fkey FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id)
);
CREATE INDEX policy_acknowledgement_by_person ON public.policy_acknowledgement USING btree (organization_id, person_id);
alter table policy_acknowledgement enable row level security;
alter table policy_acknowledgement force row level security;
create policy bound_organization on policy_acknowledgement as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on policy_acknowledgement as restrictive for all to probata_app using ((sees_every_unit() OR (campaign_id IS NULL) OR sees_policy_campaign((organization_id)::text, (campaign_id)::text)));
create policy functions_of_owner on policy_acknowledgement as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select on policy_acknowledgement to probata_app;

create table policy_campaign (
  organization_id identifier not null,
  id identifier not null,
  policy_id identifier not null,
  version_id identifier not null,
  requirement_id identifier not null,
  status text not null,
  due_at timestamp with time zone not null,
  roles text[],
  person_ids text[],
  asked_ids text[] not null,
  started_by identifier not null,
  claim_id identifier,
  record text not null,
  failure text,
  attempts integer not null default 0,
  retry_at timestamp with time zone,
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  constraint policy_campaign_pkey PRIMARY KEY (organization_id, id),
  constraint policy_campaign_claim UNIQUE (organization_id, claim_id),
  constraint policy_campaign_organization_id_claim_id_fkey FOREIGN KEY (organization_id, claim_id) REFERENCES evidence_claim(organization_id, id),
  constraint policy_campaign_organization_id_policy_id_fkey FOREIGN KEY (organization_id, policy_id) REFERENCES policy(organization_id, id),
  constraint policy_campaign_organization_id_requirement_id_fkey FOREIGN KEY (organization_id, requirement_id) REFERENCES evidence_requirement(organization_id, id),
  constraint policy_campaign_organization_id_started_by_fkey FOREIGN KEY (organization_id, started_by) REFERENCES person(organization_id, id),
  constraint policy_campaign_organization_id_version_id_fkey FOREIGN KEY (organization_id, version_id) REFERENCES policy_version(organization_id, id),
  constraint policy_campaign_check CHECK (((status = 'ended'::text) = (claim_id IS NOT NULL))),
  constraint policy_campaign_status_check CHECK ((status = ANY (ARRAY['running'::text, 'ended'::text, 'cancelled'::text])))
);
CREATE INDEX policy_campaign_by_policy ON public.policy_campaign USING btree (organization_id, policy_id, id);
CREATE INDEX policy_campaign_by_policy_and_status ON public.policy_campaign USING btree (organization_id, policy_id, status, id);
CREATE INDEX policy_campaign_by_requirement ON public.policy_campaign USING btree (organization_id, requirement_id);
CREATE INDEX policy_campaign_by_status ON public.policy_campaign USING btree (organization_id, status, id);
CREATE INDEX policy_campaign_by_version ON public.policy_campaign USING btree (organization_id, version_id);
CREATE INDEX policy_campaign_running ON public.policy_campaign USING btree (organization_id, due_at, id) WHERE (status = 'running'::text);
CREATE INDEX policy_campaign_sorted_by_due_at ON public.policy_campaign USING btree (organization_id, status, due_at, id);
CREATE INDEX policy_campaign_sorted_by_title ON public.policy_campaign USING btree (organization_id, status, title_sort, id);
CREATE INDEX policy_campaign_to_try ON public.policy_campaign USING btree (organization_id, COALESCE(retry_at, due_at), id) WHERE (status = 'running'::text);
alter table policy_campaign enable row level security;
alter table policy_campaign force row level security;
create policy bound_organization on policy_campaign as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on policy_campaign as restrictive for all to probata_app using ((sees_every_unit() OR (policy_id IS NULL) OR sees_policy((organization_id)::text, (policy_id)::text)));
create policy functions_of_owner on policy_campaign as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on policy_campaign to probata_app;

create table policy_version (
  organization_id identifier not null,
  id identifier not null,
  policy_id identifier not null,
  number integer not null,
  status text not null,
  checksum_sha256 sha256_hex not null,
  artifact_id identifier,
  record text not null,
  hands text[] not null default '{}'::text[],
  constraint policy_version_pkey PRIMARY KEY (organization_id, id),
  constraint policy_version_number UNIQUE (organization_id, policy_id, number),
  constraint policy_version_organization_id_artifact_id_fkey FOREIGN KEY (organization_id, artifact_id) REFERENCES artifact(organization_id, id),
  constraint policy_version_organization_id_policy_id_fkey FOREIGN KEY (organization_id, policy_id) REFERENCES policy(organization_id, id),
  constraint policy_version_check CHECK (((status = ANY (ARRAY['awaiting_file'::text, 'withdrawn'::text])) OR (artifact_id IS NOT NULL))),
  constraint policy_version_number_check CHECK ((number > 0)),
  constraint policy_version_status_check CHECK ((status = ANY (ARRAY['awaiting_file'::text, 'draft'::text, 'published'::text, 'withdrawn'::text])))
);
CREATE INDEX policy_version_by_artifact ON public.policy_version USING btree (organization_id, artifact_id);
CREATE INDEX policy_version_by_checksum ON public.policy_version USING btree (organization_id, checksum_sha256);
CREATE INDEX policy_version_by_policy ON public.policy_version USING btree (organization_id, policy_id, id);
CREATE UNIQUE INDEX policy_version_open ON public.policy_version USING btree (organization_id, policy_id) WHERE (status = ANY (ARRAY['awaiting_file'::text, 'draft'::text]));
CREATE TRIGGER keep_published_version BEFORE DELETE OR UPDATE ON public.policy_version FOR EACH ROW EXECUTE FUNCTION keep_published_version();
alter table policy_version enable row level security;
alter table policy_version force row level security;
create policy bound_organization on policy_version as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on policy_version as restrictive for all to probata_app using ((sees_every_unit() OR (policy_id IS NULL) OR sees_policy((organization_id)::text, (policy_id)::text)));
create policy functions_of_owner on policy_version as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on policy_version to probata_app;

create table provisioning_token (
  organization_id identifier not null,
  id identifier not null,
  token_sha256 sha256_hex not null,
  previous_sha256 sha256_hex,
  previous_until timestamp with time zone,
  expires_at timestamp with time zone not null,
  revoked boolean not null,
  shown_to text collate "C",
  previous_shown_to text collate "C",
  record text not null,
  last_request_at timestamp with time zone,
  last_success_at timestamp with time zone,
  constraint provisioning_token_pkey PRIMARY KEY (organization_id, id),
  constraint provisioning_token_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
CREATE INDEX provisioning_token_previous ON public.provisioning_token USING btree (organization_id, previous_sha256) WHERE (previous_sha256 IS NOT NULL);
CREATE UNIQUE INDEX provisioning_token_text ON public.provisioning_token USING btree (organization_id, token_sha256);
alter table provisioning_token enable row level security;
alter table provisioning_token force row level security;
create policy bound_organization on provisioning_token as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on provisioning_token as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on provisioning_token to probata_app;

create table questionnaire (
  organization_id identifier not null,
  id identifier not null,
  questionnaire_key text collate "C" not null,
  status text not null,
  owner_id identifier,
  record text not null,
  unit_id identifier default own_unit(),
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  questionnaire_key_sort text collate "C" not null default "left"(regexp_replace(regexp_replace(lower((questionnaire_key COLLATE "C")), '(\d+)'::text, '0000000\1'::text, 'g'::text), '0{0,7}(\d{8,})'::text, '\1'::text, 'g'::text), 60),
  updated_at_sort text collate "C" not null default COALESCE(((record)::json ->> 'updatedAt'::text), ''::text),
  constraint questionnaire_pkey PRIMARY KEY (organization_id, id),
  constraint questionnaire_key UNIQUE (organization_id, questionnaire_key),
  constraint questionnaire_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint questionnaire_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES person(organization_id, id),
  constraint questionnaire_organization_id_unit_id_fkey FOREIGN KEY (organization_id, unit_id) REFERENCES unit(organization_id, id),
  constraint questionnaire_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'retired'::text])))
);
CREATE INDEX questionnaire_by_owner ON public.questionnaire USING btree (organization_id, owner_id, id);
CREATE INDEX questionnaire_by_status ON public.questionnaire USING btree (organization_id, status, id);
CREATE INDEX questionnaire_sorted_by_change ON public.questionnaire USING btree (organization_id, status, updated_at_sort, id);
CREATE INDEX questionnaire_sorted_by_key ON public.questionnaire USING btree (organization_id, status, questionnaire_key_sort, id);
CREATE INDEX questionnaire_sorted_by_title ON public.questionnaire USING btree (organization_id, status, title_sort, id);
alter table questionnaire enable row level security;
alter table questionnaire force row level security;
create policy bound_organization on questionnaire as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on questionnaire as restrictive for all to probata_app using (((unit_id IS NULL) OR sees_unit((unit_id)::text)));
create policy functions_of_owner on questionnaire as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on questionnaire to probata_app;

create table questionnaire_response (
  organization_id identifier not null,
  round_id identifier not null,
  person_id identifier not null,
  status text not null,
  answers text not null,
  record text not null,
  constraint questionnaire_response_pkey PRIMARY KEY (organization_id, round_id, person_id),
  constraint questionnaire_response_organization_id_person_id_fkey FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id),
  constraint questionnaire_response_organization_id_round_id_fkey FOREIGN KEY (organization_id, round_id) REFERENCES questionnaire_round(organization_id, id),
  constraint questionnaire_response_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'submitted'::text])))
);
CREATE INDEX questionnaire_response_by_person ON public.questionnaire_response USING btree (organization_id, person_id);
CREATE TRIGGER keep_submitted_response BEFORE DELETE OR UPDATE ON public.questionnaire_response FOR EACH ROW EXECUTE FUNCTION keep_submitted_response();
alter table questionnaire_response enable row level security;
alter table questionnaire_response force row level security;
create policy bound_organization on questionnaire_response as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on questionnaire_response as restrictive for all to probata_app using ((sees_every_unit() OR (round_id IS NULL) OR sees_questionnaire_round((organization_id)::text, (round_id)::text)));
create policy functions_of_owner on questionnaire_response as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on questionnaire_response to probata_app;

create table questionnaire_round (
  organization_id identifier not null,
  id identifier not null,
  questionnaire_id identifier not null,
  version_id identifier not null,
  requirement_id identifier not null,
  status text not null,
  due_at timestamp with time zone not null,
  roles text[],
  person_ids text[],
  asked_ids text[] not null,
  started_by identifier not null,
  claim_id identifier,
  record text not null,
  failure text,
  attempts integer not null default 0,
  retry_at timestamp with time zone,
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  constraint questionnaire_round_pkey PRIMARY KEY (organization_id, id),
  constraint questionnaire_round_claim UNIQUE (organization_id, claim_id),
  constraint questionnaire_round_organization_id_claim_id_fkey FOREIGN KEY (organization_id, claim_id) REFERENCES evidence_claim(organization_id, id),
  constraint questionnaire_round_organization_id_questionnaire_id_fkey FOREIGN KEY (organization_id, questionnaire_id) REFERENCES questionnaire(organization_id, id),
  constraint questionnaire_round_organization_id_requirement_id_fkey FOREIGN KEY (organization_id, requirement_id) REFERENCES evidence_requirement(organization_id, id),
  constraint questionnaire_round_organization_id_started_by_fkey FOREIGN KEY (organization_id, started_by) REFERENCES person(organization_id, id),
  constraint questionnaire_round_organization_id_version_id_fkey FOREIGN KEY (organization_id, version_id) REFERENCES questionnaire_version(organization_id, id),
  constraint questionnaire_round_check CHECK (((status = 'ended'::text) = (claim_id IS NOT NULL))),
  constraint questionnaire_round_status_check CHECK ((status = ANY (ARRAY['running'::text, 'ended'::text, 'cancelled'::text])))
);
CREATE INDEX questionnaire_round_by_questionnaire ON public.questionnaire_round USING btree (organization_id, questionnaire_id, id);
CREATE INDEX questionnaire_round_by_questionnaire_and_status ON public.questionnaire_round USING btree (organization_id, questionnaire_id, status, id);
CREATE INDEX questionnaire_round_by_requirement ON public.questionnaire_round USING btree (organization_id, requirement_id);
CREATE INDEX questionnaire_round_by_status ON public.questionnaire_round USING btree (organization_id, status, id);
CREATE INDEX questionnaire_round_by_version ON public.questionnaire_round USING btree (organization_id, version_id);
CREATE INDEX questionnaire_round_running ON public.questionnaire_round USING btree (organization_id, due_at, id) WHERE (status = 'running'::text);
CREATE INDEX questionnaire_round_sorted_by_due_at ON public.questionnaire_round USING btree (organization_id, status, due_at, id);
CREATE INDEX questionnaire_round_sorted_by_title ON public.questionnaire_round USING btree (organization_id, status, title_sort, id);
CREATE INDEX questionnaire_round_to_try ON public.questionnaire_round USING btree (organization_id, COALESCE(retry_at, due_at), id) WHERE (status = 'running'::text);
alter table questionnaire_round enable row level security;
alter table questionnaire_round force row level security;
create policy bound_organization on questionnaire_round as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on questionnaire_round as restrictive for all to probata_app using ((sees_every_unit() OR (questionnaire_id IS NULL) OR sees_questionnaire((organization_id)::text, (questionnaire_id)::text)));
create policy functions_of_owner on questionnaire_round as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on questionnaire_round to probata_app;

create table questionnaire_version (
  organization_id identifier not null,
  id identifier not null,
  questionnaire_id identifier not null,
  number integer not null,
  status text not null,
  questions_digest sha256_hex not null,
  questions text not null,
  record text not null,
  hands text[] not null default '{}'::text[],
  constraint questionnaire_version_pkey PRIMARY KEY (organization_id, id),
  constraint questionnaire_version_number UNIQUE (organization_id, questionnaire_id, number),
  constraint questionnaire_version_organization_id_questionnaire_id_fkey FOREIGN KEY (organization_id, questionnaire_id) REFERENCES questionnaire(organization_id, id),
  constraint questionnaire_version_number_check CHECK ((number > 0)),
  constraint questionnaire_version_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'withdrawn'::text])))
);
CREATE INDEX questionnaire_version_by_digest ON public.questionnaire_version USING btree (organization_id, questions_digest);
CREATE INDEX questionnaire_version_by_questionnaire ON public.questionnaire_version USING btree (organization_id, questionnaire_id, id);
CREATE UNIQUE INDEX questionnaire_version_open ON public.questionnaire_version USING btree (organization_id, questionnaire_id) WHERE (status = 'draft'::text);
CREATE TRIGGER keep_published_version BEFORE DELETE OR UPDATE ON public.questionnaire_version FOR EACH ROW EXECUTE FUNCTION keep_published_version();
alter table questionnaire_version enable row level security;
alter table questionnaire_version force row level security;
create policy bound_organization on questionnaire_version as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on questionnaire_version as restrictive for all to probata_app using ((sees_every_unit() OR (questionnaire_id IS NULL) OR sees_questionnaire((organization_id)::text, (questionnaire_id)::text)));
create policy functions_of_owner on questionnaire_version as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on questionnaire_version to probata_app;

create table record_comment (
  organization_id identifier not null,
  id identifier not null,
  record_id text collate "C" not null,
  author_id identifier not null,
  record text not null,
  page_id text collate "C" not null default split_part(record_id, '/'::text, 1),
  constraint record_comment_pkey PRIMARY KEY (organization_id, id),
  constraint record_comment_organization_id_author_id_fkey FOREIGN KEY (organization_id, author_id) REFERENCES person(organization_id, id),
  constraint record_comment_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint record_comment_record_id_check CHECK (((length(record_id) >= 1) AND (length(record_id) <= 100)))
);
CREATE INDEX record_comment_by_page ON public.record_comment USING btree (organization_id, page_id, id);
CREATE INDEX record_comment_by_record ON public.record_comment USING btree (organization_id, record_id, id);
alter table record_comment enable row level security;
alter table record_comment force row level security;
create policy bound_organization on record_comment as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on record_comment as restrictive for all to probata_app using ((sees_every_unit() OR sees_commented((organization_id)::text, page_id)));
create policy functions_of_owner on record_comment as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on record_comment to probata_app;

create table resource_custodian (
  organization_id identifier not null,
  resource_id identifier not null,
  custodian_id identifier not null,
  constraint resource_custodian_pkey PRIMARY KEY (organization_id, resource_id, custodian_id),
  constraint resource_custodian_organization_id_custodian_id_fkey FOREIGN KEY (organization_id, custodian_id) REFERENCES person(organization_id, id)
);
CREATE INDEX resource_custodian_of ON public.resource_custodian USING btree (organization_id, custodian_id, resource_id);
alter table resource_custodian enable row level security;
alter table resource_custodian force row level security;
create policy bound_organization on resource_custodian as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on resource_custodian as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select on resource_custodian to probata_app;

create table retention_hold (
  organization_id identifier not null,
  id identifier not null,
  claim_id identifier,
  status text not null,
  placed_by identifier not null,
  release_asked_by identifier,
  released_by identifier,
  record text not null,
  release_hands text[] collate "C",
  constraint retention_hold_pkey PRIMARY KEY (organization_id, id),
  constraint retention_hold_organization_id_claim_id_fkey FOREIGN KEY (organization_id, claim_id) REFERENCES evidence_claim(organization_id, id),
  constraint retention_hold_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint retention_hold_organization_id_placed_by_fkey FOREIGN KEY (organization_id, placed_by) REFERENCES person(organization_id, id),
  constraint retention_hold_organization_id_release_asked_by_fkey FOREIGN KEY (organization_id, release_asked_by) REFERENCES person(organization_id, id),
  constraint retention_hold_organization_id_released_by_fkey FOREIGN KEY (organization_id, released_by) REFERENCES person(organization_id, id),
  constraint retention_hold_check CHECK (((status = 'active'::text) = (release_asked_by IS NULL))),
  constraint retention_hold_check1 CHECK (((status = 'released'::text) = (released_by IS NOT NULL))),
  constraint retention_hold_released_by_two CHECK (((released_by)::text <> (release_asked_by)::text)),
  constraint retention_hold_status_check CHECK ((status = ANY (ARRAY['active'::text, 'releasing'::text, 'released'::text])))
);
CREATE INDEX retention_hold_by_claim ON public.retention_hold USING btree (organization_id, claim_id, id);
CREATE INDEX retention_hold_by_status ON public.retention_hold USING btree (organization_id, status, id);
CREATE INDEX retention_hold_in_force ON public.retention_hold USING btree (organization_id, claim_id) WHERE (status <> 'released'::text);
CREATE TRIGGER retention_hold_is_not_emptied BEFORE TRUNCATE ON public.retention_hold FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER retention_hold_stays BEFORE DELETE OR UPDATE ON public.retention_hold FOR EACH ROW EXECUTE FUNCTION keep_hold();
alter table retention_hold enable row level security;
alter table retention_hold force row level security;
create policy bound_organization on retention_hold as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on retention_hold as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on retention_hold to probata_app;

create table review_approval (
  organization_id identifier not null,
  id identifier not null,
  claim_id identifier not null,
  reviewer_id identifier not null,
  reason text not null,
  reviewed_digest sha256_hex not null,
  approved_at timestamp with time zone not null,
  self_decided boolean not null default false,
  hands text[] not null,
  voided_at timestamp with time zone,
  void_reason text,
  constraint review_approval_pkey PRIMARY KEY (organization_id, id),
  constraint review_approval_organization_id_claim_id_fkey FOREIGN KEY (organization_id, claim_id) REFERENCES evidence_claim(organization_id, id),
  constraint review_approval_organization_id_reviewer_id_fkey FOREIGN KEY (organization_id, reviewer_id) REFERENCES person(organization_id, id),
  constraint review_approval_check CHECK (((voided_at IS NULL) = (void_reason IS NULL))),
  constraint review_approval_void_reason_check CHECK ((void_reason = ANY (ARRAY['changed'::text, 'contributed'::text, 'self_decision_off'::text])))
);
CREATE INDEX review_approval_by_claim ON public.review_approval USING btree (organization_id, claim_id, id);
alter table review_approval enable row level security;
alter table review_approval force row level security;
create policy bound_organization on review_approval as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on review_approval as restrictive for all to probata_app using ((sees_every_unit() OR (claim_id IS NULL) OR sees_evidence_claim((organization_id)::text, (claim_id)::text)));
create policy functions_of_owner on review_approval as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on review_approval to probata_app;

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
CREATE TRIGGER only_closed_samples_go AFTER DELETE ON public.review_decision REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_real_rows();
CREATE TRIGGER review_decision_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.review_decision FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
alter table review_decision enable row level security;
alter table review_decision force row level security;
create policy bound_organization on review_decision as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on review_decision as restrictive for all to probata_app using ((sees_every_unit() OR (claim_id IS NULL) OR sees_evidence_claim((organization_id)::text, (claim_id)::text)));
create policy functions_of_owner on review_decision as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select on review_decision to probata_app;

create table right_to_audit_record (
  organization_id identifier not null,
  id identifier not null,
  right_to_audit_record_key text collate "C" not null,
  status text not null,
  owner_id identifier,
  party_engagement_id identifier not null,
  record text not null,
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  right_to_audit_record_key_sort text collate "C" not null default "left"(regexp_replace(regexp_replace(lower((right_to_audit_record_key COLLATE "C")), '(\d+)'::text, '0000000\1'::text, 'g'::text), '0{0,7}(\d{8,})'::text, '\1'::text, 'g'::text), 60),
  updated_at_sort text collate "C" not null default COALESCE(((record)::json ->> 'updatedAt'::text), ''::text),
  constraint right_to_audit_record_pkey PRIMARY KEY (organization_id, id),
  constraint right_to_audit_record_key UNIQUE (organization_id, right_to_audit_record_key),
  constraint right_to_audit_record_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint right_to_audit_record_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES person(organization_id, id),
  constraint right_to_audit_record_organization_id_party_engagement_id_fkey FOREIGN KEY (organization_id, party_engagement_id) REFERENCES party_engagement(organization_id, id),
  constraint right_to_audit_record_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'closed'::text])))
);
CREATE INDEX right_to_audit_record_by_owner ON public.right_to_audit_record USING btree (organization_id, owner_id, id);
CREATE INDEX right_to_audit_record_by_party_engagement ON public.right_to_audit_record USING btree (organization_id, party_engagement_id, id);
CREATE INDEX right_to_audit_record_by_party_engagement_and_status ON public.right_to_audit_record USING btree (organization_id, party_engagement_id, status, id);
CREATE INDEX right_to_audit_record_by_status ON public.right_to_audit_record USING btree (organization_id, status, id);
CREATE INDEX right_to_audit_record_sorted_by_change ON public.right_to_audit_record USING btree (organization_id, status, updated_at_sort, id);
CREATE INDEX right_to_audit_record_sorted_by_key ON public.right_to_audit_record USING btree (organization_id, status, right_to_audit_record_key_sort, id);
CREATE INDEX right_to_audit_record_sorted_by_title ON public.right_to_audit_record USING btree (organization_id, status, title_sort, id);
alter table right_to_audit_record enable row level security;
alter table right_to_audit_record force row level security;
create policy bound_organization on right_to_audit_record as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on right_to_audit_record as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on right_to_audit_record to probata_app;

create table risk (
  organization_id identifier not null,
  id identifier not null,
  risk_key text collate "C" not null,
  status text not null,
  owner_id identifier,
  likelihood smallint,
  impact smallint,
  residual_likelihood smallint,
  residual_impact smallint,
  review_due_at timestamp with time zone,
  record text not null,
  hands text[] not null default '{}'::text[],
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  risk_key_sort text collate "C" not null default "left"(regexp_replace(regexp_replace(lower((risk_key COLLATE "C")), '(\d+)'::text, '0000000\1'::text, 'g'::text), '0{0,7}(\d{8,})'::text, '\1'::text, 'g'::text), 60),
  constraint risk_pkey PRIMARY KEY (organization_id, id),
  constraint risk_key UNIQUE (organization_id, risk_key),
  constraint risk_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint risk_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES person(organization_id, id),
  constraint risk_impact_check CHECK (((impact >= 1) AND (impact <= 5))),
  constraint risk_likelihood_check CHECK (((likelihood >= 1) AND (likelihood <= 5))),
  constraint risk_residual_impact_check CHECK (((residual_impact >= 1) AND (residual_impact <= 5))),
  constraint risk_residual_likelihood_check CHECK (((residual_likelihood >= 1) AND (residual_likelihood <= 5))),
  constraint risk_status_check CHECK ((status = ANY (ARRAY['identified'::text, 'assessed'::text, 'treated'::text, 'accepted'::text, 'closed'::text])))
);
CREATE INDEX risk_by_owner ON public.risk USING btree (organization_id, owner_id, id);
CREATE INDEX risk_by_owner_and_status ON public.risk USING btree (organization_id, owner_id, status, id);
CREATE INDEX risk_by_status ON public.risk USING btree (organization_id, status, id);
CREATE INDEX risk_sorted_by_key ON public.risk USING btree (organization_id, status, risk_key_sort, id);
CREATE INDEX risk_sorted_by_review_due_at ON public.risk USING btree (organization_id, status, review_due_at, id);
CREATE INDEX risk_sorted_by_title ON public.risk USING btree (organization_id, status, title_sort, id);
CREATE INDEX risk_to_review ON public.risk USING btree (organization_id, owner_id, review_due_at, id) WHERE (status = ANY (ARRAY['identified'::text, 'assessed'::text, 'treated'::text, 'accepted'::text]));
alter table risk enable row level security;
alter table risk force row level security;
create policy bound_organization on risk as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on risk as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on risk to probata_app;

create table risk_control (
  organization_id identifier not null,
  risk_id identifier not null,
  control_id identifier not null,
  record text not null,
  constraint risk_control_pkey PRIMARY KEY (organization_id, risk_id, control_id),
  constraint risk_control_organization_id_control_id_fkey FOREIGN KEY (organization_id, control_id) REFERENCES control(organization_id, id),
  constraint risk_control_organization_id_risk_id_fkey FOREIGN KEY (organization_id, risk_id) REFERENCES risk(organization_id, id)
);
CREATE INDEX risk_control_by_control ON public.risk_control USING btree (organization_id, control_id);
alter table risk_control enable row level security;
alter table risk_control force row level security;
create policy bound_organization on risk_control as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on risk_control as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on risk_control to probata_app;

create table room (
  organization_id identifier not null,
  id identifier not null,
  assessment_id identifier not null,
  status text not null,
  record text not null,
  constraint room_pkey PRIMARY KEY (organization_id, id),
  constraint room_organization_id_assessment_id_fkey FOREIGN KEY (organization_id, assessment_id) REFERENCES assessment(organization_id, id),
  constraint room_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint room_status_check CHECK ((status = ANY (ARRAY['open'::text, 'ended'::text])))
);
CREATE INDEX room_by_assessment ON public.room USING btree (organization_id, assessment_id, id);
CREATE UNIQUE INDEX room_open ON public.room USING btree (organization_id, assessment_id) WHERE (status = 'open'::text);
alter table room enable row level security;
alter table room force row level security;
create policy bound_organization on room as permissive for all to probata_app using (((organization_id)::text = host_organization()));
create policy bound_room on room as restrictive for all to probata_app using (((room_setting(2) IS NULL) OR ((id)::text = room_setting(2))));
create policy bound_unit on room as restrictive for all to probata_app using ((sees_every_unit() OR (assessment_id IS NULL) OR sees_assessment((organization_id)::text, (assessment_id)::text)));
create policy functions_of_owner on room as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on room to probata_app;

create table room_bundle (
  organization_id identifier not null,
  room_id identifier not null,
  export_id identifier not null,
  constraint room_bundle_pkey PRIMARY KEY (organization_id, room_id, export_id),
  constraint room_bundle_organization_id_export_id_fkey FOREIGN KEY (organization_id, export_id) REFERENCES evidence_export(organization_id, id),
  constraint room_bundle_organization_id_room_id_fkey FOREIGN KEY (organization_id, room_id) REFERENCES room(organization_id, id)
);
CREATE INDEX room_bundle_by_export ON public.room_bundle USING btree (organization_id, export_id);
alter table room_bundle enable row level security;
alter table room_bundle force row level security;
create policy bound_organization on room_bundle as permissive for all to probata_app using (((organization_id)::text = host_organization()));
create policy bound_room on room_bundle as restrictive for all to probata_app using (((room_setting(2) IS NULL) OR ((room_id)::text = room_setting(2))));
create policy bound_unit on room_bundle as restrictive for all to probata_app using ((sees_every_unit() OR (room_id IS NULL) OR sees_room((organization_id)::text, (room_id)::text)));
create policy functions_of_owner on room_bundle as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select on room_bundle to probata_app;

create table room_entry (
  organization_id identifier not null,
  id identifier not null,
  room_id identifier not null,
  item_id identifier,
  kind text not null,
  record text not null,
  answered boolean not null default false,
  constraint room_entry_pkey PRIMARY KEY (organization_id, id),
  constraint room_entry_organization_id_room_id_item_id_fkey FOREIGN KEY (organization_id, room_id, item_id) REFERENCES room_item(organization_id, room_id, item_id),
  constraint room_entry_kind_check CHECK ((kind = ANY (ARRAY['comment'::text, 'request'::text])))
);
CREATE INDEX room_entry_by_item ON public.room_entry USING btree (organization_id, room_id, item_id, id);
CREATE INDEX room_entry_by_room ON public.room_entry USING btree (organization_id, room_id, id);
CREATE INDEX room_entry_unanswered ON public.room_entry USING btree (organization_id, room_id) WHERE ((kind = 'request'::text) AND (NOT answered));
alter table room_entry enable row level security;
alter table room_entry force row level security;
create policy bound_claim on room_entry as restrictive for all to probata_app using ((sees_every_unit() OR (room_setting(2) IS NOT NULL) OR sees_item((organization_id)::text, (item_id)::text)));
create policy bound_organization on room_entry as permissive for all to probata_app using (((organization_id)::text = host_organization()));
create policy bound_room on room_entry as restrictive for all to probata_app using (((room_setting(2) IS NULL) OR ((room_id)::text = room_setting(2))));
create policy bound_unit on room_entry as restrictive for all to probata_app using ((sees_every_unit() OR (room_id IS NULL) OR sees_room((organization_id)::text, (room_id)::text)));
create policy functions_of_owner on room_entry as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on room_entry to probata_app;

create table room_guest (
  organization_id identifier not null,
  id identifier not null,
  room_id identifier not null,
  token_sha256 sha256_hex not null,
  status text not null,
  expires_at timestamp with time zone not null,
  record text not null,
  constraint room_guest_pkey PRIMARY KEY (organization_id, id),
  constraint room_guest_token UNIQUE (organization_id, token_sha256),
  constraint room_guest_organization_id_room_id_fkey FOREIGN KEY (organization_id, room_id) REFERENCES room(organization_id, id),
  constraint room_guest_status_check CHECK ((status = ANY (ARRAY['invited'::text, 'revoked'::text])))
);
CREATE INDEX room_guest_by_room ON public.room_guest USING btree (organization_id, room_id, id);
alter table room_guest enable row level security;
alter table room_guest force row level security;
create policy bound_organization on room_guest as permissive for all to probata_app using (((organization_id)::text = host_organization()));
create policy bound_room on room_guest as restrictive for all to probata_app using (((room_setting(2) IS NULL) OR ((room_id)::text = room_setting(2))));
create policy bound_unit on room_guest as restrictive for all to probata_app using ((sees_every_unit() OR (room_id IS NULL) OR sees_room((organization_id)::text, (room_id)::text)));
create policy functions_of_owner on room_guest as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on room_guest to probata_app;

create table room_item (
  organization_id identifier not null,
  room_id identifier not null,
  item_id identifier not null,
  kind text not null,
  place integer not null,
  digest sha256_hex not null,
  record text not null,
  constraint room_item_pkey PRIMARY KEY (organization_id, room_id, item_id),
  constraint room_item_organization_id_room_id_fkey FOREIGN KEY (organization_id, room_id) REFERENCES room(organization_id, id),
  constraint room_item_kind_check CHECK ((kind = ANY (ARRAY['clause'::text, 'control'::text, 'claim'::text])))
);
CREATE INDEX room_item_in_order ON public.room_item USING btree (organization_id, room_id, kind, place, item_id);
alter table room_item enable row level security;
alter table room_item force row level security;
create policy bound_claim on room_item as restrictive for all to probata_app using ((sees_every_unit() OR (room_setting(2) IS NOT NULL) OR sees_item((organization_id)::text, (item_id)::text)));
create policy bound_organization on room_item as permissive for all to probata_app using (((organization_id)::text = host_organization()));
create policy bound_room on room_item as restrictive for all to probata_app using (((room_setting(2) IS NULL) OR ((room_id)::text = room_setting(2))));
create policy bound_unit on room_item as restrictive for all to probata_app using ((sees_every_unit() OR (room_id IS NULL) OR sees_room((organization_id)::text, (room_id)::text)));
create policy functions_of_owner on room_item as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on room_item to probata_app;

create table room_mark (
  organization_id identifier not null,
  room_id identifier not null,
  claim_id identifier not null,
  record text not null,
  constraint room_mark_pkey PRIMARY KEY (organization_id, room_id, claim_id),
  constraint room_mark_organization_id_room_id_claim_id_fkey FOREIGN KEY (organization_id, room_id, claim_id) REFERENCES room_item(organization_id, room_id, item_id)
);
alter table room_mark enable row level security;
alter table room_mark force row level security;
create policy bound_claim on room_mark as restrictive for all to probata_app using ((sees_every_unit() OR (room_setting(2) IS NOT NULL) OR sees_item((organization_id)::text, (claim_id)::text)));
create policy bound_organization on room_mark as permissive for all to probata_app using (((organization_id)::text = host_organization()));
create policy bound_room on room_mark as restrictive for all to probata_app using (((room_setting(2) IS NULL) OR ((room_id)::text = room_setting(2))));
create policy bound_unit on room_mark as restrictive for all to probata_app using ((sees_every_unit() OR (room_id IS NULL) OR sees_room((organization_id)::text, (room_id)::text)));
create policy functions_of_owner on room_mark as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on room_mark to probata_app;

create table room_opening (
  organization_id identifier not null,
  room_id identifier not null,
  guest_id identifier not null,
  item_id identifier not null,
  digest sha256_hex not null,
  artifact_ids text[] not null default '{}'::text[],
  constraint room_opening_pkey PRIMARY KEY (organization_id, room_id, guest_id, item_id),
  constraint room_opening_organization_id_guest_id_fkey FOREIGN KEY (organization_id, guest_id) REFERENCES room_guest(organization_id, id),
  constraint room_opening_organization_id_room_id_item_id_fkey FOREIGN KEY (organization_id, room_id, item_id) REFERENCES room_item(organization_id, room_id, item_id)
);
alter table room_opening enable row level security;
alter table room_opening force row level security;
create policy bound_claim on room_opening as restrictive for all to probata_app using ((sees_every_unit() OR (room_setting(2) IS NOT NULL) OR sees_item((organization_id)::text, (item_id)::text)));
create policy bound_organization on room_opening as permissive for all to probata_app using (((organization_id)::text = host_organization()));
create policy bound_room on room_opening as restrictive for all to probata_app using (((room_setting(2) IS NULL) OR ((room_id)::text = room_setting(2))));
create policy bound_unit on room_opening as restrictive for all to probata_app using ((sees_every_unit() OR (room_id IS NULL) OR sees_room((organization_id)::text, (room_id)::text)));
create policy functions_of_owner on room_opening as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on room_opening to probata_app;

create table room_session (
  organization_id identifier not null,
  token_sha256 sha256_hex not null,
  id identifier not null,
  room_id identifier not null,
  guest_id identifier not null,
  expires_at timestamp with time zone not null,
  constraint room_session_pkey PRIMARY KEY (organization_id, token_sha256),
  constraint room_session_organization_id_guest_id_fkey FOREIGN KEY (organization_id, guest_id) REFERENCES room_guest(organization_id, id)
);
CREATE INDEX room_session_by_guest ON public.room_session USING btree (organization_id, guest_id, id);
alter table room_session enable row level security;
alter table room_session force row level security;
create policy bound_organization on room_session as permissive for all to probata_app using (((organization_id)::text = host_organization()));
create policy bound_room on room_session as restrictive for all to probata_app using (((room_setting(2) IS NULL) OR ((room_id)::text = room_setting(2))));
create policy bound_unit on room_session as restrictive for all to probata_app using ((sees_every_unit() OR (room_id IS NULL) OR sees_room((organization_id)::text, (room_id)::text)));
create policy functions_of_owner on room_session as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select on room_session to probata_app;

create table saved_view (
  organization_id identifier not null,
  id identifier not null,
  created_by identifier not null,
  list text not null,
  name text not null,
  shared boolean not null,
  unit_id identifier,
  record text not null,
  constraint saved_view_pkey PRIMARY KEY (organization_id, id),
  constraint saved_view_organization_id_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES person(organization_id, id),
  constraint saved_view_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint saved_view_organization_id_unit_id_fkey FOREIGN KEY (organization_id, unit_id) REFERENCES unit(organization_id, id)
);
CREATE INDEX saved_view_by_person ON public.saved_view USING btree (organization_id, created_by, id);
CREATE INDEX saved_view_by_unit ON public.saved_view USING btree (organization_id, unit_id) WHERE (unit_id IS NOT NULL);
CREATE INDEX saved_view_shared ON public.saved_view USING btree (organization_id, id) WHERE shared;
CREATE UNIQUE INDEX saved_view_by_name ON public.saved_view USING btree (organization_id, created_by, list, lower(name));
alter table saved_view enable row level security;
alter table saved_view force row level security;
create policy bound_organization on saved_view as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on saved_view as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on saved_view to probata_app;

create table schema_function (
  file text not null,
  sha256 sha256_hex not null,
  release integer not null,
  applied_at timestamp with time zone not null,
  constraint schema_function_pkey PRIMARY KEY (file)
);

create table schema_migration (
  version integer not null,
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone not null,
  constraint schema_migration_pkey PRIMARY KEY (version)
);

create table scim_event (
  organization_id identifier not null,
  id identifier not null,
  token_id identifier not null,
  failed boolean not null,
  record text not null,
  constraint scim_event_pkey PRIMARY KEY (organization_id, id),
  constraint scim_event_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
CREATE INDEX scim_event_failed ON public.scim_event USING btree (organization_id, id) WHERE failed;
alter table scim_event enable row level security;
alter table scim_event force row level security;
create policy bound_organization on scim_event as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on scim_event as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select on scim_event to probata_app;

create table scim_group (
  organization_id identifier not null,
  id identifier not null,
  display_name text not null,
  name_key text collate "C" not null,
  external_id text collate "C",
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint scim_group_pkey PRIMARY KEY (organization_id, id),
  constraint scim_group_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint scim_group_display_name_check CHECK (((length(display_name) >= 1) AND (length(display_name) <= 1024))),
  constraint scim_group_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 1024)))
);
CREATE UNIQUE INDEX scim_group_external_id ON public.scim_group USING btree (organization_id, external_id) WHERE (external_id IS NOT NULL);
CREATE UNIQUE INDEX scim_group_name ON public.scim_group USING btree (organization_id, name_key);
alter table scim_group enable row level security;
alter table scim_group force row level security;
create policy bound_organization on scim_group as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on scim_group as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on scim_group to probata_app;

create table scim_group_member (
  organization_id identifier not null,
  group_id identifier not null,
  person_id identifier not null,
  constraint scim_group_member_pkey PRIMARY KEY (organization_id, group_id, person_id),
  constraint scim_group_member_organization_id_group_id_fkey FOREIGN KEY (organization_id, group_id) REFERENCES scim_group(organization_id, id) ON DELETE CASCADE,
  constraint scim_group_member_organization_id_person_id_fkey FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id)
);
CREATE INDEX scim_group_member_of ON public.scim_group_member USING btree (organization_id, person_id, group_id);
alter table scim_group_member enable row level security;
alter table scim_group_member force row level security;
create policy bound_organization on scim_group_member as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on scim_group_member as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select on scim_group_member to probata_app;

create table scim_ignored (
  organization_id identifier not null,
  attribute text collate "C" not null,
  since timestamp with time zone not null,
  constraint scim_ignored_pkey PRIMARY KEY (organization_id, attribute),
  constraint scim_ignored_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint scim_ignored_attribute_check CHECK (((length(attribute) >= 1) AND (length(attribute) <= 1024)))
);
alter table scim_ignored enable row level security;
alter table scim_ignored force row level security;
create policy bound_organization on scim_ignored as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on scim_ignored as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select on scim_ignored to probata_app;

create table scim_user (
  organization_id identifier not null,
  person_id identifier not null,
  user_name text collate "C" not null,
  external_id text collate "C",
  attributes text not null,
  deactivated boolean not null,
  deleted boolean not null,
  pending_address text collate "C",
  updated_at timestamp with time zone not null,
  constraint scim_user_pkey PRIMARY KEY (organization_id, person_id),
  constraint scim_user_organization_id_person_id_fkey FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id),
  constraint scim_user_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 1024))),
  constraint scim_user_pending_address_check CHECK (((length(pending_address) >= 1) AND (length(pending_address) <= 320))),
  constraint scim_user_user_name_check CHECK (((length(user_name) >= 1) AND (length(user_name) <= 1100)))
);
CREATE UNIQUE INDEX scim_user_external_id ON public.scim_user USING btree (organization_id, external_id) WHERE (external_id IS NOT NULL);
CREATE UNIQUE INDEX scim_user_name ON public.scim_user USING btree (organization_id, user_name);
alter table scim_user enable row level security;
alter table scim_user force row level security;
create policy bound_organization on scim_user as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on scim_user as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on scim_user to probata_app;

create table search_entry (
  organization_id identifier not null,
  id identifier not null,
  words tsvector not null,
  constraint search_entry_pkey PRIMARY KEY (organization_id, id),
  constraint search_entry_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
CREATE INDEX search_entry_by_word ON public.search_entry USING gin (words) WITH (fastupdate=off);
alter table search_entry enable row level security;
alter table search_entry force row level security;
create policy bound_organization on search_entry as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on search_entry as permissive for all to probata using (true);
grant select on search_entry to probata_app;

create table search_progress (
  organization_id identifier not null,
  rules integer not null,
  generation integer not null,
  size bigint not null,
  walked text collate "C",
  constraint search_progress_pkey PRIMARY KEY (organization_id),
  constraint search_progress_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
alter table search_progress enable row level security;
alter table search_progress force row level security;
create policy bound_organization on search_progress as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on search_progress as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on search_progress to probata_app;

create table search_word (
  organization_id identifier not null,
  spelling text collate "C" not null,
  word text collate "C" not null,
  constraint search_word_pkey PRIMARY KEY (organization_id, spelling, word),
  constraint search_word_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
alter table search_word enable row level security;
alter table search_word force row level security;
create policy bound_organization on search_word as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on search_word as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant select on search_word to probata_app;

create table security_event (
  organization_id identifier not null,
  id identifier not null,
  type text collate "C" not null,
  severity text collate "C" not null,
  record text not null,
  constraint security_event_pkey PRIMARY KEY (organization_id, id),
  constraint security_event_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'low'::text, 'medium'::text, 'high'::text, 'critical'::text])))
) partition by RANGE (id);
CREATE INDEX security_event_by_severity ON ONLY public.security_event USING btree (organization_id, severity, id);
CREATE INDEX security_event_by_type ON ONLY public.security_event USING btree (organization_id, type, id);
CREATE TRIGGER notifications_follow_stuck_jobs AFTER INSERT ON public.security_event FOR EACH ROW WHEN ((new.type = 'jobStuck'::text)) EXECUTE FUNCTION notify_of_job();
CREATE TRIGGER only_closed_samples_go AFTER DELETE ON public.security_event REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_real_rows();
CREATE TRIGGER security_event_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.security_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
alter table security_event enable row level security;
alter table security_event force row level security;
create policy bound_organization on security_event as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on security_event as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
create policy of_guests on security_event as permissive for insert to probata_app with check (((organization_id)::text = room_setting(1)));
grant insert, select on security_event to probata_app;

create table security_event_export (
  sink text collate "C" not null,
  reached text collate "C" not null default ''::text,
  behind boolean not null default false,
  node_id text,
  lease_until timestamp with time zone,
  constraint security_event_export_pkey PRIMARY KEY (sink),
  constraint security_event_export_sink_check CHECK (((length(sink) >= 1) AND (length(sink) <= 1000)))
);

create table security_event_other (
  organization_id identifier not null,
  id identifier not null,
  type text collate "C" not null,
  severity text collate "C" not null,
  record text not null,
  constraint security_event_other_pkey PRIMARY KEY (organization_id, id),
  constraint security_event_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'low'::text, 'medium'::text, 'high'::text, 'critical'::text])))
);
CREATE INDEX security_event_other_organization_id_severity_id_idx ON public.security_event_other USING btree (organization_id, severity, id);
CREATE INDEX security_event_other_organization_id_type_id_idx ON public.security_event_other USING btree (organization_id, type, id);
CREATE TRIGGER notifications_follow_stuck_jobs AFTER INSERT ON public.security_event_other FOR EACH ROW WHEN ((new.type = 'jobStuck'::text)) EXECUTE FUNCTION notify_of_job();

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
  unit_ids text[] default unit_ids_of(record),
  constraint service_account_pkey PRIMARY KEY (organization_id, id),
  constraint service_account_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint service_account_organization_id_made_by_fkey FOREIGN KEY (organization_id, made_by) REFERENCES person(organization_id, id),
  constraint service_account_organization_id_secret_shown_to_fkey FOREIGN KEY (organization_id, secret_shown_to) REFERENCES person(organization_id, id)
);
CREATE INDEX service_account_made_by ON public.service_account USING btree (organization_id, made_by);
CREATE INDEX service_account_secret_shown_to ON public.service_account USING btree (organization_id, secret_shown_to);
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
  issuer text collate "C",
  sid_sha256 sha256_hex,
  id_token text,
  constraint session_pkey PRIMARY KEY (organization_id, token_sha256),
  constraint session_organization_id_person_id_fkey FOREIGN KEY (organization_id, person_id) REFERENCES person(organization_id, id),
  constraint session_address_check CHECK (((length(address) >= 1) AND (length(address) <= 100))),
  constraint session_issuer_check CHECK (((length(issuer) >= 1) AND (length(issuer) <= 2048))),
  constraint session_opened_with_check CHECK ((opened_with = ANY (ARRAY['password'::text, 'single_sign_on'::text, 'setup'::text, 'invitation'::text, 'passkey'::text]))),
  constraint session_user_agent_check CHECK (((length(user_agent) >= 1) AND (length(user_agent) <= 300)))
);
CREATE INDEX session_by_expiry ON public.session USING btree (organization_id, expires_at);
CREATE INDEX session_by_person ON public.session USING btree (organization_id, person_id);
CREATE INDEX session_by_sid ON public.session USING btree (organization_id, sid_sha256) WHERE (sid_sha256 IS NOT NULL);
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

create table sign_in_policy (
  organization_id identifier not null,
  id identifier not null,
  is_current boolean not null,
  sign_in text collate "C" not null,
  break_glass_ids text[] not null,
  record text not null,
  constraint sign_in_policy_pkey PRIMARY KEY (organization_id, id),
  constraint sign_in_policy_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint sign_in_policy_break_glass_ids_check CHECK ((cardinality(break_glass_ids) <= 2)),
  constraint sign_in_policy_sign_in_check CHECK ((sign_in = ANY (ARRAY['any'::text, 'single_sign_on'::text])))
);
CREATE UNIQUE INDEX sign_in_policy_current ON public.sign_in_policy USING btree (organization_id) WHERE is_current;
alter table sign_in_policy enable row level security;
alter table sign_in_policy force row level security;
create policy bound_organization on sign_in_policy as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on sign_in_policy as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on sign_in_policy to probata_app;

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
CREATE TRIGGER sample_sends_nothing BEFORE INSERT ON public.sign_on_domain FOR EACH ROW EXECUTE FUNCTION refuse_sending_of_sample();
alter table sign_on_domain enable row level security;
alter table sign_on_domain force row level security;
create policy bound_organization on sign_on_domain as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on sign_on_domain as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on sign_on_domain to probata_app;

create table sign_on_key (
  organization_id identifier not null,
  id identifier not null,
  public_key text not null,
  private_key text not null,
  created_at timestamp with time zone not null,
  signs_from timestamp with time zone not null,
  published_until timestamp with time zone,
  constraint sign_on_key_pkey PRIMARY KEY (organization_id, id),
  constraint sign_on_key_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
CREATE UNIQUE INDEX sign_on_key_newest ON public.sign_on_key USING btree (organization_id) WHERE (published_until IS NULL);
alter table sign_on_key enable row level security;
alter table sign_on_key force row level security;
create policy bound_organization on sign_on_key as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on sign_on_key as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on sign_on_key to probata_app;

create table staged_blob (
  organization_id identifier not null,
  blob_key text collate "C" not null,
  node_id identifier not null,
  created_at timestamp with time zone not null,
  binding_id identifier,
  usable boolean default true,
  upload_id text,
  locked_until timestamp with time zone,
  constraint staged_blob_pkey PRIMARY KEY (organization_id, blob_key),
  constraint staged_blob_in_usable_binding FOREIGN KEY (organization_id, binding_id, usable) REFERENCES storage_binding(organization_id, id, usable),
  constraint staged_blob_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint staged_blob_usable_check CHECK (usable)
);
CREATE INDEX staged_blob_by_binding ON public.staged_blob USING btree (organization_id, binding_id);
alter table staged_blob enable row level security;
alter table staged_blob force row level security;
create policy bound_organization on staged_blob as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on staged_blob as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on staged_blob to probata_app;

create table storage_binding (
  organization_id identifier not null,
  id identifier not null,
  kind text not null,
  status text not null,
  usable boolean,
  name text not null,
  settings text not null,
  encryption text not null,
  credentials text,
  credential_hint text,
  credentials_at timestamp with time zone,
  revision integer not null default 1,
  validated_at timestamp with time zone,
  activated_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  retention_mode text not null default 'none'::text,
  constraint storage_binding_pkey PRIMARY KEY (organization_id, id),
  constraint storage_binding_usable UNIQUE (organization_id, id, usable),
  constraint storage_binding_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint storage_binding_check CHECK (((status = 'retired'::text) = (usable IS NULL))),
  constraint storage_binding_check1 CHECK (((kind = 's3'::text) OR (retention_mode = 'none'::text))),
  constraint storage_binding_encryption_check CHECK ((encryption = ANY (ARRAY['none'::text, 'envelope'::text]))),
  constraint storage_binding_kind_check CHECK ((kind = ANY (ARRAY['folder'::text, 's3'::text]))),
  constraint storage_binding_retention_mode_check CHECK ((retention_mode = ANY (ARRAY['none'::text, 'governance'::text, 'compliance'::text]))),
  constraint storage_binding_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'validated'::text, 'active'::text, 'draining'::text, 'retired'::text]))),
  constraint storage_binding_usable_check CHECK (usable)
);
CREATE UNIQUE INDEX storage_binding_active ON public.storage_binding USING btree (organization_id) WHERE (status = 'active'::text);
CREATE TRIGGER active_binding_keeps_copies AFTER UPDATE OF status ON public.storage_binding FOR EACH ROW WHEN (((new.status = 'active'::text) AND (old.status <> 'active'::text))) EXECUTE FUNCTION binding_keeps_copies();
CREATE TRIGGER sample_sends_nothing BEFORE INSERT ON public.storage_binding FOR EACH ROW EXECUTE FUNCTION refuse_sending_of_sample('folder');
alter table storage_binding enable row level security;
alter table storage_binding force row level security;
create policy bound_organization on storage_binding as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on storage_binding as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on storage_binding to probata_app;

create table storage_data_key (
  organization_id identifier not null,
  id identifier not null,
  generation integer not null,
  status text not null,
  provider text not null,
  wrapped text,
  created_at timestamp with time zone not null,
  destroyed_at timestamp with time zone,
  files_released boolean not null default false,
  constraint storage_data_key_pkey PRIMARY KEY (organization_id, id),
  constraint storage_data_key_generation UNIQUE (organization_id, generation),
  constraint storage_data_key_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint storage_data_key_destroyed CHECK ((((status = 'destroyed'::text) = (wrapped IS NULL)) AND ((status = 'destroyed'::text) = (destroyed_at IS NOT NULL)))),
  constraint storage_data_key_generation_check CHECK ((generation > 0)),
  constraint storage_data_key_provider_check CHECK ((provider = ANY (ARRAY['local'::text, 'vault-transit'::text]))),
  constraint storage_data_key_status_check CHECK ((status = ANY (ARRAY['active'::text, 'retired'::text, 'destroyed'::text])))
);
CREATE UNIQUE INDEX storage_data_key_active ON public.storage_data_key USING btree (organization_id) WHERE (status = 'active'::text);
CREATE TRIGGER kept_key BEFORE UPDATE OF status ON public.storage_data_key FOR EACH ROW WHEN (((new.status = 'destroyed'::text) AND (old.status <> 'destroyed'::text))) EXECUTE FUNCTION keep_key();
alter table storage_data_key enable row level security;
alter table storage_data_key force row level security;
create policy bound_organization on storage_data_key as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on storage_data_key as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on storage_data_key to probata_app;

create table storage_deviation (
  organization_id identifier not null,
  id identifier not null,
  binding_id identifier not null,
  check_name text collate "C" not null,
  stops text not null,
  code text,
  failures integer not null,
  since timestamp with time zone not null,
  opened_at timestamp with time zone not null,
  last_failed_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  constraint storage_deviation_pkey PRIMARY KEY (organization_id, id),
  constraint storage_deviation_organization_id_binding_id_fkey FOREIGN KEY (organization_id, binding_id) REFERENCES storage_binding(organization_id, id),
  constraint storage_deviation_stops_check CHECK ((stops = ANY (ARRAY['nothing'::text, 'uploads'::text, 'files'::text])))
);
CREATE INDEX storage_deviation_by_binding ON public.storage_deviation USING btree (organization_id, binding_id, id);
CREATE UNIQUE INDEX storage_deviation_open ON public.storage_deviation USING btree (organization_id, binding_id, check_name) WHERE (closed_at IS NULL);
CREATE TRIGGER notifications_follow_storage AFTER INSERT OR UPDATE OF closed_at ON public.storage_deviation FOR EACH ROW EXECUTE FUNCTION notify_of_problem();
alter table storage_deviation enable row level security;
alter table storage_deviation force row level security;
create policy bound_organization on storage_deviation as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on storage_deviation as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on storage_deviation to probata_app;

create table storage_key_destruction (
  organization_id identifier not null,
  id identifier not null,
  status text not null,
  asked_by identifier not null,
  record text not null,
  hands text[] collate "C",
  constraint storage_key_destruction_pkey PRIMARY KEY (organization_id, id),
  constraint storage_key_destruction_organization_id_asked_by_fkey FOREIGN KEY (organization_id, asked_by) REFERENCES person(organization_id, id),
  constraint storage_key_destruction_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint storage_key_destruction_status_check CHECK ((status = ANY (ARRAY['asked'::text, 'confirmed'::text, 'withdrawn'::text])))
);
CREATE UNIQUE INDEX storage_key_destruction_asked ON public.storage_key_destruction USING btree (organization_id) WHERE (status = 'asked'::text);
alter table storage_key_destruction enable row level security;
alter table storage_key_destruction force row level security;
create policy bound_organization on storage_key_destruction as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on storage_key_destruction as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on storage_key_destruction to probata_app;

create table storage_key_provider (
  organization_id identifier not null,
  id identifier not null,
  kind text not null,
  settings text not null,
  token text,
  state text not null,
  code text,
  since timestamp with time zone not null,
  constraint storage_key_provider_pkey PRIMARY KEY (organization_id),
  constraint storage_key_provider_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint storage_key_provider_code CHECK (((state = 'unavailable'::text) = (code IS NOT NULL))),
  constraint storage_key_provider_kind_check CHECK ((kind = ANY (ARRAY['local'::text, 'vault-transit'::text]))),
  constraint storage_key_provider_state_check CHECK ((state = ANY (ARRAY['available'::text, 'unavailable'::text])))
);
CREATE TRIGGER kept_key_holder BEFORE INSERT OR UPDATE ON public.storage_key_provider FOR EACH ROW EXECUTE FUNCTION keep_key_holder();
CREATE TRIGGER sample_sends_nothing BEFORE INSERT OR UPDATE OF kind ON public.storage_key_provider FOR EACH ROW EXECUTE FUNCTION refuse_sending_of_sample('local');
alter table storage_key_provider enable row level security;
alter table storage_key_provider force row level security;
create policy bound_organization on storage_key_provider as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on storage_key_provider as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on storage_key_provider to probata_app;

create table storage_migration (
  organization_id identifier not null,
  id identifier not null,
  source_id identifier not null,
  target_id identifier not null,
  mode text not null,
  status text not null,
  failed_in text,
  code text,
  paused boolean not null default false,
  waits_for text,
  bytes_per_second bigint not null,
  hold_seconds integer not null,
  delete_after timestamp with time zone,
  "position" text collate "C" not null default ''::text,
  recent text not null default ''::text,
  copied_items bigint not null default 0,
  copied_bytes bigint not null default 0,
  removed_items bigint not null default 0,
  removed_bytes bigint not null default 0,
  left_items bigint not null,
  left_bytes bigint not null,
  measured bigint,
  paced_until timestamp with time zone,
  lease_owner text,
  lease_until timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  kept_items bigint not null default 0,
  kept_bytes bigint not null default 0,
  kept_until timestamp with time zone,
  constraint storage_migration_pkey PRIMARY KEY (organization_id, id),
  constraint storage_migration_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint storage_migration_organization_id_source_id_fkey FOREIGN KEY (organization_id, source_id) REFERENCES storage_binding(organization_id, id),
  constraint storage_migration_organization_id_target_id_fkey FOREIGN KEY (organization_id, target_id) REFERENCES storage_binding(organization_id, id),
  constraint storage_migration_check CHECK (((source_id)::text <> (target_id)::text)),
  constraint storage_migration_check1 CHECK (((status = 'failed'::text) = (failed_in IS NOT NULL))),
  constraint storage_migration_failed_in_check CHECK ((failed_in = ANY (ARRAY['copying'::text, 'holding'::text, 'deleting'::text]))),
  constraint storage_migration_mode_check CHECK ((mode = ANY (ARRAY['move'::text, 'copy'::text]))),
  constraint storage_migration_status_check CHECK ((status = ANY (ARRAY['copying'::text, 'holding'::text, 'deleting'::text, 'done'::text, 'cancelled'::text, 'failed'::text]))),
  constraint storage_migration_waits_for_check CHECK ((waits_for = ANY (ARRAY['uploads'::text, 'failures'::text, 'store'::text])))
);
CREATE INDEX storage_migration_by_source ON public.storage_migration USING btree (organization_id, source_id) WHERE (status = ANY (ARRAY['copying'::text, 'holding'::text, 'deleting'::text, 'failed'::text]));
CREATE INDEX storage_migration_by_target ON public.storage_migration USING btree (organization_id, target_id) WHERE (status = ANY (ARRAY['copying'::text, 'holding'::text, 'deleting'::text, 'failed'::text]));
CREATE UNIQUE INDEX storage_migration_under_way ON public.storage_migration USING btree (organization_id) WHERE (status = ANY (ARRAY['copying'::text, 'holding'::text, 'deleting'::text]));
alter table storage_migration enable row level security;
alter table storage_migration force row level security;
create policy bound_organization on storage_migration as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on storage_migration as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on storage_migration to probata_app;

create table storage_migration_failure (
  organization_id identifier not null,
  migration_id identifier not null,
  artifact_id identifier not null,
  blob_key text collate "C" not null,
  code text not null,
  failed_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  accepted_by identifier,
  reason text,
  constraint storage_migration_failure_pkey PRIMARY KEY (organization_id, migration_id, artifact_id),
  constraint storage_migration_failure_organization_id_migration_id_blob_key UNIQUE (organization_id, migration_id, blob_key),
  constraint storage_migration_failure_organization_id_artifact_id_fkey FOREIGN KEY (organization_id, artifact_id) REFERENCES artifact(organization_id, id),
  constraint storage_migration_failure_organization_id_migration_id_fkey FOREIGN KEY (organization_id, migration_id) REFERENCES storage_migration(organization_id, id),
  constraint storage_migration_failure_check CHECK ((((accepted_at IS NULL) = (accepted_by IS NULL)) AND ((accepted_at IS NULL) = (reason IS NULL))))
);
alter table storage_migration_failure enable row level security;
alter table storage_migration_failure force row level security;
create policy bound_organization on storage_migration_failure as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on storage_migration_failure as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on storage_migration_failure to probata_app;

create table storage_orphan (
  organization_id identifier not null,
  binding_id identifier not null,
  object_key text collate "C" not null,
  byte_size bigint not null,
  found_at timestamp with time zone not null,
  locked_until timestamp with time zone,
  constraint storage_orphan_pkey PRIMARY KEY (organization_id, binding_id, object_key),
  constraint storage_orphan_organization_id_binding_id_fkey FOREIGN KEY (organization_id, binding_id) REFERENCES storage_binding(organization_id, id)
);
alter table storage_orphan enable row level security;
alter table storage_orphan force row level security;
create policy bound_organization on storage_orphan as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on storage_orphan as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on storage_orphan to probata_app;

create table storage_posture (
  organization_id identifier not null,
  binding_id identifier not null,
  due_at timestamp with time zone not null,
  swept_at timestamp with time zone not null,
  probed_at timestamp with time zone,
  baseline text,
  baseline_of timestamp with time zone,
  checks text not null,
  constraint storage_posture_pkey PRIMARY KEY (organization_id, binding_id),
  constraint storage_posture_organization_id_binding_id_fkey FOREIGN KEY (organization_id, binding_id) REFERENCES storage_binding(organization_id, id)
);
alter table storage_posture enable row level security;
alter table storage_posture force row level security;
create policy bound_organization on storage_posture as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on storage_posture as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on storage_posture to probata_app;

create table storage_probe_run (
  organization_id identifier not null,
  id identifier not null,
  binding_id identifier not null,
  record text not null,
  constraint storage_probe_run_pkey PRIMARY KEY (organization_id, id),
  constraint storage_probe_run_organization_id_binding_id_fkey FOREIGN KEY (organization_id, binding_id) REFERENCES storage_binding(organization_id, id)
);
CREATE INDEX storage_probe_run_by_binding ON public.storage_probe_run USING btree (organization_id, binding_id, id);
alter table storage_probe_run enable row level security;
alter table storage_probe_run force row level security;
create policy bound_organization on storage_probe_run as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on storage_probe_run as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select on storage_probe_run to probata_app;

create table storage_quota (
  organization_id identifier not null,
  bytes bigint,
  files bigint,
  own_bytes bigint,
  own_files bigint,
  constraint storage_quota_pkey PRIMARY KEY (organization_id),
  constraint storage_quota_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint storage_quota_bytes_check CHECK ((bytes >= 0)),
  constraint storage_quota_files_check CHECK ((files >= 0)),
  constraint storage_quota_own_bytes_check CHECK ((own_bytes >= 0)),
  constraint storage_quota_own_files_check CHECK ((own_files >= 0))
);
alter table storage_quota enable row level security;
alter table storage_quota force row level security;
create policy bound_organization on storage_quota as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on storage_quota as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on storage_quota to probata_app;

create table storage_usage (
  organization_id identifier not null,
  shard smallint not null,
  bytes bigint not null,
  files bigint not null,
  constraint storage_usage_pkey PRIMARY KEY (organization_id, shard),
  constraint storage_usage_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint storage_usage_shard_check CHECK (((shard >= 0) AND (shard <= 15)))
);
alter table storage_usage enable row level security;
alter table storage_usage force row level security;
create policy bound_organization on storage_usage as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on storage_usage as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on storage_usage to probata_app;

create table storage_usage_check (
  organization_id identifier not null,
  checked_at timestamp with time zone not null,
  constraint storage_usage_check_pkey PRIMARY KEY (organization_id),
  constraint storage_usage_check_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id)
);
alter table storage_usage_check enable row level security;
alter table storage_usage_check force row level security;
create policy bound_organization on storage_usage_check as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on storage_usage_check as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on storage_usage_check to probata_app;

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
create policy bound_unit on submission_content as restrictive for all to probata_app using ((sees_every_unit() OR (package_id IS NULL) OR sees_submission_package((organization_id)::text, (package_id)::text)));
create policy functions_of_owner on submission_content as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on submission_content to probata_app;

create table submission_deadline (
  organization_id identifier not null,
  submission_requirement_id identifier not null,
  period_key text collate "C" not null,
  package_id identifier not null,
  occurrence_id identifier,
  record text not null,
  constraint submission_deadline_pkey PRIMARY KEY (organization_id, submission_requirement_id, period_key),
  constraint submission_deadline_package UNIQUE (organization_id, package_id),
  constraint submission_deadline_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint submission_deadline_organization_id_occurrence_id_fkey FOREIGN KEY (organization_id, occurrence_id) REFERENCES submission_occurrence(organization_id, id),
  constraint submission_deadline_organization_id_package_id_fkey FOREIGN KEY (organization_id, package_id) REFERENCES submission_package(organization_id, id),
  constraint submission_deadline_organization_id_submission_requirement_fkey FOREIGN KEY (organization_id, submission_requirement_id) REFERENCES submission_requirement(organization_id, id)
);
CREATE INDEX submission_deadline_by_occurrence ON public.submission_deadline USING btree (organization_id, occurrence_id) WHERE (occurrence_id IS NOT NULL);
CREATE INDEX submission_deadline_by_requirement ON public.submission_deadline USING btree (organization_id, submission_requirement_id, package_id);
alter table submission_deadline enable row level security;
alter table submission_deadline force row level security;
create policy bound_organization on submission_deadline as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on submission_deadline as restrictive for all to probata_app using ((sees_every_unit() OR (package_id IS NULL) OR sees_submission_package((organization_id)::text, (package_id)::text)));
create policy functions_of_owner on submission_deadline as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on submission_deadline to probata_app;

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
CREATE TRIGGER only_closed_samples_go AFTER DELETE ON public.submission_decision REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_real_rows();
CREATE TRIGGER submission_decision_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.submission_decision FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
alter table submission_decision enable row level security;
alter table submission_decision force row level security;
create policy bound_organization on submission_decision as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on submission_decision as restrictive for all to probata_app using ((sees_every_unit() OR (package_id IS NULL) OR sees_submission_package((organization_id)::text, (package_id)::text)));
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
CREATE TRIGGER only_closed_samples_go AFTER DELETE ON public.submission_event REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_real_rows();
CREATE TRIGGER submission_event_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.submission_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
alter table submission_event enable row level security;
alter table submission_event force row level security;
create policy bound_organization on submission_event as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on submission_event as restrictive for all to probata_app using ((sees_every_unit() OR (package_id IS NULL) OR sees_submission_package((organization_id)::text, (package_id)::text)));
create policy functions_of_owner on submission_event as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select on submission_event to probata_app;

create table submission_occurrence (
  organization_id identifier not null,
  id identifier not null,
  submission_requirement_id identifier not null,
  makers text[] not null default '{}'::text[],
  next_at timestamp with time zone,
  record text not null,
  constraint submission_occurrence_pkey PRIMARY KEY (organization_id, id),
  constraint submission_occurrence_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint submission_occurrence_organization_id_submission_requireme_fkey FOREIGN KEY (organization_id, submission_requirement_id) REFERENCES submission_requirement(organization_id, id)
);
CREATE INDEX submission_occurrence_by_requirement ON public.submission_occurrence USING btree (organization_id, submission_requirement_id, id);
CREATE INDEX submission_occurrence_to_create ON public.submission_occurrence USING btree (organization_id, next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX submission_occurrence_waiting ON public.submission_occurrence USING btree (next_at, organization_id) WHERE (next_at IS NOT NULL);
alter table submission_occurrence enable row level security;
alter table submission_occurrence force row level security;
create policy bound_organization on submission_occurrence as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on submission_occurrence as restrictive for all to probata_app using ((sees_every_unit() OR (submission_requirement_id IS NULL) OR sees_submission_requirement((organization_id)::text, (submission_requirement_id)::text)));
create policy functions_of_owner on submission_occurrence as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on submission_occurrence to probata_app;

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
  unit_id identifier default own_unit(),
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  package_key_sort text collate "C" not null default "left"(regexp_replace(regexp_replace(lower((package_key COLLATE "C")), '(\d+)'::text, '0000000\1'::text, 'g'::text), '0{0,7}(\d{8,})'::text, '\1'::text, 'g'::text), 60),
  constraint submission_package_pkey PRIMARY KEY (organization_id, id),
  constraint submission_package_key UNIQUE (organization_id, submission_requirement_id, package_key),
  constraint submission_package_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint submission_package_organization_id_submission_requirement__fkey FOREIGN KEY (organization_id, submission_requirement_id) REFERENCES submission_requirement(organization_id, id),
  constraint submission_package_organization_id_unit_id_fkey FOREIGN KEY (organization_id, unit_id) REFERENCES unit(organization_id, id),
  constraint submission_package_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'reviewed'::text, 'approved'::text, 'submitted'::text, 'acknowledged'::text, 'accepted'::text, 'rejected'::text, 'withdrawn'::text, 'closed'::text])))
);
CREATE INDEX submission_package_by_due ON public.submission_package USING btree (organization_id, due_at, id);
CREATE INDEX submission_package_by_requirement ON public.submission_package USING btree (organization_id, submission_requirement_id, id);
CREATE INDEX submission_package_by_requirement_and_status ON public.submission_package USING btree (organization_id, submission_requirement_id, status, id);
CREATE INDEX submission_package_by_status ON public.submission_package USING btree (organization_id, status, id);
CREATE INDEX submission_package_sorted_by_due_at ON public.submission_package USING btree (organization_id, status, due_at, id);
CREATE INDEX submission_package_sorted_by_key ON public.submission_package USING btree (organization_id, status, package_key_sort, id);
CREATE INDEX submission_package_sorted_by_title ON public.submission_package USING btree (organization_id, status, title_sort, id);
CREATE INDEX submission_package_unsent ON public.submission_package USING btree (organization_id, due_at, id) WHERE (status = ANY (ARRAY['draft'::text, 'reviewed'::text, 'approved'::text]));
CREATE TRIGGER occurrences_follow_their_packages AFTER UPDATE OF status ON public.submission_package FOR EACH ROW WHEN (((new.status = 'submitted'::text) AND (old.status <> 'submitted'::text))) EXECUTE FUNCTION note_sent_package();
alter table submission_package enable row level security;
alter table submission_package force row level security;
create policy bound_organization on submission_package as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on submission_package as restrictive for all to probata_app using (((unit_id IS NULL) OR sees_unit((unit_id)::text)));
create policy functions_of_owner on submission_package as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on submission_package to probata_app;

create table submission_package_past (
  organization_id identifier not null,
  package_id identifier not null,
  changed_at timestamp with time zone not null,
  record text not null,
  constraint submission_package_past_pkey PRIMARY KEY (organization_id, package_id, changed_at),
  constraint submission_package_past_organization_id_package_id_fkey FOREIGN KEY (organization_id, package_id) REFERENCES submission_package(organization_id, id)
);
CREATE TRIGGER only_closed_samples_go AFTER DELETE ON public.submission_package_past REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_real_rows();
CREATE TRIGGER submission_package_past_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.submission_package_past FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
alter table submission_package_past enable row level security;
alter table submission_package_past force row level security;
create policy bound_organization on submission_package_past as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on submission_package_past as restrictive for all to probata_app using ((sees_every_unit() OR (package_id IS NULL) OR sees_submission_package((organization_id)::text, (package_id)::text)));
create policy functions_of_owner on submission_package_past as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select on submission_package_past to probata_app;

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
  unit_id identifier default own_unit(),
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  requirement_key_sort text collate "C" not null default "left"(regexp_replace(regexp_replace(lower((requirement_key COLLATE "C")), '(\d+)'::text, '0000000\1'::text, 'g'::text), '0{0,7}(\d{8,})'::text, '\1'::text, 'g'::text), 60),
  schedule text,
  schedule_makers text[] not null default '{}'::text[],
  schedule_period_end date,
  schedule_planned_for timestamp with time zone,
  schedule_next_at timestamp with time zone,
  schedule_problem text,
  updated_at_sort text collate "C" not null default COALESCE(((record)::json ->> 'updatedAt'::text), ''::text),
  constraint submission_requirement_pkey PRIMARY KEY (organization_id, id),
  constraint submission_requirement_key UNIQUE (organization_id, requirement_key),
  constraint submission_requirement_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint submission_requirement_organization_id_unit_id_fkey FOREIGN KEY (organization_id, unit_id) REFERENCES unit(organization_id, id),
  constraint submission_requirement_receipts_required_check CHECK (((receipts_required >= 1) AND (receipts_required <= 4))),
  constraint submission_requirement_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'retired'::text, 'archived'::text])))
);
CREATE INDEX submission_requirement_by_status ON public.submission_requirement USING btree (organization_id, status, id);
CREATE INDEX submission_requirement_scheduled ON public.submission_requirement USING btree (schedule_next_at, organization_id) WHERE (schedule_next_at IS NOT NULL);
CREATE INDEX submission_requirement_sorted_by_change ON public.submission_requirement USING btree (organization_id, status, updated_at_sort, id);
CREATE INDEX submission_requirement_sorted_by_key ON public.submission_requirement USING btree (organization_id, status, requirement_key_sort, id);
CREATE INDEX submission_requirement_sorted_by_title ON public.submission_requirement USING btree (organization_id, status, title_sort, id);
CREATE INDEX submission_requirement_to_create ON public.submission_requirement USING btree (organization_id, schedule_next_at) WHERE (schedule_next_at IS NOT NULL);
CREATE TRIGGER packages_follow_their_requirement AFTER UPDATE OF unit_id ON public.submission_requirement FOR EACH ROW WHEN (((old.unit_id)::text IS DISTINCT FROM (new.unit_id)::text)) EXECUTE FUNCTION move_packages();
alter table submission_requirement enable row level security;
alter table submission_requirement force row level security;
create policy bound_organization on submission_requirement as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on submission_requirement as restrictive for all to probata_app using (((unit_id IS NULL) OR sees_unit((unit_id)::text)));
create policy functions_of_owner on submission_requirement as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on submission_requirement to probata_app;

create table unit (
  organization_id identifier not null,
  id identifier not null,
  unit_key text collate "C" not null,
  status text not null,
  record text not null,
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  unit_key_sort text collate "C" not null default "left"(regexp_replace(regexp_replace(lower((unit_key COLLATE "C")), '(\d+)'::text, '0000000\1'::text, 'g'::text), '0{0,7}(\d{8,})'::text, '\1'::text, 'g'::text), 60),
  constraint unit_pkey PRIMARY KEY (organization_id, id),
  constraint unit_key UNIQUE (organization_id, unit_key),
  constraint unit_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint unit_status_check CHECK ((status = ANY (ARRAY['active'::text, 'closed'::text])))
);
CREATE INDEX unit_by_status ON public.unit USING btree (organization_id, status, id);
CREATE INDEX unit_sorted_by_key ON public.unit USING btree (organization_id, status, unit_key_sort, id);
CREATE INDEX unit_sorted_by_title ON public.unit USING btree (organization_id, status, title_sort, id);
alter table unit enable row level security;
alter table unit force row level security;
create policy bound_organization on unit as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on unit as restrictive for all to probata_app using (sees_unit((id)::text));
create policy functions_of_owner on unit as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on unit to probata_app;

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
CREATE INDEX upload_intent_unfinished ON public.upload_intent USING btree (organization_id, claim_id) WHERE (status <> 'completed'::text);
alter table upload_intent enable row level security;
alter table upload_intent force row level security;
create policy bound_organization on upload_intent as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy bound_unit on upload_intent as restrictive for all to probata_app using ((sees_every_unit() OR (claim_id IS NULL) OR sees_evidence_claim((organization_id)::text, (claim_id)::text)));
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

create table vulnerability (
  organization_id identifier not null,
  id identifier not null,
  vulnerability_key text collate "C" not null,
  status text not null,
  owner_id identifier,
  asset_id identifier not null,
  record text not null,
  title_sort text collate "C" not null default COALESCE("left"(lower((
CASE
    WHEN (octet_length(((record)::json ->> 'title'::text)) = length(((record)::json ->> 'title'::text))) THEN ((record)::json ->> 'title'::text)
    ELSE replace(regexp_replace(NORMALIZE(((record)::json ->> 'title'::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text)
END COLLATE "C")), 60), ''::text),
  vulnerability_key_sort text collate "C" not null default "left"(regexp_replace(regexp_replace(lower((vulnerability_key COLLATE "C")), '(\d+)'::text, '0000000\1'::text, 'g'::text), '0{0,7}(\d{8,})'::text, '\1'::text, 'g'::text), 60),
  updated_at_sort text collate "C" not null default COALESCE(((record)::json ->> 'updatedAt'::text), ''::text),
  constraint vulnerability_pkey PRIMARY KEY (organization_id, id),
  constraint vulnerability_key UNIQUE (organization_id, vulnerability_key),
  constraint vulnerability_organization_id_asset_id_fkey FOREIGN KEY (organization_id, asset_id) REFERENCES asset(organization_id, id),
  constraint vulnerability_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint vulnerability_organization_id_owner_id_fkey FOREIGN KEY (organization_id, owner_id) REFERENCES person(organization_id, id),
  constraint vulnerability_status_check CHECK ((status = ANY (ARRAY['open'::text, 'active'::text, 'closed'::text])))
);
CREATE INDEX vulnerability_by_asset ON public.vulnerability USING btree (organization_id, asset_id, id);
CREATE INDEX vulnerability_by_asset_and_status ON public.vulnerability USING btree (organization_id, asset_id, status, id);
CREATE INDEX vulnerability_by_owner ON public.vulnerability USING btree (organization_id, owner_id, id);
CREATE INDEX vulnerability_by_status ON public.vulnerability USING btree (organization_id, status, id);
CREATE INDEX vulnerability_sorted_by_change ON public.vulnerability USING btree (organization_id, status, updated_at_sort, id);
CREATE INDEX vulnerability_sorted_by_key ON public.vulnerability USING btree (organization_id, status, vulnerability_key_sort, id);
CREATE INDEX vulnerability_sorted_by_title ON public.vulnerability USING btree (organization_id, status, title_sort, id);
alter table vulnerability enable row level security;
alter table vulnerability force row level security;
create policy bound_organization on vulnerability as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on vulnerability as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on vulnerability to probata_app;

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
CREATE TRIGGER sample_sends_nothing BEFORE INSERT ON public.webhook_endpoint FOR EACH ROW EXECUTE FUNCTION refuse_sending_of_sample();
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
  hastening boolean not null default false,
  constraint webhook_lane_pkey PRIMARY KEY (organization_id, endpoint_id)
);
CREATE INDEX webhook_lane_by_owner ON public.webhook_lane USING btree (owner) WHERE (owner IS NOT NULL);
CREATE TRIGGER notifications_follow_receivers AFTER UPDATE OF failing_since ON public.webhook_lane FOR EACH ROW WHEN (((old.failing_since IS NULL) <> (new.failing_since IS NULL))) EXECUTE FUNCTION notify_of_problem();
grant delete, insert, select, update on webhook_lane to probata_app;

create table webhook_queue (
  organization_id identifier not null,
  endpoint_id identifier not null,
  due bigint not null,
  id identifier not null,
  event_id identifier not null,
  attempt smallint not null,
  origin text collate "C" not null,
  later bigint,
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

create table workspace_job_run (
  organization_id identifier not null,
  id identifier not null,
  job text not null,
  started_at timestamp with time zone not null,
  node_id identifier not null,
  finished_at timestamp with time zone,
  outcome text,
  processed integer not null default 0,
  error_code text,
  constraint workspace_job_run_pkey PRIMARY KEY (organization_id, id),
  constraint workspace_job_run_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint workspace_job_run_check CHECK (((finished_at IS NULL) = (outcome IS NULL))),
  constraint workspace_job_run_error_code_check CHECK ((error_code ~ '^\w{1,200}$'::text)),
  constraint workspace_job_run_job_check CHECK (((length(job) >= 1) AND (length(job) <= 100))),
  constraint workspace_job_run_outcome_check CHECK ((outcome = ANY (ARRAY['succeeded'::text, 'failed'::text])))
);
CREATE INDEX workspace_job_run_by_job ON public.workspace_job_run USING btree (organization_id, job, id);
CREATE UNIQUE INDEX workspace_job_run_under_way ON public.workspace_job_run USING btree (organization_id, job) WHERE (finished_at IS NULL);
alter table workspace_job_run enable row level security;
alter table workspace_job_run force row level security;
create policy bound_organization on workspace_job_run as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on workspace_job_run as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant delete, insert, select, update on workspace_job_run to probata_app;

create table workspace_logo (
  organization_id identifier not null,
  png bytea,
  sha256 sha256_hex,
  constraint workspace_logo_pkey PRIMARY KEY (organization_id),
  constraint workspace_logo_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  constraint workspace_logo_check CHECK (((png IS NULL) = (sha256 IS NULL))),
  constraint workspace_logo_png_check CHECK (((length(png) >= 1) AND (length(png) <= 65536)))
);
alter table workspace_logo enable row level security;
alter table workspace_logo force row level security;
create policy bound_organization on workspace_logo as permissive for all to probata_app using (((organization_id)::text = bound_organization()));
create policy functions_of_owner on workspace_logo as permissive for all to probata using (((CURRENT_USER <> SESSION_USER) OR (current_setting('probata.migrating'::text, true) = 'on'::text)));
grant insert, select, update on workspace_logo to probata_app;
