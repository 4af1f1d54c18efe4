-- Identifiers sort by creation time in byte order, whatever the collation of the database.
create domain identifier as text collate "C" check (length(value) between 1 and 64);
create domain sha256_hex as text collate "C" check (value ~ '^[0-9a-f]{64}$');

-- The organization that the current transaction is bound to; no setting, no rows.
create function bound_organization() returns text
  language sql stable parallel safe
  return current_setting('probata.organization', true);

-- Directories: found before an organization is known. Everything else is a tenant table.

create table organization (
  id identifier primary key,
  slug text collate "C" not null unique check (slug ~ '^[a-z0-9](-?[a-z0-9])*$' and length(slug) <= 63),
  name text not null,
  webhook_form text not null default 'unversioned' check (webhook_form in ('unversioned', 'versioned')),
  created_at timestamptz not null
);

-- Who may sign in or take a token under a name, in which organization.
create table login_name (
  name text collate "C" primary key check (length(name) between 1 and 320),
  kind text not null check (kind in ('client', 'person')),
  organization_id identifier not null references organization (id),
  subject_id identifier not null
);

-- The one-time link that makes the first administrator.
create table setup_link (
  token_sha256 sha256_hex primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create table job (
  name text primary key,
  next_run_at timestamptz not null,
  lease_owner identifier,
  lease_until timestamptz
);

create table job_run (
  id identifier primary key,
  job text not null references job (name),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  outcome text not null check (outcome in ('succeeded', 'failed')),
  processed integer not null
);
create index job_run_by_job on job_run (job, id);

-- A process that stages uploads says so here; what it staged is swept when its lease has run out.
create table node (
  id identifier primary key,
  lease_until timestamptz not null
);

-- People and machines

create table person (
  organization_id identifier not null references organization (id),
  id identifier not null,
  role text not null check (role in ('admin', 'reviewer', 'contributor', 'auditor')),
  password_hash text not null,
  disabled boolean not null default false,
  record text not null,
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
  primary key (organization_id, token_sha256),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
create index session_by_person on session (organization_id, person_id);
create index session_by_expiry on session (organization_id, expires_at);

create table service_account (
  organization_id identifier not null references organization (id),
  id identifier not null,
  client_id text collate "C" not null,
  secret_hash text not null,
  scopes text[] not null,
  disabled boolean not null default false,
  record text not null,
  primary key (organization_id, id)
);

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

-- Answers kept for 24 hours under (token or session, key); written in the transaction of the effect.
create table idempotency_key (
  organization_id identifier not null references organization (id),
  credential_id identifier not null,
  key text collate "C" not null check (length(key) between 8 and 128),
  fingerprint sha256_hex not null,
  status smallint not null,
  headers text not null,
  body text not null,
  created_at timestamptz not null,
  primary key (organization_id, credential_id, key)
);
create index idempotency_key_by_age on idempotency_key (organization_id, created_at);

-- Evidence

create table evidence_requirement (
  organization_id identifier not null references organization (id),
  id identifier not null,
  requirement_key text collate "C" not null,
  status text not null check (status in ('draft', 'active', 'retired')),
  validity_days integer not null check (validity_days between 1 and 36500),
  owner_id identifier,
  record text not null,
  primary key (organization_id, id),
  constraint evidence_requirement_key unique (organization_id, requirement_key),
  foreign key (organization_id, owner_id) references person (organization_id, id)
);
create index evidence_requirement_by_status on evidence_requirement (organization_id, status, id);

create table evidence_claim (
  organization_id identifier not null references organization (id),
  id identifier not null,
  evidence_requirement_id identifier,
  claim_key text collate "C" not null,
  status text not null check (status in ('submitted', 'accepted', 'rejected', 'expired')),
  valid_until timestamptz not null,
  created_by identifier not null,
  reviewer_id identifier,
  record text not null,
  source_snapshot text not null,
  claim_snapshot text not null,
  primary key (organization_id, id),
  constraint evidence_claim_key unique (organization_id, claim_key),
  foreign key (organization_id, evidence_requirement_id) references evidence_requirement (organization_id, id),
  foreign key (organization_id, reviewer_id) references person (organization_id, id)
);
create index evidence_claim_by_status on evidence_claim (organization_id, status, id);
create index evidence_claim_by_requirement on evidence_claim (organization_id, evidence_requirement_id, id)
  where evidence_requirement_id is not null;
create index evidence_claim_by_requirement_and_status on evidence_claim (organization_id, evidence_requirement_id, status, id)
  where evidence_requirement_id is not null;
create index evidence_claim_to_review on evidence_claim (organization_id, reviewer_id, id)
  where status = 'submitted';
create index evidence_claim_to_expire on evidence_claim (organization_id, valid_until)
  where status in ('submitted', 'accepted');

-- What a reviewer decided and the digest of what they saw.
create table review_decision (
  organization_id identifier not null,
  id identifier not null,
  claim_id identifier not null,
  reviewer_id identifier not null,
  decision text not null check (decision in ('accepted', 'rejected')),
  reason text not null,
  reviewed_digest sha256_hex not null,
  decided_at timestamptz not null,
  primary key (organization_id, id),
  constraint review_decision_once unique (organization_id, claim_id),
  foreign key (organization_id, claim_id) references evidence_claim (organization_id, id),
  foreign key (organization_id, reviewer_id) references person (organization_id, id)
);

create table upload_intent (
  organization_id identifier not null,
  id identifier not null,
  claim_id identifier not null,
  status text not null check (status in ('pending', 'completed', 'expired')),
  expires_at timestamptz not null,
  reason text not null,
  link_id identifier,
  record text not null,
  primary key (organization_id, id),
  foreign key (organization_id, claim_id) references evidence_claim (organization_id, id)
);
create index upload_intent_to_expire on upload_intent (organization_id, expires_at) where status = 'pending';

create table artifact (
  organization_id identifier not null references organization (id),
  id identifier not null,
  blob_key text collate "C" not null,
  byte_size bigint not null check (byte_size > 0),
  checksum_sha256 sha256_hex not null,
  inline_preview_allowed boolean not null,
  primary key (organization_id, id),
  constraint artifact_blob unique (organization_id, blob_key)
);

create table attachment_link (
  organization_id identifier not null,
  id identifier not null,
  claim_id identifier not null,
  artifact_id identifier not null,
  record text not null,
  primary key (organization_id, id),
  constraint attachment_of_claim unique (organization_id, claim_id, artifact_id),
  foreign key (organization_id, claim_id) references evidence_claim (organization_id, id),
  foreign key (organization_id, artifact_id) references artifact (organization_id, id)
);
create index attachment_link_by_claim on attachment_link (organization_id, claim_id, id);

-- Recorded before the first byte is written, removed in the transaction that makes the attachment active:
-- whatever a crash leaves behind is found here.
create table staged_blob (
  organization_id identifier not null references organization (id),
  blob_key text collate "C" not null,
  node_id identifier not null,
  created_at timestamptz not null,
  primary key (organization_id, blob_key)
);

-- Trails

create table outbox_event (
  organization_id identifier not null references organization (id),
  id identifier not null,
  type text not null,
  data text not null,
  created_at timestamptz not null,
  request_id text not null,
  primary key (organization_id, id)
);

-- Refusals before an organization is known are written under 'install', hence no foreign key.
create table audit_event (
  organization_id identifier not null,
  id identifier not null,
  action text not null,
  actor_id text collate "C" not null,
  resource_id text collate "C" not null,
  record text not null,
  primary key (organization_id, id)
);
create index audit_event_by_resource on audit_event (organization_id, resource_id, id);
create index audit_event_by_actor on audit_event (organization_id, actor_id, id);
create index audit_event_by_action on audit_event (organization_id, action, id);

create table security_event (
  organization_id identifier not null,
  id identifier not null,
  type text not null,
  record text not null,
  primary key (organization_id, id)
);
create index security_event_by_type on security_event (organization_id, type, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_event_append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_change();
create trigger review_decision_append_only before update or delete or truncate on review_decision
  for each statement execute function refuse_change();
create trigger security_event_append_only before update or delete or truncate on security_event
  for each statement execute function refuse_change();

-- Organizations that have work for a job: the only questions asked across organizations.
create function organizations_with_claims_to_expire(now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public as $$
  select o.id from organization o where exists (
    select from evidence_claim c
     where c.organization_id = o.id and c.status in ('submitted', 'accepted') and c.valid_until <= now)
$$;
create function organizations_with_intents_to_expire(now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public as $$
  select o.id from organization o where exists (
    select from upload_intent i where i.organization_id = o.id and i.status = 'pending' and i.expires_at <= now)
$$;
create function organizations_with_abandoned_blobs(now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public as $$
  select distinct b.organization_id::text from staged_blob b
   where b.created_at <= now - interval '7 days'
      or not exists (select from node n where n.id = b.node_id and n.lease_until > now)
$$;
create function organizations_with_credentials_to_forget(expired_until timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public as $$
  select o.id from organization o
   where exists (select from access_token t where t.organization_id = o.id and t.expires_at <= expired_until)
      or exists (select from session s where s.organization_id = o.id and s.expires_at <= expired_until)
$$;
create function organizations_with_keys_to_forget(created_until timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public as $$
  select o.id from organization o where exists (
    select from idempotency_key k where k.organization_id = o.id and k.created_at <= created_until)
$$;

-- As long as no organization has an administrator, the install offers a setup link.
create function administrator_exists() returns boolean
  language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (select from organization o where exists (
    select from person p where p.organization_id = o.id and p.role = 'admin'))
$$;

-- The second lock: a tenant table shows only the rows of the bound organization, and the program's role
-- neither owns the table nor may bypass its policy. Later migrations call this for their tables.
create function protect_tenant_table(tenant_table regclass, privileges text) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('create policy bound_organization on %s using (organization_id = bound_organization())', tenant_table);
  execute format('grant %s on %s to probata_app', privileges, tenant_table);
end $$;

do $$
declare tenant text;
begin
  foreach tenant in array array['person', 'session', 'service_account', 'access_token', 'idempotency_key',
    'evidence_requirement', 'evidence_claim', 'upload_intent', 'artifact', 'attachment_link', 'staged_blob', 'outbox_event']
  loop perform protect_tenant_table(tenant, 'select, insert, update, delete'); end loop;
  foreach tenant in array array['review_decision', 'audit_event', 'security_event']
  loop perform protect_tenant_table(tenant, 'select, insert'); end loop;
end $$;

grant usage on schema public to probata_app;
grant select, insert, update on organization to probata_app;
grant select, insert, update, delete on login_name, setup_link, job, job_run, node to probata_app;
grant select on schema_migration to probata_app;
