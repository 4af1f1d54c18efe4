-- Keys of the ledger, and the places outside that keep its checkpoints (decisions 068 and 069).

-- `install` has keys of its own, hence no foreign key.
create table ledger_key (
  organization_id identifier not null,
  id identifier not null,
  purpose text not null check (purpose in ('checkpoint', 'bundle')),
  -- A checkpoint key signs for one generation of the tree, a bundle key for all.
  generation integer check (generation > 0),
  vkey text not null,
  -- The private key, under the master key.
  sealed text not null,
  since timestamptz not null,
  until timestamptz check (until >= since),
  primary key (organization_id, id),
  check ((purpose = 'checkpoint') = (generation is not null))
);
create unique index ledger_key_current on ledger_key (organization_id, purpose, coalesce(generation, 0)) where until is null;

-- A key ends, and nothing else of it changes.
create function keep_ledger_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.until is null and new.until is not null
    and (old.organization_id, old.id, old.purpose, old.vkey, old.sealed, old.since)
      = (new.organization_id, new.id, new.purpose, new.vkey, new.sealed, new.since)
    and old.generation is not distinct from new.generation then return new; end if;
  raise exception 'a key of the ledger only ends' using errcode = 'insufficient_privilege';
end $$;
create trigger ledger_key_ends before update or delete on ledger_key for each row execute function keep_ledger_key();
create trigger ledger_key_stays before truncate on ledger_key for each statement execute function refuse_change();

-- What a place outside holds, and its answer: a time-stamp, a cosignature.
create table ledger_publication (
  organization_id identifier not null,
  generation integer not null,
  size bigint not null,
  place text not null,
  answer bytea,
  held_at timestamptz not null,
  primary key (organization_id, generation, size, place),
  foreign key (organization_id, generation, size) references ledger_checkpoint
);
create trigger ledger_publication_append_only before update or delete or truncate on ledger_publication
  for each statement execute function refuse_change();

-- A place that does not take what it should.
create table ledger_place_trouble (
  organization_id identifier not null,
  place text not null,
  since timestamptz not null,
  attempts integer not null,
  code text not null,
  primary key (organization_id, place)
);

do $$
begin
  perform protect_tenant_table('ledger_key', 'select, insert, update');
  perform protect_tenant_table('ledger_publication', 'select, insert');
  perform protect_tenant_table('ledger_place_trouble', 'select, insert, update, delete');
end $$;

-- Whether anybody may read checkpoints, keys and tiles at /ledger without a token.
alter table organization add column ledger_public boolean not null default false;

-- Organizations, `install` among them, whose newest tree has grown since a checkpoint of before that moment, or whose
-- newest checkpoint is missing at one of the places.
create function organizations_to_publish(before timestamptz, places text[]) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.organization_id::text from (select id::text collate "C" as id from organization union all select 'install' collate "C") o
    cross join lateral (
      select * from ledger_tree where organization_id = o.id order by generation desc limit 1) t
    left join lateral (
      select c.size, c.created_at from ledger_checkpoint c
       where c.organization_id = t.organization_id and c.generation = t.generation order by c.size desc limit 1) c on true
   where t.size > 0
     and (c.size is null or (t.size > c.size and c.created_at <= before)
       or exists (select from unnest(places) as p where not exists (
            select from ledger_publication h where h.organization_id = t.organization_id
               and h.generation = t.generation and h.size = c.size and h.place = p)))
   order by 1
$$;
select serve_program('organizations_to_publish(timestamptz, text[])');

-- Places that have been in trouble since before a moment, each with the organizations that they fail.
create function ledger_places_in_trouble(before timestamptz)
  returns table (place text, since timestamptz, code text, organizations bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select place, min(since), min(code), count(*) from ledger_place_trouble
   where since <= before group by place order by place
$$;
select serve_program('ledger_places_in_trouble(timestamptz)');

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
  union all
  (select 'ledger_key', o.id, k.id::text, 'ledger-key', k.sealed
     from (select id::text collate "C" as id from organization union all select 'install' collate "C") o cross join lateral (
       select id, sealed from ledger_key where organization_id = o.id order by id limit 1) k
    order by k.id limit 1)
$$;
select serve_program('sealed_samples()');
