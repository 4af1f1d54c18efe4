-- Service accounts and their access tokens.

-- One row per service account.
create table service_account (
  organization_id identifier not null references organization (id),
  id identifier not null,
  client_id text collate "C" not null,
  secret_hash text not null,
  scopes text[] not null,
  disabled boolean not null default false,
  record text not null,
  -- Incremented by each change, so that nodes that deliver webhooks notice it.
  revision integer not null default 1,
  -- The actions of a service account count as those of its maker and of the person who was shown its secret. An account
  -- of the provisioning file has neither.
  made_by identifier,
  secret_shown_to identifier,
  unit_ids text[] generated always as (unit_ids_of(record)) stored,
  primary key (organization_id, id),
  foreign key (organization_id, made_by) references person (organization_id, id),
  foreign key (organization_id, secret_shown_to) references person (organization_id, id)
);
-- If one administrator invited everyone, the statistics suggest that every look-up matches everyone. Without these
-- indexes, the table was read whole for each of 10,000 people, which took minutes.
create index service_account_made_by on service_account (organization_id, made_by);
create index service_account_secret_shown_to on service_account (organization_id, secret_shown_to);

-- One row per access token of a service account.
create table access_token (
  organization_id identifier not null,
  token_sha256 sha256_hex not null,
  id identifier not null,
  service_account_id identifier not null,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (organization_id, token_sha256),
  foreign key (organization_id, service_account_id) references service_account (organization_id, id)
);
create index access_token_by_account on access_token (organization_id, service_account_id);
create index access_token_by_expiry on access_token (organization_id, expires_at);
