-- Which session at the identity provider a session came from: what it may end, and what it is ended by. A session of
-- before, or of an older node, has none of it and ends with its person's.
alter table session
  add column issuer text collate "C" check (length(issuer) between 1 and 2048),
  add column sid_sha256 sha256_hex,
  -- Sealed: the hint with which the provider knows whom to sign out.
  add column id_token text;
create index session_by_sid on session (organization_id, sid_sha256) where sid_sha256 is not null;

-- Key pairs with which a workspace proves to its provider that it is the client (private_key_jwt). A new one is
-- published before it signs, and the one before stays published after.
create table sign_on_key (
  organization_id identifier not null references organization (id),
  id identifier not null,
  -- A JSON Web Key.
  public_key text not null,
  -- Sealed.
  private_key text not null,
  created_at timestamptz not null,
  signs_from timestamptz not null,
  published_until timestamptz,
  primary key (organization_id, id)
);
create unique index sign_on_key_newest on sign_on_key (organization_id) where published_until is null;
select protect_tenant_table('sign_on_key', 'select, insert, update, delete');

-- A workspace that its provider knows by a key has no client secret.
create or replace function sealed_samples() returns table (kind text, organization text, record text, field text, sealed text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  (select 'webhook_secret', o.id::text, w.id::text, 'signing_secret', w.secret
     from organization o cross join lateral (
       select id, secret from webhook_endpoint where organization_id = o.id and status <> 'deleted' order by id limit 1) w
    order by w.id limit 1)
  union all
  (select 'identity_provider_secret', o.id::text, p.id::text, 'clientSecret', p.client_secret
     from organization o cross join lateral (
       select id, client_secret from identity_provider
        where organization_id = o.id and is_current and client_secret <> '' limit 1) p
    order by p.id limit 1)
  union all
  (select 'sign_on_key', o.id::text, k.id::text, 'privateKey', k.private_key
     from organization o cross join lateral (
       select id, private_key from sign_on_key where organization_id = o.id order by id limit 1) k
    order by k.id limit 1)
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
  union all
  (select 'ledger_key', o.id, k.id::text, 'ledger-key', k.sealed
     from (select id::text collate "C" as id from organization union all select 'install' collate "C") o cross join lateral (
       select id, sealed from ledger_key where organization_id = o.id order by id limit 1) k
    order by k.id limit 1)
$$;
select serve_program('sealed_samples()');
