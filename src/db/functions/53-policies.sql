-- Policies: their contributors, campaigns, and what a published version freezes.

-- The contributors to the same bytes, in the bound organization. It is security definer, since they count in every unit
-- and the caller may see only some.
create or replace function hands_in_policy_file(checksum text) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct unnest(v.hands) from policy_version v
   where v.organization_id = bound_organization() and v.checksum_sha256 = checksum
$$;
select serve_program('hands_in_policy_file(text)');

-- Whether the bound organization has a campaign or round with this id, in any unit.
create or replace function is_campaign(one text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from policy_campaign where organization_id = bound_organization() and id = one)
      or exists (select from questionnaire_round where organization_id = bound_organization() and id = one)
$$;
select serve_program('is_campaign(text)');

-- Whether everyone whom a campaign asks has acknowledged, and at least one person has.
create or replace function is_complete(campaign policy_campaign) returns boolean
  language sql stable parallel safe
  return exists (select from policy_acknowledgement a
                  where a.organization_id = campaign.organization_id and a.campaign_id = campaign.id)
     and not exists (
       select from policy l join person p on p.organization_id = l.organization_id
        where l.organization_id = campaign.organization_id and l.id = campaign.policy_id
          and is_asked(campaign, l.unit_id, p)
          and not exists (select from policy_acknowledgement a
            where a.organization_id = campaign.organization_id and a.campaign_id = campaign.id and a.person_id = p.id));

-- A published version never changes. Versions of questionnaires use this trigger too.
create or replace function keep_published_version() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and was_closed(old.organization_id) then return old; end if;
  if old.status = 'published' then
    raise exception 'a published version does not change' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

create or replace function organizations_with_policy_campaigns_to_end(now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o where exists (
    select from policy_campaign c
     where c.organization_id = o.id and c.status = 'running' and (c.retry_at is null or c.retry_at <= now)
       and (c.due_at <= now or is_complete(c)))
   order by 1
$$;
select serve_program('organizations_with_policy_campaigns_to_end(timestamp with time zone)');

create or replace function sees_policy(tenant text, one text) returns boolean
  language plpgsql stable as $$
begin return exists (select from policy where organization_id = tenant and id = one); end $$;

create or replace function sees_policy_campaign(tenant text, one text) returns boolean
  language plpgsql stable as $$
begin return exists (select from policy_campaign where organization_id = tenant and id = one); end $$;

create or replace trigger keep_published_version before delete or update on policy_version
  for each row execute function keep_published_version();

select protect_tenant_table('policy', 'select, insert, update, delete');
select protect_by_unit('policy');
select protect_tenant_table('policy_version', 'select, insert, update, delete');
select protect_by_parent('policy_version', 'policy', 'policy_id');
select protect_tenant_table('policy_campaign', 'select, insert, update, delete');
select protect_by_parent('policy_campaign', 'policy', 'policy_id');
select protect_tenant_table('policy_acknowledgement', 'select, insert');
select protect_by_parent('policy_acknowledgement', 'policy_campaign', 'campaign_id');
