-- Policies, their versions, and the campaigns in which people acknowledge them.

-- One row per policy that people must know and follow. Its text is a file; each edition is a version.
create table policy (
  organization_id identifier not null references organization (id),
  id identifier not null,
  policy_key text collate "C" not null,
  status text not null check (status in ('draft', 'active', 'retired')),
  owner_id identifier,
  record text not null,
  unit_id identifier default own_unit(),
  primary key (organization_id, id),
  constraint policy_key unique (organization_id, policy_key),
  foreign key (organization_id, owner_id) references person (organization_id, id),
  foreign key (organization_id, unit_id) references unit (organization_id, id)
);
create index policy_by_status on policy (organization_id, status, id);

-- One row per version of a policy. No one who announced or uploaded it, however long ago, publishes it.
create table policy_version (
  organization_id identifier not null,
  id identifier not null,
  policy_id identifier not null,
  number integer not null check (number > 0),
  status text not null check (status in ('awaiting_file', 'draft', 'published', 'withdrawn')),
  checksum_sha256 sha256_hex not null,
  artifact_id identifier,
  record text not null,
  hands text[] not null default '{}',
  primary key (organization_id, id),
  constraint policy_version_number unique (organization_id, policy_id, number),
  foreign key (organization_id, policy_id) references policy (organization_id, id),
  foreign key (organization_id, artifact_id) references artifact (organization_id, id),
  check ((status in ('awaiting_file', 'withdrawn')) or artifact_id is not null)
);
create index policy_version_by_policy on policy_version (organization_id, policy_id, id);
create index policy_version_by_checksum on policy_version (organization_id, checksum_sha256);
create index policy_version_by_artifact on policy_version (organization_id, artifact_id);
-- A policy has one unpublished version at a time.
create unique index policy_version_open on policy_version (organization_id, policy_id)
  where status in ('awaiting_file', 'draft');

-- One row per campaign: it asks people to read and acknowledge a published version by a date.
create table policy_campaign (
  organization_id identifier not null,
  id identifier not null,
  policy_id identifier not null,
  version_id identifier not null,
  requirement_id identifier not null,
  status text not null check (status in ('running', 'ended', 'cancelled')),
  due_at timestamptz not null,
  -- The roles, and the people by name, that the campaign is limited to. Null means no limit.
  roles text[],
  person_ids text[],
  -- The people asked when the campaign began.
  asked_ids text[] not null,
  started_by identifier not null,
  claim_id identifier,
  record text not null,
  -- Why it could not end when it should have, how often that was tried, and when to try again.
  failure text,
  attempts integer not null default 0,
  retry_at timestamptz,
  primary key (organization_id, id),
  constraint policy_campaign_claim unique (organization_id, claim_id),
  foreign key (organization_id, policy_id) references policy (organization_id, id),
  foreign key (organization_id, version_id) references policy_version (organization_id, id),
  foreign key (organization_id, requirement_id) references evidence_requirement (organization_id, id),
  foreign key (organization_id, started_by) references person (organization_id, id),
  foreign key (organization_id, claim_id) references evidence_claim (organization_id, id),
  check ((status = 'ended') = (claim_id is not null))
);
create index policy_campaign_by_status on policy_campaign (organization_id, status, id);
create index policy_campaign_by_policy on policy_campaign (organization_id, policy_id, id);
create index policy_campaign_by_policy_and_status on policy_campaign (organization_id, policy_id, status, id);
create index policy_campaign_by_version on policy_campaign (organization_id, version_id);
create index policy_campaign_by_requirement on policy_campaign (organization_id, requirement_id);
create index policy_campaign_running on policy_campaign (organization_id, due_at, id) where status = 'running';
create index policy_campaign_to_try on policy_campaign (organization_id, coalesce(retry_at, due_at), id)
  where status = 'running';

-- One row per person who acknowledged a policy in a campaign. An acknowledgement is final.
create table policy_acknowledgement (
  organization_id identifier not null,
  campaign_id identifier not null,
  person_id identifier not null,
  record text not null,
  primary key (organization_id, campaign_id, person_id),
  foreign key (organization_id, campaign_id) references policy_campaign (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
create index policy_acknowledgement_by_person on policy_acknowledgement (organization_id, person_id);
