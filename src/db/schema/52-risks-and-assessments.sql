-- Risks and the controls that treat them; assessments of frameworks and their answers.

-- One row per risk. No one who contributed to it, as its owner or by a change, accepts it.
create table risk (
  organization_id identifier not null references organization (id),
  id identifier not null,
  risk_key text collate "C" not null,
  status text not null check (status in ('identified', 'assessed', 'treated', 'accepted', 'closed')),
  owner_id identifier,
  likelihood smallint check (likelihood between 1 and 5),
  impact smallint check (impact between 1 and 5),
  residual_likelihood smallint check (residual_likelihood between 1 and 5),
  residual_impact smallint check (residual_impact between 1 and 5),
  review_due_at timestamptz,
  record text not null,
  hands text[] not null default '{}',
  primary key (organization_id, id),
  constraint risk_key unique (organization_id, risk_key),
  foreign key (organization_id, owner_id) references person (organization_id, id)
);
create index risk_by_status on risk (organization_id, status, id);
create index risk_by_owner on risk (organization_id, owner_id, id);
create index risk_by_owner_and_status on risk (organization_id, owner_id, status, id);
create index risk_to_review on risk (organization_id, owner_id, review_due_at, id)
  where status in ('identified', 'assessed', 'treated', 'accepted');

-- One row per control that treats a risk.
create table risk_control (
  organization_id identifier not null,
  risk_id identifier not null,
  control_id identifier not null,
  record text not null,
  primary key (organization_id, risk_id, control_id),
  foreign key (organization_id, risk_id) references risk (organization_id, id),
  foreign key (organization_id, control_id) references control (organization_id, id)
);
create index risk_control_by_control on risk_control (organization_id, control_id);

-- One row per assessment of a framework, clause by clause. No one who answered, however long ago, completes it.
create table assessment (
  organization_id identifier not null references organization (id),
  id identifier not null,
  assessment_key text collate "C" not null,
  status text not null check (status in ('planned', 'in_progress', 'in_review', 'completed', 'cancelled')),
  framework_id identifier not null,
  assessor_id identifier,
  record text not null,
  hands text[] not null default '{}',
  unit_id identifier default own_unit(),
  -- Open assessments are listed by due date, those without one last.
  due_at timestamptz,
  primary key (organization_id, id),
  constraint assessment_key unique (organization_id, assessment_key),
  foreign key (organization_id, framework_id) references framework (organization_id, id),
  foreign key (organization_id, assessor_id) references person (organization_id, id),
  foreign key (organization_id, unit_id) references unit (organization_id, id)
);
create index assessment_by_status on assessment (organization_id, status, id);
create index assessment_by_framework on assessment (organization_id, framework_id, id);
create index assessment_by_framework_and_status on assessment (organization_id, framework_id, status, id);
create index assessment_answering on assessment (organization_id, coalesce(due_at, 'infinity'::timestamptz), id)
  where status in ('planned', 'in_progress');
create index assessment_reviewing on assessment (organization_id, coalesce(due_at, 'infinity'::timestamptz), id)
  where status = 'in_review';

-- One row per clause that an assessment answered.
create table assessment_answer (
  organization_id identifier not null,
  assessment_id identifier not null,
  clause_id identifier not null,
  result text not null check (result in ('conforms', 'observation', 'minor', 'major', 'not_applicable')),
  record text not null,
  primary key (organization_id, assessment_id, clause_id),
  foreign key (organization_id, assessment_id) references assessment (organization_id, id),
  foreign key (organization_id, clause_id) references clause (organization_id, id)
);
create index assessment_answer_by_clause on assessment_answer (organization_id, clause_id);
