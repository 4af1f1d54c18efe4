-- Logins, passkeys and links to a new password. The program reaches their tables through these functions only.

create or replace function add_passkey(
    login text, made text, credential text, key bytea, handle text, host text, named text, counted bigint,
    at timestamptz
) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into passkey (login_id, id, credential_id, public_key, user_handle, rp_id, name, sign_count, created_at)
  values (login, made, credential, key, handle, host, named, counted, at)
$$;
select serve_program('add_passkey(text,text,text,bytea,text,text,text,bigint,timestamp with time zone)');

-- Replaces the link of an address. Returns false, and changes nothing, if an unused link was made since the pause
-- began.
create or replace function ask_login_link(
    asked text, token text, at timestamptz, good_until timestamptz, pause_began timestamptz
) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with made as (
    insert into login_link (address, token_sha256, created_at, expires_at) values (asked, token, at, good_until)
    on conflict (address) do update set token_sha256 = token, created_at = at, expires_at = good_until, used = false
      where login_link.used or login_link.created_at <= pause_began
    returning true)
  select exists (select from made)
$$;
select serve_program('ask_login_link(text,text,timestamp with time zone,timestamp with time zone,timestamp with time zone)');

-- Stores the secrets and counters of a login. Without a confirmed second factor it loses its passkeys.
create or replace function change_login(
    changed text, hash text, secret text, sealed_for text, confirmed timestamptz, step int, wrong int,
    wrong_since timestamptz, codes text[]
) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from passkey where login_id = changed and confirmed is null;
  update login set password_hash = hash, totp_secret = secret, totp_sealed_for = sealed_for,
                   totp_confirmed_at = confirmed, last_step = step, wrong_codes = wrong, wrong_at = wrong_since,
                   recovery_codes = codes
   where id = changed
$$;
select serve_program('change_login(text,text,text,text,timestamp with time zone,integer,integer,timestamp with time zone,text[])');

-- Copies a login with its second factor and passkeys, so that one of the people who share it has a login of their own.
create or replace function copy_login(made text, original text, at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into login (id, address, password_hash, totp_secret, totp_sealed_for, totp_confirmed_at, last_step, wrong_codes,
                     wrong_at, recovery_codes, created_at)
  select made, address, password_hash, totp_secret, totp_sealed_for, totp_confirmed_at, last_step, wrong_codes,
         wrong_at, recovery_codes, at from login where id = original;
  insert into passkey (login_id, id, credential_id, public_key, user_handle, rp_id, name, sign_count, created_at,
                       last_used_at, locked_at)
  select made, id, credential_id, public_key, user_handle, rp_id, name, sign_count, created_at, last_used_at, locked_at
    from passkey where login_id = original
$$;
select serve_program('copy_login(text,text,timestamp with time zone)');

create or replace function find_login(asked text) returns setof login
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from login where id = asked
$$;
select serve_program('find_login(text)');

create or replace function find_login_link(
    token text, now timestamptz
) returns table (address text, expires_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select address, expires_at from login_link where token_sha256 = token and expires_at > now and not used
$$;
select serve_program('find_login_link(text,timestamp with time zone)');

create or replace function forget_login_links(expired_until timestamptz) returns int
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (delete from login_link where expires_at <= expired_until returning true)
  select count(*)::int from gone
$$;
select serve_program('forget_login_links(timestamp with time zone)');

-- Gives a person of the bound organization another login.
create or replace function give_login(person text, login text) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update login_name set login_id = login
   where organization_id = bound_organization() and subject_id = person and kind = 'person'
$$;
select serve_program('give_login(text,text)');

-- Whether a person is among those whom a campaign or round of a unit asks. Both use this one rule.
create or replace function is_among(roles text[], person_ids text[], unit text, somebody person) returns boolean
  language sql stable parallel safe
  return not somebody.disabled
     and (unit is null or somebody.unit_ids is null or unit = any (somebody.unit_ids))
     and (roles is null or somebody.role = any (roles))
     and (person_ids is null or somebody.id = any (person_ids));

create or replace function lock_login(asked text) returns setof login
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from login where id = asked for update
$$;
select serve_program('lock_login(text)');

-- The logins of an address, one row for each organization in which they have a person.
create or replace function logins_at(
    asked text
) returns table (login_id text, password_hash text, second_factor boolean, organization_id text, subject_id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.id, l.password_hash, l.totp_confirmed_at is not null, n.organization_id, n.subject_id
    from login l join login_name n on n.login_id = l.id and n.kind = 'person'
   where l.address = asked order by l.id, n.organization_id
$$;
select serve_program('logins_at(text)');

create or replace function make_login(made text, at_address text, hash text, at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into login (id, address, password_hash, created_at) values (made, at_address, hash, at)
$$;
select serve_program('make_login(text,text,text,timestamp with time zone)');

create or replace function memberships_of(login text) returns table (organization_id text, subject_id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, subject_id from login_name where login_id = login and kind = 'person' order by organization_id
$$;
select serve_program('memberships_of(text)');

-- Changes the address with which a person signs in. The address of the login follows if no other workspace uses the
-- login.
create or replace function move_person(person text, to_address text) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with moved as (
    update login_name set name = to_address
     where organization_id = bound_organization() and subject_id = person and kind = 'person'
    returning login_id)
  update login l set address = to_address from moved m
   where l.id = m.login_id
     and not exists (select from login_name n where n.login_id = l.id and n.organization_id <> bound_organization())
$$;
select serve_program('move_person(text,text)');

-- Registers the client id of a service account of the bound organization.
create or replace function name_client(client text, account text) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into login_name (name, kind, organization_id, subject_id) values (client, 'client', bound_organization(), account)
$$;
select serve_program('name_client(text,text)');

create or replace function name_person(at_address text, person text, login text) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into login_name (name, kind, organization_id, subject_id, login_id)
  values (at_address, 'person', bound_organization(), person, login)
$$;
select serve_program('name_person(text,text,text)');

create or replace function organization_of_client(client text) returns table (organization_id text, subject_id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, subject_id from login_name where name = client and kind = 'client'
$$;
select serve_program('organization_of_client(text)');

create or replace function passkeys_of(login text) returns setof passkey
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from passkey where login_id = login order by created_at, id
$$;
select serve_program('passkeys_of(text)');

create or replace function passkeys_with(credential text) returns setof passkey
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from passkey where credential_id = credential order by login_id
$$;
select serve_program('passkeys_with(text)');

-- The person of the bound organization with this address.
create or replace function person_at(asked text) returns table (subject_id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select subject_id from login_name where name = asked and kind = 'person' and organization_id = bound_organization()
$$;
select serve_program('person_at(text)');

-- Removes all passkeys but one, or all if `kept` is null. Returns the ids of the removed ones.
create or replace function remove_other_passkeys(login text, kept text) returns setof text
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from passkey where login_id = login and id is distinct from kept returning id::text
$$;
select serve_program('remove_other_passkeys(text,text)');

create or replace function remove_passkey(login text, removed text) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (delete from passkey where login_id = login and id = removed returning true)
  select exists (select from gone)
$$;
select serve_program('remove_passkey(text,text)');

create or replace function rename_passkey(login text, renamed text, named text) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with changed as (update passkey set name = named where login_id = login and id = renamed returning true)
  select exists (select from changed)
$$;
select serve_program('rename_passkey(text,text,text)');

-- Whether a person may use a session of this kind. Where single sign-on is required, only sessions that it opened are
-- allowed. Break-glass administrators are exempt while they have a second factor.
create or replace function session_allowed(person_id text, opened_with text, person_record text) returns boolean
  language sql stable parallel safe as $$
  select not exists (
    select from sign_in_policy q
     where q.organization_id = bound_organization() and q.is_current and q.sign_in = 'single_sign_on'
       and opened_with <> 'single_sign_on'
       and not (person_id = any (q.break_glass_ids) and opened_with not in ('invitation', 'setup')
                and coalesce(person_record::json ->> 'secondFactor', 'none') <> 'none'))
$$;

-- Returns true to only one of several callers that use a link at the same time.
create or replace function use_login_link(token text) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with taken as (update login_link set used = true where token_sha256 = token and not used returning true)
  select exists (select from taken)
$$;
select serve_program('use_login_link(text)');

-- Records a signature. Returns `used`, `cloned` if the counter did not advance (which locks the passkey), `locked`, or
-- `gone`.
create or replace function use_passkey(credential text, counted bigint, at timestamptz) returns text
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
end $$;
select serve_program('use_passkey(text,bigint,timestamp with time zone)');

-- Records that a challenge was used. Returns false if it was used before. Also deletes up to ten expired ones.
create or replace function use_passkey_challenge(challenge text, now timestamptz, until timestamptz) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with expired as (
    select challenge_sha256 from passkey_challenge where expires_at <= now order by expires_at limit 10
       for update skip locked
  ), gone as (
    delete from passkey_challenge p using expired e where p.challenge_sha256 = e.challenge_sha256
  ), made as (
    insert into passkey_challenge (challenge_sha256, expires_at) values (challenge, until)
    on conflict do nothing returning true)
  select exists (select from made)
$$;
select serve_program('use_passkey_challenge(text,timestamp with time zone,timestamp with time zone)');

-- Why a link no longer works: `used` or `expired`. Null if it is unknown, or if a later one replaced it.
create or replace function why_login_link_is_spent(token text) returns text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when used then 'used' else 'expired' end from login_link where token_sha256 = token
$$;
select serve_program('why_login_link_is_spent(text)');

select protect_tenant_table('person', 'select, insert, update, delete');
select protect_tenant_table('session', 'select, insert, update, delete');
select protect_tenant_table('invitation', 'select, insert, update, delete');
select protect_tenant_table('used_sign_on', 'select, insert, update, delete');
select protect_tenant_table('calendar_feed', 'select, insert, update, delete');
select protect_tenant_table('saved_view', 'select, insert, update, delete');
