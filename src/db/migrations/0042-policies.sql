-- What people have to know and follow. Its text is a file; each edition is a version.
create table policy (
  organization_id identifier not null references organization (id),
  id identifier not null,
  policy_key text collate "C" not null,
  status text not null check (status in ('draft', 'active', 'retired')),
  owner_id identifier,
  record text not null,
  primary key (organization_id, id),
  constraint policy_key unique (organization_id, policy_key),
  foreign key (organization_id, owner_id) references person (organization_id, id)
);
create index policy_by_status on policy (organization_id, status, id);
select protect_tenant_table('policy', 'select, insert, update, delete');
select protect_by_unit('policy');

create function sees_policy(tenant text, one text) returns boolean language plpgsql stable as $$
begin return exists (select from policy where organization_id = tenant and id = one); end $$;

-- Whoever announced or uploaded it, however long ago, does not publish it.
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
  check (status in ('awaiting_file', 'withdrawn') or artifact_id is not null)
);
create index policy_version_by_policy on policy_version (organization_id, policy_id, id);
create index policy_version_by_checksum on policy_version (organization_id, checksum_sha256);
create index policy_version_by_artifact on policy_version (organization_id, artifact_id);
-- One at a time is on its way.
create unique index policy_version_open on policy_version (organization_id, policy_id)
  where status in ('awaiting_file', 'draft');
select protect_tenant_table('policy_version', 'select, insert, update, delete');
select protect_by_parent('policy_version', 'policy', 'policy_id');

-- What was published stays as it was.
create function keep_published_version() returns trigger language plpgsql as $$
begin
  if old.status = 'published' then
    raise exception 'a published version does not change' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger keep_published_version before update or delete on policy_version
  for each row execute function keep_published_version();

-- A published version is shown to people until a day, who say that they have read it.
create table policy_campaign (
  organization_id identifier not null,
  id identifier not null,
  policy_id identifier not null,
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
  foreign key (organization_id, policy_id) references policy (organization_id, id),
  foreign key (organization_id, version_id) references policy_version (organization_id, id),
  foreign key (organization_id, requirement_id) references evidence_requirement (organization_id, id),
  foreign key (organization_id, started_by) references person (organization_id, id),
  foreign key (organization_id, claim_id) references evidence_claim (organization_id, id),
  constraint policy_campaign_claim unique (organization_id, claim_id),
  check ((status = 'ended') = (claim_id is not null))
);
create index policy_campaign_by_status on policy_campaign (organization_id, status, id);
create index policy_campaign_by_policy on policy_campaign (organization_id, policy_id, id);
create index policy_campaign_by_policy_and_status on policy_campaign (organization_id, policy_id, status, id);
create index policy_campaign_by_version on policy_campaign (organization_id, version_id);
create index policy_campaign_by_requirement on policy_campaign (organization_id, requirement_id);
create index policy_campaign_running on policy_campaign (organization_id, due_at, id) where status = 'running';
create index policy_campaign_to_try on policy_campaign (organization_id, (coalesce(retry_at, due_at)), id)
  where status = 'running';
select protect_tenant_table('policy_campaign', 'select, insert, update, delete');
select protect_by_parent('policy_campaign', 'policy', 'policy_id');

create function sees_policy_campaign(tenant text, one text) returns boolean language plpgsql stable as $$
begin return exists (select from policy_campaign where organization_id = tenant and id = one); end $$;

-- What somebody said; nobody takes it back.
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
select protect_tenant_table('policy_acknowledgement', 'select, insert');
select protect_by_parent('policy_acknowledgement', 'policy_campaign', 'campaign_id');

-- Whether a campaign of a policy of a unit asks somebody: of the people as they are at this moment.
create function is_asked(campaign policy_campaign, unit text, somebody person) returns boolean
  language sql stable parallel safe
  return not somebody.disabled
     and (unit is null or somebody.unit_ids is null or unit = any (somebody.unit_ids))
     and (campaign.roles is null or somebody.role = any (campaign.roles))
     and (campaign.person_ids is null or somebody.id = any (campaign.person_ids));

-- Whether everybody whom a campaign asks has acknowledged, and there is somebody.
create function is_complete(campaign policy_campaign) returns boolean language sql stable parallel safe
  return exists (select from policy_acknowledgement a
                  where a.organization_id = campaign.organization_id and a.campaign_id = campaign.id)
     and not exists (
       select from policy l join person p on p.organization_id = l.organization_id
        where l.organization_id = campaign.organization_id and l.id = campaign.policy_id
          and is_asked(campaign, l.unit_id, p)
          and not exists (select from policy_acknowledgement a
            where a.organization_id = campaign.organization_id and a.campaign_id = campaign.id and a.person_id = p.id));

create function organizations_with_policy_campaigns_to_end(now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o where exists (
    select from policy_campaign c
     where c.organization_id = o.id and c.status = 'running' and (c.retry_at is null or c.retry_at <= now)
       and (c.due_at <= now or is_complete(c)))
   order by 1
$$;
select serve_program('organizations_with_policy_campaigns_to_end(timestamptz)');
