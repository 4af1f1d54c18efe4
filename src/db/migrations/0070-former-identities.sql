-- Whose account an identity at a provider opened before the connection was removed: whoever it is knows how to be them. An
-- account that it opens later belongs to the same human (decision 123).
create table former_identity (
  organization_id identifier not null,
  identity_sha256 text collate "C" not null check (length(identity_sha256) = 64),
  person_id identifier not null,
  ended_at timestamptz not null,
  primary key (organization_id, identity_sha256, person_id),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
select protect_tenant_table('former_identity', 'select, insert, update');

-- Connections that a change of the provider removed; the trail has their digests.
insert into former_identity (organization_id, identity_sha256, person_id, ended_at)
select distinct e.organization_id, e.record::json ->> 'detail', p.id, now()
  from audit_event e join person p on p.organization_id = e.organization_id and p.id = e.resource_id
 where e.action = 'person.link_identity' and length(e.record::json ->> 'detail') = 64
   and not exists (select from person_identity n
                    where n.organization_id = e.organization_id and n.person_id = p.id
                      and encode(sha256(convert_to(n.issuer || ' ' || n.subject, 'UTF8')), 'hex') = e.record::json ->> 'detail')
on conflict do nothing;
