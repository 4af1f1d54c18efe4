-- Changes of access take a second administrator: they are requested and confirmed as changes of records are.
alter table approval_request drop constraint approval_request_kind_check;
alter table approval_request add constraint approval_request_kind_check check (
  kind in (
    'control_retirement', 'clause_exclusion', 'exception_activation',
    'identity_provider_change', 'identity_provider_removal', 'group_rules_change', 'second_factor_removal'
  )
);

-- What such a request proposes, as JSON, with a sealed secret while it is open. The request has the digest.
create table access_proposal (
  organization_id identifier not null,
  request_id identifier not null,
  proposal text not null,
  client_secret text,
  primary key (organization_id, request_id),
  foreign key (organization_id, request_id) references approval_request (organization_id, id)
);
select protect_tenant_table('access_proposal', 'select, insert, update');
