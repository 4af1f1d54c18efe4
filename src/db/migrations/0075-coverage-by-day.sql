-- One row per framework and day of its workspace: how many of the clauses to prove were proven when it was last counted
-- that day. A reconstructed row was computed later, from the links and the controls that still existed then.
create table framework_coverage (
  organization_id identifier not null,
  framework_id identifier not null,
  day date not null,
  applicable integer not null check (applicable >= 0),
  proven integer not null check (proven between 0 and applicable),
  partly_proven integer not null check (partly_proven >= 0),
  reconstructed boolean not null default false,
  primary key (organization_id, framework_id, day),
  foreign key (organization_id, framework_id) references framework (organization_id, id)
);
