-- Domains of single sign-on across organizations, and the protection of its tables.

-- The organizations that sign in the addresses of a domain: first those for which the operator named it, then in the
-- order of proof.
create or replace function organizations_of_domain(asked text) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id from sign_on_domain
   where domain = asked and (named or proved_at is not null) order by named desc, proved_at, organization_id
$$;
select serve_program('organizations_of_domain(text)');

create or replace function organizations_with_sign_on_domains() returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id from organization o
   where exists (select from sign_on_domain d where d.organization_id = o.id and not d.named)
$$;
select serve_program('organizations_with_sign_on_domains()');

select protect_tenant_table('identity_provider', 'select, insert, update, delete');
select protect_tenant_table('sign_on_domain', 'select, insert, update, delete');
select protect_tenant_table('sign_on_key', 'select, insert, update, delete');
select protect_tenant_table('sign_in_policy', 'select, insert, update');
select protect_tenant_table('person_identity', 'select, insert, update, delete');
select protect_tenant_table('identity_link', 'select, insert, update, delete');
select protect_tenant_table('former_identity', 'select, insert, update');
select protect_tenant_table('group_rules', 'select, insert, update');
select protect_tenant_table('person_groups', 'select, insert, update, delete');
