-- How long the accepted proof of a requirement lasts: the latest end of all claims that were ever accepted (milliseconds
-- since 1970; 0 when none was), and which claim that is. It only ever grows, in the transaction of an acceptance; what it
-- means depends on the clock alone, so nothing has to be written when proof goes stale.
alter table evidence_requirement
  add column fresh_until bigint not null default 0,
  add column fresh_claim_id identifier;

update evidence_requirement r set fresh_until = f.until, fresh_claim_id = f.id
  from (
    select distinct on (c.organization_id, c.evidence_requirement_id)
           c.organization_id, c.evidence_requirement_id, c.id,
           greatest(1, floor(extract(epoch from c.valid_until) * 1000)::bigint) as until
      from evidence_claim c
     where c.evidence_requirement_id is not null and c.status in ('accepted', 'expired')
       and exists (select from review_decision d
         where d.organization_id = c.organization_id and d.claim_id = c.id and d.decision = 'accepted')
     order by c.organization_id, c.evidence_requirement_id, c.valid_until desc, c.id desc
  ) f
 where r.organization_id = f.organization_id and r.id = f.evidence_requirement_id;

create index evidence_requirement_by_freshness on evidence_requirement (organization_id, fresh_until, id)
  where status = 'active';
create index evidence_requirement_by_owner_and_freshness on evidence_requirement (organization_id, owner_id, fresh_until, id)
  where status = 'active';

create index evidence_claim_by_reviewer on evidence_claim (organization_id, reviewer_id, id);
create index review_decision_by_outcome on review_decision (organization_id, decision, id);

-- Refusals are few, and what an auditor looks for first.
create index audit_event_refused on audit_event (organization_id, id) where record::json ->> 'outcome' = 'refused';

-- Packages that are still to be sent.
create index submission_package_unsent on submission_package (organization_id, due_at, id)
  where status in ('draft', 'reviewed', 'approved');
