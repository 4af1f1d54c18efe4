-- How far the sealer of the install has got. Whoever changes a tree moves `revision` in the same transaction, so of two
-- that start from one revision one gives way.
create table ledger_cursor (
  one boolean default true primary key check (one),
  revision bigint not null default 0,
  -- Of the cluster that `done` belongs to: transactions are counted anew where a dump is restored.
  system_identifier bigint not null,
  -- Rows that committed within this snapshot are sealed.
  done pg_snapshot not null,
  -- The snapshot that is being sealed, and how far, where it has more rows than one batch.
  goal pg_snapshot,
  position_transaction xid8,
  position_organization identifier,
  position_id identifier,
  -- Whether rows without a leaf are looked for one by one in the order of ids: those from before, or of a restored dump.
  walking boolean not null default true,
  -- The newest transaction of which that search may have sealed rows.
  walked_until xid8,
  -- Since when nothing is sealed, because a checkpoint outside is ahead of its tree.
  stopped_at timestamptz,
  -- Who seals, so that others need not read what it reads.
  node_id text,
  lease_until timestamptz
);

-- `install` has a tree of its own, hence no foreign key.
create table ledger_tree (
  organization_id identifier not null,
  generation integer not null check (generation > 0),
  origin text not null unique,
  size bigint not null check (size >= 0),
  -- Hashes of the complete subtrees that the size consists of, largest first, and the root they give.
  frontier bytea not null,
  root bytea not null check (length(root) = 32),
  -- Rows before it may have been removed under retention; their leaves stay.
  first_kept bigint not null default 0,
  sealed_at timestamptz not null,
  primary key (organization_id, generation)
);

create table ledger_leaf (
  organization_id identifier not null,
  generation integer not null,
  leaf_index bigint not null,
  event_id identifier not null,
  -- A bit for each erasable field that the leaf holds by its digest, then 16 random bytes for each, in their order.
  salts bytea not null,
  hash bytea not null,
  primary key (organization_id, generation, leaf_index)
);
create unique index ledger_leaf_of_event on ledger_leaf (organization_id, event_id);

-- Level 1 has the hash of each complete 256 leaves, level 2 that of each complete 256 of those, and so on.
create table ledger_subtree (
  organization_id identifier not null,
  generation integer not null,
  level smallint not null check (level > 0),
  subtree_index bigint not null,
  hash bytea not null,
  primary key (organization_id, generation, level, subtree_index)
);

create table ledger_checkpoint (
  organization_id identifier not null,
  generation integer not null,
  size bigint not null,
  note text not null,
  created_at timestamptz not null,
  primary key (organization_id, generation, size),
  foreign key (organization_id, generation) references ledger_tree (organization_id, generation)
);

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
  until timestamptz,
  primary key (organization_id, id),
  check (until >= since),
  constraint ledger_key_check1 check ((purpose = 'checkpoint') = (generation is not null))
);
create unique index ledger_key_current on ledger_key (organization_id, purpose, coalesce(generation, 0))
  where until is null;

-- What a place outside holds, and its answer: a time-stamp, a cosignature.
create table ledger_publication (
  organization_id identifier not null,
  generation integer not null,
  size bigint not null,
  place text not null,
  answer bytea,
  held_at timestamptz not null,
  primary key (organization_id, generation, size, place),
  foreign key (organization_id, generation, size) references ledger_checkpoint (organization_id, generation, size)
);

-- A place that does not take what it should.
create table ledger_place_trouble (
  organization_id identifier not null,
  place text not null,
  since timestamptz not null,
  attempts integer not null,
  code text not null,
  primary key (organization_id, place)
);

create table ledger_verification (
  organization_id identifier not null,
  id identifier not null,
  status text not null check (status in ('running', 'sound', 'altered')),
  record text not null,
  -- Where it goes on after a restart.
  state text not null,
  primary key (organization_id, id)
);
create index ledger_verification_running on ledger_verification (organization_id, id) where status = 'running';

-- What was erased from a row: the digest stays, so that every proof still holds.
create table ledger_erasure (
  organization_id identifier not null,
  event_id identifier not null,
  field text not null,
  digest text not null,
  erased_at timestamptz not null,
  erased_by text not null,
  primary key (organization_id, event_id, field)
);

insert into ledger_cursor (system_identifier, done) select system_identifier, pg_current_snapshot() from pg_control_system();
