-- Service accounts and their access tokens.

create or replace function organizations_with_credentials_to_forget(expired_until timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o
   where exists (select from access_token t where t.organization_id = o.id and t.expires_at <= expired_until)
      or exists (select from session s where s.organization_id = o.id and s.expires_at <= expired_until)
$$;
select serve_program('organizations_with_credentials_to_forget(timestamp with time zone)');

select protect_tenant_table('service_account', 'select, insert, update, delete');
select protect_tenant_table('access_token', 'select, insert, update, delete');
