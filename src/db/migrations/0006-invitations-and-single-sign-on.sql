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

-- Each change of the settings is a row; at most one of an organization is current.
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

-- Which organization signs in the addresses of a domain; a domain has one in the whole install, as a login name has.
create table sign_on_domain (
  domain text collate "C" primary key check (length(domain) between 1 and 253),
  organization_id identifier not null references organization (id)
);
create index sign_on_domain_by_organization on sign_on_domain (organization_id);

-- Whom an identity provider means by a subject: written at the first sign-in.
create table person_identity (
  organization_id identifier not null,
  issuer text collate "C" not null check (length(issuer) between 1 and 2048),
  subject text collate "C" not null check (length(subject) between 1 and 255),
  person_id identifier not null,
  created_at timestamptz not null,
  primary key (organization_id, issuer, subject),
  constraint person_identity_of_person unique (organization_id, person_id, issuer),
  foreign key (organization_id, person_id) references person (organization_id, id)
);

-- States of sign-ins that came back: one is used once, and after its ten minutes it is refused by its time.
create table used_sign_on (
  organization_id identifier not null references organization (id),
  state_sha256 sha256_hex not null,
  used_at timestamptz not null,
  primary key (organization_id, state_sha256)
);
create index used_sign_on_by_age on used_sign_on (organization_id, used_at);

do $$
declare tenant text;
begin
  foreach tenant in array array['invitation', 'identity_provider', 'person_identity', 'used_sign_on']
  loop perform protect_tenant_table(tenant, 'select, insert, update, delete'); end loop;
end $$;

grant select, insert, update, delete on sign_on_domain to probata_app;
