-- Which workspaces claim the addresses of a domain. Several may; a claim counts once it is proved by a TXT record, or
-- was named by the operator. What was claimed before counts as named where the install has one organization: there was
-- nobody to take it from.
create temporary table first_sign_on_domain on commit drop as select organization_id, domain from sign_on_domain;
drop table sign_on_domain;
create table sign_on_domain (
  organization_id identifier not null references organization (id),
  domain text collate "C" not null check (length(domain) between 1 and 253),
  named boolean not null default false,
  proved_at timestamptz,
  -- When the record was last asked for, and since when a proved one is missing.
  checked_at timestamptz,
  missing_since timestamptz,
  primary key (organization_id, domain)
);
insert into sign_on_domain (organization_id, domain, named)
select organization_id, domain, (select count(*) = 1 from organization) from first_sign_on_domain;
create index sign_on_domain_that_counts on sign_on_domain (domain) where named or proved_at is not null;
select protect_tenant_table('sign_on_domain', 'select, insert, update, delete');

-- Where addresses of a domain sign in: the first to have proved it, first.
create function organizations_of_domain(asked text) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id from sign_on_domain
   where domain = asked and (named or proved_at is not null) order by named desc, proved_at, organization_id
$$;
select serve_program('organizations_of_domain(text)');

create function organizations_with_sign_on_domains() returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id from organization o
   where exists (select from sign_on_domain d where d.organization_id = o.id and not d.named)
$$;
select serve_program('organizations_with_sign_on_domains()');
