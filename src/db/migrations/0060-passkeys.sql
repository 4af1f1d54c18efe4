-- Passkeys belong to a login: they are reached through functions only, as it is. A login that is copied takes them
-- along, so the same credential may open two logins of one person; both rows count the same signatures.
create table passkey (
  login_id identifier not null references login (id),
  id identifier not null,
  credential_id text collate "C" not null check (length(credential_id) between 1 and 1400),
  public_key bytea not null,
  user_handle text not null,
  -- The host that it was made for: browsers offer it nowhere else.
  rp_id text not null,
  name text not null,
  sign_count bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- When its counter went back: somebody has a copy.
  locked_at timestamptz,
  primary key (login_id, id),
  unique (credential_id, login_id)
);

-- Challenges that came back, each once, until they would have expired.
create table passkey_challenge (
  challenge_sha256 text collate "C" primary key,
  expires_at timestamptz not null
);
create index passkey_challenge_by_end on passkey_challenge (expires_at);

-- Whether it was not used before. Forgets some that have expired.
create function use_passkey_challenge(challenge text, now timestamptz, until timestamptz) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (
    delete from passkey_challenge where challenge_sha256 in (
      select challenge_sha256 from passkey_challenge where expires_at <= now order by expires_at limit 10
         for update skip locked)
  ), made as (
    insert into passkey_challenge (challenge_sha256, expires_at) values (challenge, until)
    on conflict do nothing returning true)
  select exists (select from made)
$$;

create function passkeys_of(login text) returns setof passkey
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from passkey where login_id = login order by created_at, id
$$;

create function passkeys_with(credential text) returns setof passkey
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from passkey where credential_id = credential order by login_id
$$;

create function add_passkey(login text, made text, credential text, key bytea, handle text, host text, named text,
                            counted bigint, at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into passkey (login_id, id, credential_id, public_key, user_handle, rp_id, name, sign_count, created_at)
  values (login, made, credential, key, handle, host, named, counted, at)
$$;

create function rename_passkey(login text, renamed text, named text) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with changed as (update passkey set name = named where login_id = login and id = renamed returning true)
  select exists (select from changed)
$$;

create function remove_passkey(login text, removed text) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (delete from passkey where login_id = login and id = removed returning true)
  select exists (select from gone)
$$;

-- All but one; without an id all.
create function remove_other_passkeys(login text, kept text) returns setof text
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from passkey where login_id = login and id is distinct from kept returning id::text
$$;

-- As before, and a login without a second factor has no passkeys: also where a node of the version before, which knows
-- none, turned it off.
create or replace function change_login(changed text, hash text, secret text, sealed_for text, confirmed timestamptz,
                                        step integer, wrong integer, wrong_since timestamptz, codes text[])
  returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from passkey where login_id = changed and confirmed is null;
  update login set password_hash = hash, totp_secret = secret, totp_sealed_for = sealed_for,
                   totp_confirmed_at = confirmed, last_step = step, wrong_codes = wrong, wrong_at = wrong_since,
                   recovery_codes = codes
   where id = changed
$$;

-- Counts a signature: `used`, `cloned` where the counter did not advance (and locks it), `locked`, or `gone`.
create function use_passkey(credential text, counted bigint, at timestamptz) returns text
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

do $$
declare definer regprocedure;
begin
  foreach definer in array array['use_passkey_challenge(text,timestamptz,timestamptz)'::regprocedure,
    'passkeys_of(text)', 'passkeys_with(text)',
    'add_passkey(text,text,text,bytea,text,text,text,bigint,timestamptz)', 'rename_passkey(text,text,text)',
    'remove_passkey(text,text)', 'remove_other_passkeys(text,text)', 'use_passkey(text,bigint,timestamptz)']
  loop perform serve_program(definer); end loop;
end $$;

revoke all on passkey, passkey_challenge from probata_app;

alter table session drop constraint session_opened_with_check;
alter table session add constraint session_opened_with_check
  check (opened_with in ('password', 'single_sign_on', 'setup', 'invitation', 'passkey'));

-- Which roles of the workspace need a second factor, each with the moment from which its sessions without one may do
-- nothing but enrol: a record of api/factor-rules.ts. Nodes of the version before know no rules and enforce none.
alter table organization add column factor_rules text not null default '{}' check (length(factor_rules) <= 1000);
