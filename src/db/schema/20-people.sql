-- Logins, people, their sessions and passkeys, and the links and feeds that belong to them.

-- One row per login: what a person signs in with, apart from the workspaces they work in. A login has one person in
-- each workspace. Several logins may have the same address, since no one has proved it: a login belongs to the person
-- who knows its password. The password hash is null if the person only uses single sign-on.
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

-- One row per name that signs in or takes a token, with its organization.
create table login_name (
  name text collate "C" not null check (length(name) between 1 and 320),
  kind text not null check (kind in ('client', 'person')),
  organization_id identifier not null references organization (id),
  subject_id identifier not null,
  -- A client id is unique in the install, an address in its organization. Only people have a login.
  login_id identifier references login (id),
  primary key (organization_id, subject_id),
  check ((kind = 'person') = (login_id is not null))
);
create unique index login_name_client_key on login_name (name) where kind = 'client';
create unique index login_name_person_key on login_name (name, organization_id) where kind = 'person';
create index login_name_by_login on login_name (login_id) where kind = 'person';

-- One row per address for which a new password was requested by mail. A new link replaces the one before it; only the
-- SHA-256 of the token is kept. The links belong to no workspace, so no workspace lists them.
create table login_link (
  address text collate "C" primary key check (length(address) between 1 and 320),
  token_sha256 sha256_hex not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A used link stays until it is deleted as expired, so that opening it again can be explained.
  used boolean not null default false
);

-- One row per passkey of a login. Like logins, passkeys are reached through functions only. A copied login takes its
-- passkeys along, so one credential may open two logins of one person; both rows count the same signatures.
create table passkey (
  login_id identifier not null references login (id),
  id identifier not null,
  credential_id text collate "C" not null check (length(credential_id) between 1 and 1400),
  public_key bytea not null,
  user_handle text not null,
  -- The host that it was made for. Browsers offer it for no other host.
  rp_id text not null,
  name text not null,
  sign_count bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- When its signature counter went backwards, which means that a copy of the passkey exists.
  locked_at timestamptz,
  primary key (login_id, id),
  unique (credential_id, login_id)
);

-- One row per used challenge, so that none is used twice. A row stays until its challenge would have expired.
create table passkey_challenge (
  challenge_sha256 text collate "C" primary key,
  expires_at timestamptz not null
);
create index passkey_challenge_by_end on passkey_challenge (expires_at);

-- One row per person of an organization.
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

-- One row per session of a person.
create table session (
  organization_id identifier not null,
  token_sha256 sha256_hex not null,
  id identifier not null,
  person_id identifier not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- How and from where the session was opened, and when it was last used.
  opened_with text not null check (opened_with in ('password', 'single_sign_on', 'setup', 'invitation', 'passkey')),
  -- Opened over plain HTTP from another machine, where the cookie can be read in transit.
  insecure boolean not null,
  user_agent text check (length(user_agent) between 1 and 300),
  address text check (length(address) between 1 and 100),
  last_used_at timestamptz not null,
  -- When the person last proved their identity in this session. Null if unknown.
  confirmed_at timestamptz,
  -- The session at the identity provider that this one came from: each can end the other. A session without
  -- `sid_sha256` ends when the provider signs the person out.
  issuer text collate "C" check (length(issuer) between 1 and 2048),
  sid_sha256 sha256_hex,
  -- Sealed: the hint that tells the provider which person to sign out.
  id_token text,
  primary key (organization_id, token_sha256),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
create index session_by_person on session (organization_id, person_id);
create index session_by_expiry on session (organization_id, expires_at);
create index session_by_sid on session (organization_id, sid_sha256) where sid_sha256 is not null;

-- One row per invitation, which makes a person, or password reset, which gives a person a new password. Only the
-- SHA-256 of the token is kept. Expiry follows from `expires_at` and not from the status.
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

-- One row per sign-on whose state came back, so that no state is used twice. After ten minutes a state is rejected as
-- expired.
create table used_sign_on (
  organization_id identifier not null references organization (id),
  state_sha256 sha256_hex not null,
  used_at timestamptz not null,
  primary key (organization_id, state_sha256)
);
create index used_sign_on_by_age on used_sign_on (organization_id, used_at);

-- One row per secret address of a calendar. Only the SHA-256 of the secret is kept.
create table calendar_feed (
  organization_id identifier not null references organization (id),
  id identifier not null,
  token_sha256 sha256_hex not null,
  revoked boolean not null default false,
  record text not null,
  -- A feed ends with the access of its person.
  created_by identifier not null,
  primary key (organization_id, id),
  constraint calendar_feed_token unique (organization_id, token_sha256),
  foreign key (organization_id, created_by) references person (organization_id, id)
);
create index calendar_feed_by_person on calendar_feed (organization_id, created_by, id) where not revoked;
