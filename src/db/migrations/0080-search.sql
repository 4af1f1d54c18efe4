-- One row per record that a search can find, with the words of its title, key, files and other searched fields. Each
-- word begins with the tag of its workspace, so that the index of all workspaces keeps their words apart.
create table search_entry (
  organization_id identifier not null references organization (id),
  id identifier not null,
  words tsvector not null,
  primary key (organization_id, id)
);
create index search_entry_by_word on search_entry using gin (words);

-- The words of a workspace under the spellings that a typing error leaves: the word itself, and the word without one of
-- its letters.
create table search_word (
  organization_id identifier not null references organization (id),
  spelling text collate "C" not null,
  word text collate "C" not null,
  primary key (organization_id, spelling, word)
);

-- One row per workspace: the part of its trail whose records are in the index. While `walked` is set, the index is being
-- built from all records, in the order of their ids.
create table search_progress (
  organization_id identifier primary key references organization (id),
  rules integer not null,
  generation integer not null,
  size bigint not null,
  walked text collate "C"
);
