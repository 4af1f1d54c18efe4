-- Who could have let themselves into whose account: whoever was shown a link to it, set its first password or the identity
-- provider that opens it. Released while the person holds a second factor of which somebody else made sure.
create table custodian (
  organization_id identifier not null,
  person_id identifier not null,
  custodian_id identifier not null,
  why text collate "C" not null check (length(why) between 1 and 64),
  since timestamptz not null,
  applies_from timestamptz not null,
  released_at timestamptz,
  released_by text check (length(released_by) between 1 and 64),
  primary key (organization_id, person_id, custodian_id, why),
  foreign key (organization_id, person_id) references person (organization_id, id),
  foreign key (organization_id, custodian_id) references person (organization_id, id),
  check (person_id <> custodian_id)
);
create index custodian_of on custodian (organization_id, custodian_id, person_id);
select protect_tenant_table('custodian', 'select, insert, update');

-- These people and service accounts, and everybody who could act as one of them: custodians of people, and who made an
-- account or was shown its present secret, and theirs in turn.
create function people_behind(ids text[]) returns text[] language sql stable parallel safe as $$
  with recursive behind(id) as (
    select g.id collate "C" from unnest(ids) as g (id) where g.id is not null
    union
    select e.id from behind b cross join lateral (
      select c.custodian_id::text collate "C" as id from custodian c
       where c.organization_id = bound_organization() and c.person_id = b.id
         and c.released_at is null and c.applies_from <= now()
      union all
      select unnest(array[a.made_by::text, a.secret_shown_to::text]) collate "C" from service_account a
       where a.organization_id = bound_organization() and a.id = b.id
    ) e where e.id is not null
  )
  select coalesce(array_agg(id), '{}') from behind
$$;

-- Everybody behind whom stands somebody who stands behind one of these: what one of them made, none of the others decides.
create function same_hands(ids text[]) returns text[] language sql stable parallel safe as $$
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
    ) e
  )
  select coalesce(array_agg(id), '{}') from reached
$$;

-- For people from before. All links were shown; a second factor that somebody has by now counts as theirs. Who has signed
-- in has 30 days to enrol one.
insert into custodian (organization_id, person_id, custodian_id, why, since, applies_from, released_at, released_by)
select g.organization_id, g.person_id, g.custodian_id, g.why, min(g.since),
       now() + case when exists (select from audit_event e where e.organization_id = g.organization_id
                                   and e.actor_id = g.person_id and e.action = 'session.open')
                    then interval '30 days' else interval '0' end,
       case when p.record::json ->> 'secondFactor' <> 'none' then now() end,
       case when p.record::json ->> 'secondFactor' <> 'none' then 'before' end
  from (
    select i.organization_id, i.record::json ->> 'personId' as person_id, i.record::json ->> 'createdBy' as custodian_id,
           case i.record::json ->> 'purpose' when 'invitation' then 'invitation_link' else 'reset_link' end as why,
           (i.record::json ->> 'createdAt')::timestamptz as since
      from invitation i
    union all
    select e.organization_id, e.resource_id, e.actor_id, 'initial_password',
           (e.record::json ->> 'createdAt')::timestamptz
      from audit_event e where e.action = 'person.create' and e.record::json ->> 'outcome' = 'done'
    union all
    select n.organization_id, n.person_id, e.actor_id, 'provider', (e.record::json ->> 'createdAt')::timestamptz
      from audit_event e join person_identity n on n.organization_id = e.organization_id
     where e.action = 'identity_provider.set' and e.record::json ->> 'outcome' = 'done'
  ) g
  join person p on p.organization_id = g.organization_id and p.id = g.person_id
  join person c on c.organization_id = g.organization_id and c.id = g.custodian_id
 where g.person_id <> g.custodian_id
 group by g.organization_id, g.person_id, g.custodian_id, g.why, p.record;
