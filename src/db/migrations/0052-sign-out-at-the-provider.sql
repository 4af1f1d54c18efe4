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
