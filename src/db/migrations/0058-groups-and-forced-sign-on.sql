-- Which groups give which role and units. Each change makes a new row.
create table group_rules (
  organization_id identifier not null references organization (id),
  id identifier not null,
  is_current boolean not null,
  record text not null,
  primary key (organization_id, id)
);
create unique index group_rules_current on group_rules (organization_id) where is_current;
select protect_tenant_table('group_rules', 'select, insert, update');

-- The groups of a person as a source last sent them: a change of the rules applies to them at once.
create table person_groups (
  organization_id identifier not null,
  person_id identifier not null,
  source text collate "C" not null check (source in ('single_sign_on', 'scim')),
  groups text[] not null check (cardinality(groups) <= 2000),
  received_at timestamptz not null,
  primary key (organization_id, person_id, source),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
select protect_tenant_table('person_groups', 'select, insert, update, delete');

-- How people sign in to a workspace; none for a workspace that never changed it. Each change makes a new row.
create table sign_in_policy (
  organization_id identifier not null references organization (id),
  id identifier not null,
  is_current boolean not null,
  -- Repeated from the record for the check of each session.
  sign_in text collate "C" not null check (sign_in in ('any', 'single_sign_on')),
  break_glass_ids text[] not null check (cardinality(break_glass_ids) <= 2),
  record text not null,
  primary key (organization_id, id)
);
create unique index sign_in_policy_current on sign_in_policy (organization_id) where is_current;
select protect_tenant_table('sign_in_policy', 'select, insert, update');

-- Whether a person may be in a session of this kind: where sign-on is forced, only what it opened counts, except for the
-- break-glass administrators, while they have a second factor.
create function session_allowed(person_id text, opened_with text, person_record text) returns boolean
  language sql stable parallel safe as $$
  select not exists (
    select from sign_in_policy q
     where q.organization_id = bound_organization() and q.is_current and q.sign_in = 'single_sign_on'
       and opened_with <> 'single_sign_on'
       and not (person_id = any (q.break_glass_ids) and opened_with not in ('invitation', 'setup')
                and coalesce(person_record::json ->> 'secondFactor', 'none') <> 'none'))
$$;
