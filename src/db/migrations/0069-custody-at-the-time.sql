-- Who could act as whoever made an account of a service, was shown its secret or a token, or made a link, when they did:
-- once these custodians are released, they still know what they saw.
create table resource_custodian (
  organization_id identifier not null,
  -- A service account, a provisioning token or an invitation.
  resource_id identifier not null,
  custodian_id identifier not null,
  primary key (organization_id, resource_id, custodian_id),
  foreign key (organization_id, custodian_id) references person (organization_id, id)
);
create index resource_custodian_of on resource_custodian (organization_id, custodian_id, resource_id);
select protect_tenant_table('resource_custodian', 'select, insert');

create or replace function people_behind(ids text[]) returns text[] language plpgsql stable parallel safe as $$
declare
  behind text[] := array(select distinct g.id collate "C" from unnest(ids) as g (id) where g.id is not null);
  found text[] := behind;
begin
  loop
    select array_agg(distinct e.id) into found from (
      select c.custodian_id::text collate "C" as id from custodian c
       where c.organization_id = bound_organization() and c.person_id = any (found)
         and c.released_at is null and c.applies_from <= now()
      union all
      select x.id collate "C" from service_account a
        cross join lateral (values (a.made_by::text), (a.secret_shown_to::text)) as x (id)
       where a.organization_id = bound_organization() and a.id = any (found)
      union all
      select r.custodian_id::text collate "C" from resource_custodian r
       where r.organization_id = bound_organization() and r.resource_id = any (found)
    ) e where e.id is not null and e.id <> all (behind);
    exit when found is null;
    behind := behind || found;
  end loop;
  return behind;
end
$$;

create or replace function same_hands(ids text[]) returns text[] language sql stable parallel safe
  set enable_seqscan = off as $$
  with recursive reached(id) as (
    select g.id collate "C" from unnest(people_behind(ids)) as g (id)
    union
    select e.id from reached r cross join lateral (
      select c.person_id::text collate "C" as id from custodian c
       where c.organization_id = bound_organization() and c.custodian_id = r.id
         and c.released_at is null and c.applies_from <= now()
      union all
      select a.id::text collate "C" from service_account a
       where a.organization_id = bound_organization() and (a.made_by = r.id or a.secret_shown_to = r.id)
      union all
      select x.resource_id::text collate "C" from resource_custodian x
       where x.organization_id = bound_organization() and x.custodian_id = r.id
    ) e
  )
  select coalesce(array_agg(id), '{}') from reached
$$;
