-- The files of src/db/functions that this database has, and the newest release of them that was applied.
create table schema_function (
  file text primary key,
  sha256 sha256_hex not null,
  release int not null,
  applied_at timestamptz not null
);
