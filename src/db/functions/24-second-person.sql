-- The people who count as one person in decisions that need someone else.

create or replace function organizations_with_factor_resets() returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id::text from organization o
   where (select f.id from factor_reset f where f.organization_id = o.id and f.status = 'open' limit 1) is not null
$$;
select serve_program('organizations_with_factor_resets()');

-- The ids and everyone who could act as one of them, directly or through others: custodians, and the maker of a service
-- account and the person who was shown its secret. Lists call this for each row. A recursive query took 350 µs per
-- call, mostly to start; these look-ups take 30 µs.
create or replace function people_behind(ids text[]) returns text[]
  language plpgsql stable parallel safe as $$
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

-- Everyone who shares a person behind them with one of these ids. None of them may decide on what another of them made.
create or replace function same_hands(ids text[]) returns text[]
  language sql stable parallel safe set enable_seqscan = 'off' as $$
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

select protect_tenant_table('custodian', 'select, insert, update');
select protect_tenant_table('resource_custodian', 'select, insert');
select protect_tenant_table('factor_reset', 'select, insert, update');
select protect_tenant_table('access_proposal', 'select, insert, update');
select protect_tenant_table('approval_request', 'select, insert, update');
