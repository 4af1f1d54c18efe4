-- What somebody signs in with, apart from the workspaces they work in: one login has a person in each of them. Several
-- logins may have the same address, since nobody has proved it: a login belongs to whoever knows its password. The hash
-- is null where somebody signs in by single sign-on only.
create table login (
  id identifier primary key,
  address text collate "C" not null check (length(address) between 1 and 320),
  password_hash text,
  totp_secret text,
  -- The organization and the record that the secret is sealed for.
  totp_sealed_for text,
  totp_confirmed_at timestamptz,
  last_step integer not null default 0,
  wrong_codes integer not null default 0,
  wrong_at timestamptz,
  recovery_codes text[] not null default '{}',
  created_at timestamptz not null
);
create index login_by_address on login (address, id);

insert into login (id, address, password_hash, totp_secret, totp_sealed_for, totp_confirmed_at, last_step, wrong_codes,
                   wrong_at, recovery_codes, created_at)
select 'lgn_' || substr(p.id, 5), n.name, p.password_hash, t.secret, t.organization_id || ' ' || t.person_id,
       t.confirmed_at, coalesce(t.last_step, 0), coalesce(t.wrong_codes, 0), t.wrong_at,
       coalesce(t.recovery_codes, '{}'), (p.record::json->>'createdAt')::timestamptz
  from person p
  join login_name n on n.organization_id = p.organization_id and n.subject_id = p.id and n.kind = 'person'
  left join totp t on t.organization_id = p.organization_id and t.person_id = p.id;

drop table totp;
alter table person drop column password_hash;
alter table person add column login_id identifier references login (id);
update person set login_id = 'lgn_' || substr(id, 5);
alter table person alter column login_id set not null;

-- Which client id is whose, and who works where under which address: a client id once in the install, an address once in
-- an organization.
alter table login_name add column login_id identifier references login (id);
update login_name set login_id = 'lgn_' || substr(subject_id, 5) where kind = 'person';
alter table login_name add check ((kind = 'person') = (login_id is not null));
alter table login_name drop constraint login_name_pkey;
alter table login_name add primary key (organization_id, subject_id);
create unique index login_name_client_key on login_name (name) where kind = 'client';
create unique index login_name_person_key on login_name (name, organization_id) where kind = 'person';
create index login_name_by_login on login_name (login_id) where kind = 'person';

create function organization_of_client(client text) returns table (organization_id text, subject_id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, subject_id from login_name where name = client and kind = 'client'
$$;

create function person_at(asked text) returns table (subject_id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select subject_id from login_name where name = asked and kind = 'person' and organization_id = bound_organization()
$$;

-- The logins of an address, each with the person that it has in one organization.
create function logins_at(asked text)
  returns table (login_id text, password_hash text, second_factor boolean, organization_id text, subject_id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.id, l.password_hash, l.totp_confirmed_at is not null, n.organization_id, n.subject_id
    from login l join login_name n on n.login_id = l.id and n.kind = 'person'
   where l.address = asked order by l.id, n.organization_id
$$;

create function memberships_of(login text) returns table (organization_id text, subject_id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, subject_id from login_name where login_id = login and kind = 'person' order by organization_id
$$;

create function find_login(asked text) returns setof login
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from login where id = asked
$$;

create function lock_login(asked text) returns setof login
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from login where id = asked for update
$$;

create function make_login(made text, at_address text, hash text, at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into login (id, address, password_hash, created_at) values (made, at_address, hash, at)
$$;

-- A login of one's own with everything that another has: of it, one person takes it along.
create function copy_login(made text, original text, at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into login (id, address, password_hash, totp_secret, totp_sealed_for, totp_confirmed_at, last_step, wrong_codes,
                     wrong_at, recovery_codes, created_at)
  select made, address, password_hash, totp_secret, totp_sealed_for, totp_confirmed_at, last_step, wrong_codes,
         wrong_at, recovery_codes, at from login where id = original
$$;

create function change_login(changed text, hash text, secret text, sealed_for text, confirmed timestamptz, step integer,
                             wrong integer, wrong_since timestamptz, codes text[]) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update login set password_hash = hash, totp_secret = secret, totp_sealed_for = sealed_for,
                   totp_confirmed_at = confirmed, last_step = step, wrong_codes = wrong, wrong_at = wrong_since,
                   recovery_codes = codes
   where id = changed
$$;

-- Of the organization that the transaction is bound to.
create function name_client(client text, account text) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into login_name (name, kind, organization_id, subject_id) values (client, 'client', bound_organization(), account)
$$;

create function name_person(at_address text, person text, login text) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into login_name (name, kind, organization_id, subject_id, login_id)
  values (at_address, 'person', bound_organization(), person, login)
$$;

create function give_login(person text, login text) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update login_name set login_id = login
   where organization_id = bound_organization() and subject_id = person and kind = 'person'
$$;

do $$
declare definer regprocedure;
begin
  foreach definer in array array['organization_of_client(text)'::regprocedure, 'person_at(text)', 'logins_at(text)',
    'memberships_of(text)', 'find_login(text)', 'lock_login(text)', 'make_login(text,text,text,timestamptz)',
    'copy_login(text,text,timestamptz)',
    'change_login(text,text,text,text,timestamptz,integer,integer,timestamptz,text[])', 'name_client(text,text)',
    'name_person(text,text,text)', 'give_login(text,text)']
  loop perform serve_program(definer); end loop;
end $$;

revoke all on login_name, login from probata_app;
