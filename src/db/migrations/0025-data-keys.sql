-- Keys that files are encrypted with before they leave the node. One of an organization is active, those before it only
-- open what they sealed. A destroyed one keeps its row and loses its bytes, and with it every file that it sealed.
create table storage_data_key (
  organization_id identifier not null references organization (id),
  id identifier not null,
  generation integer not null check (generation > 0),
  status text not null check (status in ('active', 'retired', 'destroyed')),
  provider text not null check (provider in ('local', 'vault-transit')),
  wrapped text,
  created_at timestamptz not null,
  destroyed_at timestamptz,
  primary key (organization_id, id),
  constraint storage_data_key_generation unique (organization_id, generation),
  constraint storage_data_key_destroyed check (
    (status = 'destroyed') = (wrapped is null) and (status = 'destroyed') = (destroyed_at is not null))
);
create unique index storage_data_key_active on storage_data_key (organization_id) where status = 'active';

-- Who wraps the keys of an organization; without a row the install does, under its master key. `id` is new with each
-- change of the settings.
create table storage_key_provider (
  organization_id identifier primary key references organization (id),
  id identifier not null,
  kind text not null check (kind in ('local', 'vault-transit')),
  settings text not null,
  token text,
  state text not null check (state in ('available', 'unavailable')),
  code text,
  since timestamptz not null,
  constraint storage_key_provider_code check ((state = 'unavailable') = (code is not null))
);

-- One administrator asks for an organization's keys to be destroyed, another one confirms.
create table storage_key_destruction (
  organization_id identifier not null references organization (id),
  id identifier not null,
  status text not null check (status in ('asked', 'confirmed', 'withdrawn')),
  asked_by identifier not null,
  record text not null,
  primary key (organization_id, id),
  foreign key (organization_id, asked_by) references person (organization_id, id)
);
create unique index storage_key_destruction_asked on storage_key_destruction (organization_id) where status = 'asked';

do $$
declare tenant text;
begin
  foreach tenant in array array['storage_data_key', 'storage_key_provider', 'storage_key_destruction']
  loop perform protect_tenant_table(tenant, 'select, insert, update'); end loop;
end $$;

create function organizations_with_old_data_keys(before timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o where (
    select true from storage_data_key k
     where k.organization_id = o.id and k.status = 'active' and k.created_at <= before limit 1)
$$;
select serve_program('organizations_with_old_data_keys(timestamptz)');

create function organizations_with_outside_keys() returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o where (
    select true from storage_key_provider p where p.organization_id = o.id and p.kind <> 'local' limit 1)
$$;
select serve_program('organizations_with_outside_keys()');

-- As before, and the keys of files and the tokens of their holders.
create or replace function sealed_samples() returns table (kind text, organization text, record text, field text, sealed text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  (select 'webhook_secret', o.id::text, w.id::text, 'signing_secret', w.secret
     from organization o cross join lateral (
       select id, secret from webhook_endpoint where organization_id = o.id and status <> 'deleted' order by id limit 1) w
    order by w.id limit 1)
  union all
  (select 'identity_provider_secret', o.id::text, p.id::text, 'clientSecret', p.client_secret
     from organization o cross join lateral (
       select id, client_secret from identity_provider where organization_id = o.id and is_current limit 1) p
    order by p.id limit 1)
  union all
  (select 'second_factor', split_part(totp_sealed_for, ' ', 1), split_part(totp_sealed_for, ' ', 2), 'totp', totp_secret
     from login where totp_secret is not null and totp_sealed_for is not null order by id limit 1)
  union all
  (select 'storage_data_key', o.id::text, k.id::text, 'wrapped', k.wrapped
     from organization o cross join lateral (
       select id, wrapped from storage_data_key where organization_id = o.id and wrapped is not null order by id limit 1) k
    order by k.id limit 1)
  union all
  (select 'storage_key_token', o.id::text, p.id::text, 'token', p.token
     from organization o cross join lateral (
       select id, token from storage_key_provider where organization_id = o.id and token is not null limit 1) p
    order by p.id limit 1)
$$;
select serve_program('sealed_samples()');
