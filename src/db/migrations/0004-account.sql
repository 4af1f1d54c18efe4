-- How and from where a session was opened, and when it was last used.
alter table session
  add column opened_with text not null default 'password'
    check (opened_with in ('password', 'single_sign_on', 'setup', 'invitation')),
  -- Over plain http from another machine: the cookie can be read on its way.
  add column insecure boolean not null default false,
  add column user_agent text check (length(user_agent) between 1 and 300),
  add column address text check (length(address) between 1 and 100),
  add column last_used_at timestamptz;
update session set last_used_at = created_at;
alter table session
  alter column opened_with drop default,
  alter column insecure drop default,
  alter column last_used_at set not null;

-- Who signs in only by single sign-on has no password.
alter table person alter column password_hash drop not null;

-- The public record says whether a second factor is asked for. A quote inside of a name is escaped, so this is the field.
update person set record = replace(record, '"createdAt":"', '"secondFactor":"none","createdAt":"');

-- A second factor: time-based codes (RFC 6238).
create table totp (
  organization_id identifier not null,
  person_id identifier not null,
  -- Sealed.
  secret text not null,
  -- Null until a code has shown that the secret arrived.
  confirmed_at timestamptz,
  -- The time step of the last code that was accepted: no code is good twice.
  last_step integer not null default 0,
  -- Wrong codes in a row, and when the last one came.
  wrong_codes integer not null default 0,
  wrong_at timestamptz,
  -- SHA-256 of the recovery codes that are left.
  recovery_codes text[] not null default '{}',
  created_at timestamptz not null,
  primary key (organization_id, person_id),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
select protect_tenant_table('totp', 'select, insert, update, delete');
