-- What a package was before its title or due date was changed; the log of its events tells the rest.
create table submission_package_past (
  organization_id identifier not null,
  package_id identifier not null,
  -- When this ended.
  changed_at timestamptz not null,
  record text not null,
  primary key (organization_id, package_id, changed_at),
  foreign key (organization_id, package_id) references submission_package (organization_id, id)
);
create trigger submission_package_past_append_only before update or delete or truncate on submission_package_past
  for each statement execute function refuse_change();
select protect_tenant_table('submission_package_past', 'select, insert');
