-- Units: parts of a workspace with people and records of their own.

-- One row per unit. Its records are visible to its people and to people of no unit, who see everything.
create table unit (
  organization_id identifier not null references organization (id),
  id identifier not null,
  unit_key text collate "C" not null,
  status text not null check (status in ('active', 'closed')),
  record text not null,
  primary key (organization_id, id),
  constraint unit_key unique (organization_id, unit_key)
);
create index unit_by_status on unit (organization_id, status, id);
