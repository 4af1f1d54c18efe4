-- One row per saved view of a list: the filters, the order and the columns that a person keeps under a name.
create table saved_view (
  organization_id identifier not null references organization (id),
  id identifier not null,
  created_by identifier not null,
  list text not null,
  name text not null,
  shared boolean not null,
  -- A person limited to units shares with the first of them; null for the whole workspace, and for views of one's own.
  unit_id identifier,
  record text not null,
  primary key (organization_id, id),
  foreign key (organization_id, created_by) references person (organization_id, id),
  foreign key (organization_id, unit_id) references unit (organization_id, id)
);
create unique index saved_view_by_name on saved_view (organization_id, created_by, list, lower(name));
create index saved_view_shared on saved_view (organization_id, id) where shared;
create index saved_view_by_person on saved_view (organization_id, created_by, id);
create index saved_view_by_unit on saved_view (organization_id, unit_id) where unit_id is not null;
