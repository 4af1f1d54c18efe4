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

-- Who may sign in or take a token under a name, in which organization.
create table login_name (
  name text collate "C" not null check (length(name) between 1 and 320),
  kind text not null check (kind in ('client', 'person')),
  organization_id identifier not null references organization (id),
  subject_id identifier not null,
  -- Which client id is whose, and who works where under which address: a client id once in the install, an address once in
  -- an organization.
  login_id identifier references login (id),
  primary key (organization_id, subject_id),
  check ((kind = 'person') = (login_id is not null))
);
create unique index login_name_client_key on login_name (name) where kind = 'client';
create unique index login_name_person_key on login_name (name, organization_id) where kind = 'person';
create index login_name_by_login on login_name (login_id) where kind = 'person';

-- Links to a new password that somebody asked for by mail: of an address, in no workspace's list. One of an address at a
-- time; only the SHA-256 of the token is kept.
create table login_link (
  address text collate "C" primary key check (length(address) between 1 and 320),
  token_sha256 sha256_hex not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A link that was used stays until it is forgotten, so that whoever opens it again can be told.
  used boolean not null default false
);

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

create table person (
  organization_id identifier not null references organization (id),
  id identifier not null,
  role text not null check (role in ('admin', 'reviewer', 'contributor', 'auditor')),
  disabled boolean not null default false,
  record text not null,
  login_id identifier not null references login (id),
  unit_ids text[] generated always as (unit_ids_of(record)) stored,
  primary key (organization_id, id)
);
create index person_by_role on person (organization_id, role, id);

create table session (
  organization_id identifier not null,
  token_sha256 sha256_hex not null,
  id identifier not null,
  person_id identifier not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- How and from where a session was opened, and when it was last used.
  opened_with text not null check (opened_with in ('password', 'single_sign_on', 'setup', 'invitation', 'passkey')),
  -- Over plain http from another machine: the cookie can be read on its way.
  insecure boolean not null,
  user_agent text check (length(user_agent) between 1 and 300),
  address text check (length(address) between 1 and 100),
  last_used_at timestamptz not null,
  -- When whoever is behind a session last proved who they are; null where nobody knows.
  confirmed_at timestamptz,
  -- Which session at the identity provider a session came from: what it may end, and what it is ended by. A session of
  -- before, or of an older node, has none of it and ends with its person's.
  issuer text collate "C" check (length(issuer) between 1 and 2048),
  sid_sha256 sha256_hex,
  -- Sealed: the hint with which the provider knows whom to sign out.
  id_token text,
  primary key (organization_id, token_sha256),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
create index session_by_person on session (organization_id, person_id);
create index session_by_expiry on session (organization_id, expires_at);
create index session_by_sid on session (organization_id, sid_sha256) where sid_sha256 is not null;

-- Links that let somebody in: an invitation makes a person, a password reset gives one a new password. Only the
-- SHA-256 of the token is kept. That one is past its time is seen by the clock, not by its status.
create table invitation (
  organization_id identifier not null references organization (id),
  id identifier not null,
  purpose text not null check (purpose in ('invitation', 'password_reset')),
  email text collate "C" not null check (length(email) between 1 and 320),
  token_sha256 sha256_hex not null,
  status text not null check (status in ('pending', 'accepted', 'revoked')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  record text not null,
  primary key (organization_id, id),
  constraint invitation_token unique (organization_id, token_sha256)
);
create index invitation_pending on invitation (organization_id, email) where status = 'pending';

-- States of sign-ins that came back: one is used once, and after its ten minutes it is refused by its time.
create table used_sign_on (
  organization_id identifier not null references organization (id),
  state_sha256 sha256_hex not null,
  used_at timestamptz not null,
  primary key (organization_id, state_sha256)
);
create index used_sign_on_by_age on used_sign_on (organization_id, used_at);

-- Secret addresses of a calendar; only the SHA-256 of the secret is kept.
create table calendar_feed (
  organization_id identifier not null references organization (id),
  id identifier not null,
  token_sha256 sha256_hex not null,
  revoked boolean not null default false,
  record text not null,
  -- A feed ends with its person.
  created_by identifier not null,
  primary key (organization_id, id),
  constraint calendar_feed_token unique (organization_id, token_sha256),
  foreign key (organization_id, created_by) references person (organization_id, id)
);
create index calendar_feed_by_person on calendar_feed (organization_id, created_by, id) where not revoked;
