-- Questionnaires, their versions, and the rounds in which people answer them.

-- One row per questionnaire. Each edition is a version.
create table questionnaire (
  organization_id identifier not null references organization (id),
  id identifier not null,
  questionnaire_key text collate "C" not null,
  status text not null check (status in ('draft', 'active', 'retired')),
  owner_id identifier,
  record text not null,
  unit_id identifier default own_unit(),
  primary key (organization_id, id),
  constraint questionnaire_key unique (organization_id, questionnaire_key),
  foreign key (organization_id, owner_id) references person (organization_id, id),
  foreign key (organization_id, unit_id) references unit (organization_id, id)
);
create index questionnaire_by_status on questionnaire (organization_id, status, id);

-- One row per version of a questionnaire. No one who began or changed it, however long ago, publishes it.
create table questionnaire_version (
  organization_id identifier not null,
  id identifier not null,
  questionnaire_id identifier not null,
  number integer not null check (number > 0),
  status text not null check (status in ('draft', 'published', 'withdrawn')),
  questions_digest sha256_hex not null,
  questions text not null,
  record text not null,
  hands text[] not null default '{}',
  primary key (organization_id, id),
  constraint questionnaire_version_number unique (organization_id, questionnaire_id, number),
  foreign key (organization_id, questionnaire_id) references questionnaire (organization_id, id)
);
create index questionnaire_version_by_questionnaire on questionnaire_version (organization_id, questionnaire_id, id);
create index questionnaire_version_by_digest on questionnaire_version (organization_id, questions_digest);
-- A questionnaire has one draft at a time.
create unique index questionnaire_version_open on questionnaire_version (organization_id, questionnaire_id)
  where status = 'draft';

-- One row per round: it asks people to answer a published version by a date.
create table questionnaire_round (
  organization_id identifier not null,
  id identifier not null,
  questionnaire_id identifier not null,
  version_id identifier not null,
  requirement_id identifier not null,
  status text not null check (status in ('running', 'ended', 'cancelled')),
  due_at timestamptz not null,
  -- The roles, and the people by name, that the round is limited to. Null means no limit.
  roles text[],
  person_ids text[],
  -- The people asked when the round began.
  asked_ids text[] not null,
  started_by identifier not null,
  claim_id identifier,
  record text not null,
  -- Why it could not end when it should have, how often that was tried, and when to try again.
  failure text,
  attempts integer not null default 0,
  retry_at timestamptz,
  primary key (organization_id, id),
  constraint questionnaire_round_claim unique (organization_id, claim_id),
  foreign key (organization_id, questionnaire_id) references questionnaire (organization_id, id),
  foreign key (organization_id, version_id) references questionnaire_version (organization_id, id),
  foreign key (organization_id, requirement_id) references evidence_requirement (organization_id, id),
  foreign key (organization_id, started_by) references person (organization_id, id),
  foreign key (organization_id, claim_id) references evidence_claim (organization_id, id),
  check ((status = 'ended') = (claim_id is not null))
);
create index questionnaire_round_by_status on questionnaire_round (organization_id, status, id);
create index questionnaire_round_by_questionnaire on questionnaire_round (organization_id, questionnaire_id, id);
create index questionnaire_round_by_questionnaire_and_status on questionnaire_round (organization_id, questionnaire_id, status, id);
create index questionnaire_round_by_version on questionnaire_round (organization_id, version_id);
create index questionnaire_round_by_requirement on questionnaire_round (organization_id, requirement_id);
create index questionnaire_round_running on questionnaire_round (organization_id, due_at, id) where status = 'running';
create index questionnaire_round_to_try on questionnaire_round (organization_id, coalesce(retry_at, due_at), id)
  where status = 'running';

-- One row per person who answers in a round: a draft until they submit it, once.
create table questionnaire_response (
  organization_id identifier not null,
  round_id identifier not null,
  person_id identifier not null,
  status text not null check (status in ('draft', 'submitted')),
  answers text not null,
  record text not null,
  primary key (organization_id, round_id, person_id),
  foreign key (organization_id, round_id) references questionnaire_round (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
create index questionnaire_response_by_person on questionnaire_response (organization_id, person_id);
