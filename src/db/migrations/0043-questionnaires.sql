-- What people are asked, edition by edition, and who answered what.
create table questionnaire (
  organization_id identifier not null references organization (id),
  id identifier not null,
  questionnaire_key text collate "C" not null,
  status text not null check (status in ('draft', 'active', 'retired')),
  owner_id identifier,
  record text not null,
  primary key (organization_id, id),
  constraint questionnaire_key unique (organization_id, questionnaire_key),
  foreign key (organization_id, owner_id) references person (organization_id, id)
);
create index questionnaire_by_status on questionnaire (organization_id, status, id);
select protect_tenant_table('questionnaire', 'select, insert, update, delete');
select protect_by_unit('questionnaire');

create function sees_questionnaire(tenant text, one text) returns boolean language plpgsql stable as $$
begin return exists (select from questionnaire where organization_id = tenant and id = one); end $$;

-- Whoever wrote at it, however long ago, does not publish it.
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
-- One at a time is on its way.
create unique index questionnaire_version_open on questionnaire_version (organization_id, questionnaire_id)
  where status = 'draft';
select protect_tenant_table('questionnaire_version', 'select, insert, update, delete');
select protect_by_parent('questionnaire_version', 'questionnaire', 'questionnaire_id');
create trigger keep_published_version before update or delete on questionnaire_version
  for each row execute function keep_published_version();

-- A published version is put to people until a day.
create table questionnaire_round (
  organization_id identifier not null,
  id identifier not null,
  questionnaire_id identifier not null,
  version_id identifier not null,
  requirement_id identifier not null,
  status text not null check (status in ('running', 'ended', 'cancelled')),
  due_at timestamptz not null,
  -- Of which roles, and which people by name; null where that does not matter.
  roles text[],
  person_ids text[],
  -- Whom it asked when it began.
  asked_ids text[] not null,
  started_by identifier not null,
  claim_id identifier,
  record text not null,
  -- Why it could not end when it should have, how often that was tried, and when it is tried again.
  failure text,
  attempts integer not null default 0,
  retry_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, questionnaire_id) references questionnaire (organization_id, id),
  foreign key (organization_id, version_id) references questionnaire_version (organization_id, id),
  foreign key (organization_id, requirement_id) references evidence_requirement (organization_id, id),
  foreign key (organization_id, started_by) references person (organization_id, id),
  foreign key (organization_id, claim_id) references evidence_claim (organization_id, id),
  constraint questionnaire_round_claim unique (organization_id, claim_id),
  check ((status = 'ended') = (claim_id is not null))
);
create index questionnaire_round_by_status on questionnaire_round (organization_id, status, id);
create index questionnaire_round_by_questionnaire on questionnaire_round (organization_id, questionnaire_id, id);
create index questionnaire_round_by_questionnaire_and_status
  on questionnaire_round (organization_id, questionnaire_id, status, id);
create index questionnaire_round_by_version on questionnaire_round (organization_id, version_id);
create index questionnaire_round_by_requirement on questionnaire_round (organization_id, requirement_id);
create index questionnaire_round_running on questionnaire_round (organization_id, due_at, id) where status = 'running';
create index questionnaire_round_to_try on questionnaire_round (organization_id, (coalesce(retry_at, due_at)), id)
  where status = 'running';
select protect_tenant_table('questionnaire_round', 'select, insert, update, delete');
select protect_by_parent('questionnaire_round', 'questionnaire', 'questionnaire_id');

create function sees_questionnaire_round(tenant text, one text) returns boolean language plpgsql stable as $$
begin return exists (select from questionnaire_round where organization_id = tenant and id = one); end $$;

-- What somebody answers: a draft, until they submit it, once.
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
select protect_tenant_table('questionnaire_response', 'select, insert, update');
select protect_by_parent('questionnaire_response', 'questionnaire_round', 'round_id');

create function keep_submitted_response() returns trigger language plpgsql as $$
begin
  if old.status = 'submitted' then
    raise exception 'a submitted response does not change' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger keep_submitted_response before update or delete on questionnaire_response
  for each row execute function keep_submitted_response();

-- Whether somebody is among those of a rule who see what is of a unit: one rule for campaigns and rounds.
create function is_among(roles text[], person_ids text[], unit text, somebody person) returns boolean
  language sql stable parallel safe
  return not somebody.disabled
     and (unit is null or somebody.unit_ids is null or unit = any (somebody.unit_ids))
     and (roles is null or somebody.role = any (roles))
     and (person_ids is null or somebody.id = any (person_ids));

create or replace function is_asked(campaign policy_campaign, unit text, somebody person) returns boolean
  language sql stable parallel safe
  return is_among(campaign.roles, campaign.person_ids, unit, somebody);

create function is_asked(round questionnaire_round, unit text, somebody person) returns boolean
  language sql stable parallel safe
  return is_among(round.roles, round.person_ids, unit, somebody);

-- Whether everybody whom a round asks has submitted, and there is somebody.
create function is_complete(round questionnaire_round) returns boolean language sql stable parallel safe
  return exists (select from questionnaire_response a
                  where a.organization_id = round.organization_id and a.round_id = round.id and a.status = 'submitted')
     and not exists (
       select from questionnaire l join person p on p.organization_id = l.organization_id
        where l.organization_id = round.organization_id and l.id = round.questionnaire_id
          and is_asked(round, l.unit_id, p)
          and not exists (select from questionnaire_response a
            where a.organization_id = round.organization_id and a.round_id = round.id and a.person_id = p.id
              and a.status = 'submitted'));

create function organizations_with_questionnaire_rounds_to_end(now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o where exists (
    select from questionnaire_round c
     where c.organization_id = o.id and c.status = 'running' and (c.retry_at is null or c.retry_at <= now)
       and (c.due_at <= now or is_complete(c)))
   order by 1
$$;
select serve_program('organizations_with_questionnaire_rounds_to_end(timestamptz)');
