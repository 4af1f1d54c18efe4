-- The ledger: a Merkle tree over the audit trail of each organization, and its checkpoints, keys and proofs.

-- One row: the progress of the sealer of the install. Each change of a tree increments `revision` in its transaction,
-- so of two that start from the same revision only one succeeds.
create table ledger_cursor (
  one boolean default true primary key check (one),
  revision bigint not null default 0,
  -- The database cluster that `done` belongs to. A cluster that restores a dump counts transactions from the start.
  system_identifier bigint not null,
  -- Rows of the transactions that this snapshot sees are sealed.
  done pg_snapshot not null,
  -- The snapshot being sealed, and the position reached if it has more rows than one batch.
  goal pg_snapshot,
  position_transaction xid8,
  position_organization identifier,
  position_id identifier,
  -- Whether the sealer searches all rows by id for those without a leaf. It does so for rows older than the ledger and
  -- after a dump is restored.
  walking boolean not null default true,
  -- The newest transaction whose rows that search may have sealed.
  walked_until xid8,
  -- Since when sealing has stopped, because a published checkpoint is ahead of its tree.
  stopped_at timestamptz,
  -- The node that seals, so that other nodes need not read the same rows.
  node_id text,
  lease_until timestamptz
);

-- One row per generation of an organization's tree. `install` has trees too, so this table has no foreign key.
create table ledger_tree (
  organization_id identifier not null,
  generation integer not null check (generation > 0),
  origin text not null unique,
  size bigint not null check (size >= 0),
  -- Hashes of the complete subtrees that make up the size, largest first, and the root computed from them.
  frontier bytea not null,
  root bytea not null check (length(root) = 32),
  -- Rows before this index may have been removed under retention. Their leaves stay.
  first_kept bigint not null default 0,
  sealed_at timestamptz not null,
  primary key (organization_id, generation)
);

-- One row per sealed row of the audit trail.
create table ledger_leaf (
  organization_id identifier not null,
  generation integer not null,
  leaf_index bigint not null,
  event_id identifier not null,
  -- One bit per erasable field that the leaf holds by its digest, then 16 random bytes for each such field, in order.
  salts bytea not null,
  hash bytea not null,
  primary key (organization_id, generation, leaf_index)
);
create unique index ledger_leaf_of_event on ledger_leaf (organization_id, event_id);

-- One row per complete subtree. Level 1 holds the hash of every complete 256 leaves, level 2 of every complete 256
-- hashes of level 1, and so on.
create table ledger_subtree (
  organization_id identifier not null,
  generation integer not null,
  level smallint not null check (level > 0),
  subtree_index bigint not null,
  hash bytea not null,
  primary key (organization_id, generation, level, subtree_index)
);

-- One row per signed checkpoint of a tree.
create table ledger_checkpoint (
  organization_id identifier not null,
  generation integer not null,
  size bigint not null,
  note text not null,
  created_at timestamptz not null,
  primary key (organization_id, generation, size),
  foreign key (organization_id, generation) references ledger_tree (organization_id, generation)
);

-- One row per signing key. `install` has keys too, so this table has no foreign key.
create table ledger_key (
  organization_id identifier not null,
  id identifier not null,
  purpose text not null check (purpose in ('checkpoint', 'bundle')),
  -- A checkpoint key signs for one generation of the tree, a bundle key for all.
  generation integer check (generation > 0),
  vkey text not null,
  -- The private key, sealed under the master key.
  sealed text not null,
  since timestamptz not null,
  until timestamptz,
  primary key (organization_id, id),
  check (until >= since),
  constraint ledger_key_check1 check ((purpose = 'checkpoint') = (generation is not null))
);
create unique index ledger_key_current on ledger_key (organization_id, purpose, coalesce(generation, 0))
  where until is null;

-- One row per checkpoint that an external place holds, with the place's answer: a time-stamp or a cosignature.
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

-- One row per external place that fails to take a checkpoint.
create table ledger_place_trouble (
  organization_id identifier not null,
  place text not null,
  since timestamptz not null,
  attempts integer not null,
  code text not null,
  primary key (organization_id, place)
);

-- One row per verification of the ledger.
create table ledger_verification (
  organization_id identifier not null,
  id identifier not null,
  status text not null check (status in ('running', 'sound', 'altered')),
  record text not null,
  -- Where the verification resumes after a restart.
  state text not null,
  primary key (organization_id, id)
);
create index ledger_verification_running on ledger_verification (organization_id, id) where status = 'running';

-- One row per erased field of a row. Its digest stays, so every proof remains valid.
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
