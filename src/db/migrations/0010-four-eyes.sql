-- Who had a hand in what is decided upon. What a service account does counts as that of whoever made it and of whoever
-- was shown its secret; an account of the provisioning file has neither.
alter table service_account
  add column made_by identifier,
  add column secret_shown_to identifier,
  add foreign key (organization_id, made_by) references person (organization_id, id),
  add foreign key (organization_id, secret_shown_to) references person (organization_id, id);

update service_account a
   set made_by = (
         select e.actor_id from audit_event e
           join person p on p.organization_id = e.organization_id and p.id = e.actor_id
          where e.organization_id = a.organization_id and e.resource_id = a.id and e.action = 'service_account.create'
          order by e.id limit 1),
       secret_shown_to = (
         select e.actor_id from audit_event e
           join person p on p.organization_id = e.organization_id and p.id = e.actor_id
          where e.organization_id = a.organization_id and e.resource_id = a.id
            and e.action in ('service_account.create', 'service_account.rotate_secret')
          order by e.id desc limit 1);

-- Beside `created_by`: whoever made an intent or an attachment, and who stood behind an account when it did.
alter table evidence_claim add column makers text[] not null default '{}';

with waiting as (
  select organization_id, id, created_by from evidence_claim where status = 'submitted'
), hand as (
  select organization_id, id, created_by::text as maker from waiting
  union
  select w.organization_id, w.id, e.actor_id
    from waiting w
    join upload_intent i on i.organization_id = w.organization_id and i.claim_id = w.id
    join audit_event e on e.organization_id = i.organization_id and e.resource_id = i.id
                      and e.action = 'evidence.upload_intent.create'
  union
  select w.organization_id, w.id, e.actor_id
    from waiting w
    join attachment_link l on l.organization_id = w.organization_id and l.claim_id = w.id
    join audit_event e on e.organization_id = l.organization_id and e.resource_id = l.id
                      and e.action = 'evidence.attachment.upload'
), maker as (
  select * from hand
  union
  select h.organization_id, h.id, k.id
    from hand h
    join service_account a on a.organization_id = h.organization_id and a.id = h.maker
   cross join lateral (values (a.made_by::text), (a.secret_shown_to::text)) k (id)
   where k.id is not null
)
update evidence_claim c set makers = m.ids
  from (select organization_id, id, array_agg(maker order by maker) as ids from maker group by organization_id, id) m
 where c.organization_id = m.organization_id and c.id = m.id and m.ids <> array[c.created_by::text];

alter table review_decision add column self_decided boolean not null default false;

-- Who made a package or changed what is in it, and who looked at it since it was a draft with these contents.
alter table submission_package
  add column makers text[] not null default '{}',
  add column reviewers text[] not null default '{}',
  add column approvers text[] not null default '{}';

with open as (
  select p.organization_id, p.id, coalesce(
      (select max(e.id) from audit_event e where e.organization_id = p.organization_id and e.resource_id = p.id
          and e.action in ('submission.package.return', 'submission.content.add', 'submission.content.remove')), '') as since
    from submission_package p where p.status <> 'closed'
), hand as (
  select o.organization_id, o.id, e.actor_id as hand,
         case when e.action = 'submission.event.record' then e.record::json ->> 'detail' else 'makes' end as part
    from open o
    join audit_event e on e.organization_id = o.organization_id and e.resource_id = o.id
   where e.actor_id ~ '^(prs|sva)_' and (
         e.action in ('submission.package.create', 'submission.content.add', 'submission.content.remove')
      or e.action = 'submission.event.record' and e.id > o.since
         and e.record::json ->> 'detail' in ('reviewed', 'approved'))
), part as (
  select organization_id, id, part, hand from hand
  union
  select h.organization_id, h.id, h.part, k.id
    from hand h
    join service_account a on a.organization_id = h.organization_id and a.id = h.hand
   cross join lateral (values (a.made_by::text), (a.secret_shown_to::text)) k (id)
   where k.id is not null
)
update submission_package p
   set makers = coalesce(t.makers, '{}'), reviewers = coalesce(t.reviewers, '{}'), approvers = coalesce(t.approvers, '{}')
  from (select organization_id, id,
               array_agg(hand order by hand) filter (where part = 'makes') as makers,
               array_agg(hand order by hand) filter (where part = 'reviewed') as reviewers,
               array_agg(hand order by hand) filter (where part = 'approved') as approvers
          from part group by organization_id, id) t
 where p.organization_id = t.organization_id and p.id = t.id;

-- Settings of a workspace: whether people may decide what they had a hand in, and in which time zone its days are.
alter table organization
  add column self_decision boolean not null default false,
  add column time_zone text not null default 'UTC' check (length(time_zone) between 1 and 64);

drop function lock_organization(text);
create function lock_organization(asked text)
  returns table (id text, name text, webhook_form text, time_zone text)
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, name, webhook_form, time_zone from organization where slug = asked for update
$$;
select serve_program('lock_organization(text)');

-- A feed ends with its person.
alter table calendar_feed add column created_by identifier;
update calendar_feed set created_by = record::json ->> 'createdBy';
alter table calendar_feed
  alter column created_by set not null,
  add foreign key (organization_id, created_by) references person (organization_id, id);
create index calendar_feed_by_person on calendar_feed (organization_id, created_by, id) where not revoked;
