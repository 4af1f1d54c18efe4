-- Where an organization keeps the bytes of its files: each binding is a folder or a bucket, each copy says which one has
-- the bytes of a file. One binding takes uploads; a file is read from wherever a verified copy is.
create table storage_binding (
  organization_id identifier not null references organization (id),
  id identifier not null,
  kind text not null check (kind in ('folder', 's3')),
  status text not null check (status in ('draft', 'validated', 'active', 'draining', 'retired')),
  -- Null once it is retired. What lies in a binding refers to it with true, so neither a retirement can overtake an
  -- upload nor an upload a retirement.
  usable boolean check (usable),
  name text not null,
  settings text not null,
  encryption text not null check (encryption in ('none', 'envelope')),
  -- Sealed; erased when it is retired.
  credentials text,
  credential_hint text,
  credentials_at timestamptz,
  -- Counts changes of what a node keeps open.
  revision integer not null default 1,
  validated_at timestamptz,
  activated_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint storage_binding_usable unique (organization_id, id, usable),
  check ((status = 'retired') = (usable is null))
);
create unique index storage_binding_active on storage_binding (organization_id) where status = 'active';
select protect_tenant_table('storage_binding', 'select, insert, update');

-- What was found when a binding was probed; the last 200 of each are kept.
create table storage_probe_run (
  organization_id identifier not null,
  id identifier not null,
  binding_id identifier not null,
  record text not null,
  primary key (organization_id, id),
  foreign key (organization_id, binding_id) references storage_binding (organization_id, id)
);
create index storage_probe_run_by_binding on storage_probe_run (organization_id, binding_id, id);
select protect_tenant_table('storage_probe_run', 'select, insert, delete');

create table blob_copy (
  organization_id identifier not null,
  -- Random and never used twice: an attempt to copy a file again has another.
  object_key text collate "C" not null,
  blob_key text collate "C" not null,
  binding_id identifier not null,
  usable boolean not null default true check (usable),
  state text not null check (state in ('writing', 'verified', 'condemned', 'damaged')),
  stored_bytes bigint not null,
  -- Of what it is encrypted with; null where it is not.
  data_key_id identifier,
  since timestamptz not null,
  -- When its bytes were last read and found right.
  scrubbed_at timestamptz not null,
  primary key (organization_id, object_key),
  foreign key (organization_id, blob_key) references artifact (organization_id, blob_key),
  constraint blob_copy_in_usable_binding foreign key (organization_id, binding_id, usable) references storage_binding (organization_id, id, usable)
);
create index blob_copy_by_blob on blob_copy (organization_id, blob_key);
create index blob_copy_by_binding on blob_copy (organization_id, binding_id, state, object_key);
create index blob_copy_by_scrub on blob_copy (organization_id, scrubbed_at) where state = 'verified';
select protect_tenant_table('blob_copy', 'select, insert, update, delete');

-- An upload stays where it began, also when another binding becomes active meanwhile. Null where a node of the release
-- before stages it, which knows the folder alone.
alter table staged_blob
  add column binding_id identifier,
  add column usable boolean default true check (usable),
  -- Of an upload in parts that has begun.
  add column upload_id text,
  add constraint staged_blob_in_usable_binding
    foreign key (organization_id, binding_id, usable) references storage_binding (organization_id, id, usable);
create index staged_blob_by_binding on staged_blob (organization_id, binding_id);

create function new_identifier(prefix text, at timestamptz) returns text language sql volatile as $$
  select identifier_floor(prefix, at) || string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(random.bytes, i) & 31), 1), '' order by i)
    from (select uuid_send(gen_random_uuid()) as bytes) random, generate_series(0, 15) i
$$;

-- Every organization begins with the folder of the install.
create function bind_folder() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into storage_binding (organization_id, id, kind, status, usable, name, settings, encryption,
      validated_at, activated_at, created_at, updated_at)
  values (new.id, new_identifier('stb', new.created_at), 'folder', 'active', true, 'local', '{}', 'none',
      new.created_at, new.created_at, new.created_at, new.created_at);
  return null;
end $$;
select serve_program('bind_folder()');
create trigger organization_begins_with_a_folder after insert on organization
  for each row execute function bind_folder();

insert into storage_binding (organization_id, id, kind, status, usable, name, settings, encryption,
    validated_at, activated_at, created_at, updated_at)
select id, new_identifier('stb', created_at), 'folder', 'active', true, 'local', '{}', 'none',
    created_at, created_at, created_at, created_at
  from organization;

insert into blob_copy (organization_id, object_key, blob_key, binding_id, state, stored_bytes, since, scrubbed_at)
select a.organization_id, a.blob_key, a.blob_key, b.id, 'verified', a.byte_size, now(), now()
  from artifact a join storage_binding b on b.organization_id = a.organization_id;

-- While nodes of the release before still run: what they attach lies in the folder. To be dropped in the next release.
create function copy_of_artifact() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into blob_copy (organization_id, object_key, blob_key, binding_id, state, stored_bytes, since, scrubbed_at)
  select new.organization_id, new.blob_key, new.blob_key, b.id, 'verified', new.byte_size, s.created_at, s.created_at
    from staged_blob s
    join storage_binding b on b.organization_id = s.organization_id and b.kind = 'folder'
   where s.organization_id = new.organization_id and s.blob_key = new.blob_key and s.binding_id is null;
  return null;
end $$;
select serve_program('copy_of_artifact()');
create trigger artifact_of_the_release_before after insert on artifact
  for each row execute function copy_of_artifact();
