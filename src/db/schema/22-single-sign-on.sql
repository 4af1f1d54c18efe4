-- Identity providers, the domains and people they sign in, and the roles and units they assign by group.

-- One row per version of the settings of an identity provider. At most one row of an organization is current.
create table identity_provider (
  organization_id identifier not null references organization (id),
  id identifier not null,
  is_current boolean not null,
  client_secret text not null,
  metadata text not null,
  record text not null,
  primary key (organization_id, id)
);
create unique index identity_provider_current on identity_provider (organization_id) where is_current;

-- One row per domain whose addresses an organization may sign in. It counts once it is proved by a DNS record, or if
-- the operator named it.
create table sign_on_domain (
  organization_id identifier not null references organization (id),
  domain text collate "C" not null check (length(domain) between 1 and 253),
  named boolean not null default false,
  proved_at timestamptz,
  -- When the DNS record was last checked, and since when the record of a proved domain has been missing.
  checked_at timestamptz,
  missing_since timestamptz,
  primary key (organization_id, domain)
);
create index sign_on_domain_that_counts on sign_on_domain (domain) where named or proved_at is not null;

-- One row per key pair with which a workspace proves to its provider that it is the client (private_key_jwt). A new key
-- is published before it signs, and the previous one stays published afterwards.
create table sign_on_key (
  organization_id identifier not null references organization (id),
  id identifier not null,
  -- A JSON Web Key.
  public_key text not null,
  -- Sealed.
  private_key text not null,
  created_at timestamptz not null,
  signs_from timestamptz not null,
  published_until timestamptz,
  primary key (organization_id, id)
);
create unique index sign_on_key_newest on sign_on_key (organization_id) where published_until is null;

-- One row per version of the rules by which people sign in to a workspace. A workspace that never changed it has no
-- row.
create table sign_in_policy (
  organization_id identifier not null references organization (id),
  id identifier not null,
  is_current boolean not null,
  -- Copied from the record for the check of each session.
  sign_in text collate "C" not null check (sign_in in ('any', 'single_sign_on')),
  break_glass_ids text[] not null check (cardinality(break_glass_ids) <= 2),
  record text not null,
  primary key (organization_id, id)
);
create unique index sign_in_policy_current on sign_in_policy (organization_id) where is_current;

-- One row per identity at a provider: the person that a subject stands for.
create table person_identity (
  organization_id identifier not null,
  issuer text collate "C" not null check (length(issuer) between 1 and 2048),
  subject text collate "C" not null check (length(subject) between 1 and 255),
  person_id identifier not null,
  created_at timestamptz not null,
  -- How the identity was connected with the person. Null for connections that are older than this column.
  linked_by text collate "C" check (linked_by in ('first_sign_on', 'session', 'mail')),
  primary key (organization_id, issuer, subject),
  constraint person_identity_of_person unique (organization_id, person_id, issuer),
  foreign key (organization_id, person_id) references person (organization_id, id)
);

-- One row per link mailed to an existing person. It connects one identity at the provider with that person, once.
create table identity_link (
  organization_id identifier not null,
  person_id identifier not null,
  issuer text collate "C" not null check (length(issuer) between 1 and 2048),
  subject text collate "C" not null check (length(subject) between 1 and 255),
  token_sha256 sha256_hex not null,
  expires_at timestamptz not null,
  primary key (organization_id, person_id, issuer, subject),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
create index identity_link_by_token on identity_link (organization_id, token_sha256);

-- One row per identity that opened a person's account until it was disconnected. Its holder can still act as that
-- person, so an account that the identity opens later belongs to the same human (decision 123).
create table former_identity (
  organization_id identifier not null,
  identity_sha256 text collate "C" not null check (length(identity_sha256) = 64),
  person_id identifier not null,
  ended_at timestamptz not null,
  primary key (organization_id, identity_sha256, person_id),
  foreign key (organization_id, person_id) references person (organization_id, id)
);

-- One row per version of the rules by which groups give people their role and units.
create table group_rules (
  organization_id identifier not null references organization (id),
  id identifier not null,
  is_current boolean not null,
  record text not null,
  primary key (organization_id, id)
);
create unique index group_rules_current on group_rules (organization_id) where is_current;

-- One row per person and source: the groups that the source last sent. A change of the rules applies to them at once.
create table person_groups (
  organization_id identifier not null,
  person_id identifier not null,
  source text collate "C" not null check (source in ('single_sign_on', 'scim')),
  groups text[] not null check (cardinality(groups) <= 2000),
  received_at timestamptz not null,
  primary key (organization_id, person_id, source),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
