-- The people who could act as someone else, and the changes that need a second person.

-- One row per person who could have let themselves into another person's account, and why: for example, they were shown
-- a link to it, or set its first password or the identity provider that opens it. A custodian is released while the
-- person holds a second factor that someone else has verified.
create table custodian (
  organization_id identifier not null,
  person_id identifier not null,
  custodian_id identifier not null,
  why text collate "C" not null check (length(why) between 1 and 64),
  since timestamptz not null,
  applies_from timestamptz not null,
  released_at timestamptz,
  released_by text check (length(released_by) between 1 and 64),
  primary key (organization_id, person_id, custodian_id, why),
  foreign key (organization_id, person_id) references person (organization_id, id),
  foreign key (organization_id, custodian_id) references person (organization_id, id),
  check (person_id::text <> custodian_id::text)
);
create index custodian_of on custodian (organization_id, custodian_id, person_id);

-- One row per custodian of a person who made a service account, provisioning token or invitation, or was shown its
-- secret. Recorded at that time: custodians who are released later still know what they saw.
create table resource_custodian (
  organization_id identifier not null,
  -- A service account, a provisioning token or an invitation.
  resource_id identifier not null,
  custodian_id identifier not null,
  primary key (organization_id, resource_id, custodian_id),
  foreign key (organization_id, custodian_id) references person (organization_id, id)
);
create index resource_custodian_of on resource_custodian (organization_id, custodian_id, resource_id);

-- One row per removal of a second factor by the operator, a day after it is announced to the workspace.
create table factor_reset (
  organization_id identifier not null references organization (id),
  id identifier not null,
  person_id identifier not null,
  status text not null check (status in ('open', 'cancelled', 'done')),
  record text not null,
  primary key (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
create unique index factor_reset_open on factor_reset (organization_id, person_id) where status = 'open';
create index factor_reset_by_status on factor_reset (organization_id, status, id);

-- One row per request for a change of access: the proposed change as JSON, with a sealed secret while the request is
-- open. The request holds the digest.
create table access_proposal (
  organization_id identifier not null,
  request_id identifier not null,
  proposal text not null,
  client_secret text,
  primary key (organization_id, request_id)
);

-- One row per change that waits, or waited, for a second person. `hands` are the people who may not confirm it.
create table approval_request (
  organization_id identifier not null references organization (id),
  id identifier not null,
  kind text not null
    check (kind in ('control_retirement', 'clause_exclusion', 'exception_activation', 'clause_control_removal', 'control_requirement_removal', 'identity_provider_change', 'identity_provider_removal', 'group_rules_change', 'second_factor_removal')),
  resource_id identifier not null,
  status text not null check (status in ('open', 'confirmed', 'withdrawn')),
  hands text[] not null,
  record text not null,
  primary key (organization_id, id)
);
create unique index approval_request_open on approval_request (organization_id, resource_id) where status = 'open';
create index approval_request_by_resource on approval_request (organization_id, resource_id, id);
create index approval_request_by_status on approval_request (organization_id, status, id);
create index approval_request_by_resource_and_status on approval_request (organization_id, resource_id, status, id);
alter table access_proposal add foreign key (organization_id, request_id) references approval_request(organization_id, id);
