-- Frameworks and their clauses, the controls that answer them, and the requirements that prove the controls.

-- One row per framework that an organization is accountable for.
create table framework (
  organization_id identifier not null references organization (id),
  id identifier not null,
  framework_key text collate "C" not null,
  status text not null check (status in ('draft', 'active', 'retired')),
  owner_id identifier,
  record text not null,
  primary key (organization_id, id),
  constraint framework_key unique (organization_id, framework_key),
  foreign key (organization_id, owner_id) references person (organization_id, id)
);
create index framework_by_status on framework (organization_id, status, id);

-- One row per clause, in the order of the document: by `place`, which another version of the framework may change.
create table clause (
  organization_id identifier not null,
  id identifier not null,
  framework_id identifier not null,
  clause_key text collate "C" not null,
  place integer not null,
  status text not null check (status in ('active', 'withdrawn')),
  is_assessable boolean not null,
  applicability text not null check (applicability in ('applicable', 'not_applicable')),
  record text not null,
  primary key (organization_id, id),
  constraint clause_key unique (organization_id, framework_id, clause_key),
  foreign key (organization_id, framework_id) references framework (organization_id, id)
);
create index clause_by_place on clause (organization_id, framework_id, place, id);
create index clause_by_status_and_place on clause (organization_id, framework_id, status, place, id);

-- One row per control: what the organization does to meet clauses.
create table control (
  organization_id identifier not null references organization (id),
  id identifier not null,
  control_key text collate "C" not null,
  status text not null check (status in ('draft', 'active', 'retired')),
  owner_id identifier,
  record text not null,
  primary key (organization_id, id),
  constraint control_key unique (organization_id, control_key),
  foreign key (organization_id, owner_id) references person (organization_id, id)
);
create index control_by_status on control (organization_id, status, id);

-- One row per clause that a control answers, fully or in part.
create table clause_control (
  organization_id identifier not null,
  clause_id identifier not null,
  control_id identifier not null,
  extent text not null check (extent in ('full', 'partial')),
  record text not null,
  primary key (organization_id, clause_id, control_id),
  foreign key (organization_id, clause_id) references clause (organization_id, id),
  foreign key (organization_id, control_id) references control (organization_id, id)
);
create index clause_control_by_control on clause_control (organization_id, control_id);

-- One row per requirement whose proof shows that a control works.
create table control_requirement (
  organization_id identifier not null,
  control_id identifier not null,
  requirement_id identifier not null,
  record text not null,
  primary key (organization_id, control_id, requirement_id),
  foreign key (organization_id, control_id) references control (organization_id, id),
  foreign key (organization_id, requirement_id) references evidence_requirement (organization_id, id)
);
create index control_requirement_by_requirement on control_requirement (organization_id, requirement_id);
