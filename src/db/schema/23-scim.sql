-- Provisioning of people and groups by identity providers (SCIM).

-- One row per token with which an identity provider sends people and groups. After a rotation the previous text works
-- until the overlap ends.
create table provisioning_token (
  organization_id identifier not null references organization (id),
  id identifier not null,
  token_sha256 sha256_hex not null,
  previous_sha256 sha256_hex,
  previous_until timestamptz,
  expires_at timestamptz not null,
  revoked boolean not null,
  -- The people who were shown the two texts. Null for the operator.
  shown_to text collate "C",
  previous_shown_to text collate "C",
  record text not null,
  -- The last request of the sender, and the last that succeeded.
  last_request_at timestamptz,
  last_success_at timestamptz,
  primary key (organization_id, id)
);
create unique index provisioning_token_text on provisioning_token (organization_id, token_sha256);
create index provisioning_token_previous on provisioning_token (organization_id, previous_sha256)
  where previous_sha256 is not null;

-- One row per person as their identity provider knows them. A person without a row is known by address and name only.
create table scim_user (
  organization_id identifier not null,
  person_id identifier not null,
  -- In lower case.
  user_name text collate "C" not null check (length(user_name) between 1 and 1100),
  external_id text collate "C" check (length(external_id) between 1 and 1024),
  -- The attributes that were sent and are stored, as JSON.
  attributes text not null,
  -- The provider ended the person's access. No one else restores it while the provider can.
  deactivated boolean not null,
  -- The provider no longer sees such a user. The person stays, because of their decisions.
  deleted boolean not null,
  -- An address that the person has not confirmed. Until they do, they sign in with the current one.
  pending_address text collate "C" check (length(pending_address) between 1 and 320),
  updated_at timestamptz not null,
  primary key (organization_id, person_id),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
create unique index scim_user_name on scim_user (organization_id, user_name);
create unique index scim_user_external_id on scim_user (organization_id, external_id) where external_id is not null;

-- One row per group that a provider sent.
create table scim_group (
  organization_id identifier not null references organization (id),
  id identifier not null,
  display_name text not null check (length(display_name) between 1 and 1024),
  -- The name in lower case, unique because groups of one name would get one role.
  name_key text collate "C" not null,
  external_id text collate "C" check (length(external_id) between 1 and 1024),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create unique index scim_group_name on scim_group (organization_id, name_key);
create unique index scim_group_external_id on scim_group (organization_id, external_id) where external_id is not null;

-- One row per member of a group.
create table scim_group_member (
  organization_id identifier not null,
  group_id identifier not null,
  person_id identifier not null,
  primary key (organization_id, group_id, person_id),
  foreign key (organization_id, group_id) references scim_group (organization_id, id) on delete cascade,
  foreign key (organization_id, person_id) references person (organization_id, id)
);
create index scim_group_member_of on scim_group_member (organization_id, person_id, group_id);

-- One row per request of a sender.
create table scim_event (
  organization_id identifier not null references organization (id),
  id identifier not null,
  token_id identifier not null,
  failed boolean not null,
  record text not null,
  primary key (organization_id, id)
);
create index scim_event_failed on scim_event (organization_id, id) where failed;

-- One row per attribute that senders sent and that is not stored.
create table scim_ignored (
  organization_id identifier not null references organization (id),
  attribute text collate "C" not null check (length(attribute) between 1 and 1024),
  since timestamptz not null,
  primary key (organization_id, attribute)
);
