-- How a person came to be known by an identity at a provider; null for links from before.
alter table person_identity
  add column linked_by text collate "C" check (linked_by in ('first_sign_on', 'session', 'mail'));
-- For the node of before during a rolling upgrade, which names no way, the column stays nullable.

-- Links that were mailed to people who exist: each connects one identity at the provider with its person, once.
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
select protect_tenant_table('identity_link', 'select, insert, update, delete');
