-- Row-level security holds the owner of the tables, too. Its functions serve the program across organizations, in
-- sessions of another user; an owner that is no superuser sees nothing otherwise, unless it migrates.
create or replace function protect_tenant_table(tenant_table regclass, privileges text) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('create policy bound_organization on %s to probata_app using (organization_id = bound_organization())', tenant_table);
  perform hold_owner(tenant_table);
  execute format('grant %s on %s to probata_app', privileges, tenant_table);
end $$;

create function hold_owner(tenant_table regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s force row level security', tenant_table);
  execute format($policy$create policy functions_of_owner on %s to %s
    using (current_user <> session_user or current_setting('probata.migrating', true) = 'on')$policy$,
    tenant_table, (select relowner::regrole from pg_class where oid = tenant_table));
end $$;

do $$
declare tenant regclass;
begin
  for tenant in select polrelid from pg_policy where polname = 'bound_organization' loop
    execute format('alter policy bound_organization on %s to probata_app', tenant);
    perform hold_owner(tenant);
  end loop;
end $$;

-- An organization is a row of its own tenant. Others are found by what whoever asks knows of them.
alter table organization enable row level security;
create policy bound_organization on organization to probata_app using (id = (select bound_organization()));
select hold_owner('organization');

create function organization_exists() returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from organization)
$$;
select serve_program('organization_exists()');

create function lock_organization(asked text) returns table (id text, name text, webhook_form text)
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, name, webhook_form from organization where slug = asked for update
$$;
select serve_program('lock_organization(text)');

-- No statement of the program needs these.
revoke all on schema_migration from probata_app;
revoke delete on job from probata_app;
revoke update on job_run from probata_app;
