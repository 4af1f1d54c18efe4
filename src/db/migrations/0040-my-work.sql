-- What needs somebody is asked by when it is due; what nobody dated comes last.
alter table assessment add column due_at timestamptz;
update assessment set due_at = (record::json ->> 'dueAt')::timestamptz where record::json ->> 'dueAt' is not null;

create index assessment_answering on assessment (organization_id, (coalesce(due_at, 'infinity'::timestamptz)), id)
  where status in ('planned', 'in_progress');
create index assessment_reviewing on assessment (organization_id, (coalesce(due_at, 'infinity'::timestamptz)), id)
  where status = 'in_review';
create index finding_to_remediate on finding (organization_id, owner_id, (coalesce(due_at, 'infinity'::timestamptz)), id)
  where status in ('open', 'in_progress');
create index finding_to_close on finding (organization_id, (coalesce(due_at, 'infinity'::timestamptz)), id)
  where status = 'remediated';
create index risk_to_review on risk (organization_id, owner_id, review_due_at, id)
  where status in ('identified', 'assessed', 'treated', 'accepted');
