-- The files of the claim when the question was asked. Null for questions of earlier releases.
alter table claim_question add column files_before integer;

-- The open questions of a workspace, oldest first, for the administrators who answer those without a submitter.
create index evidence_claim_open_question on evidence_claim (organization_id, id) include (unit_id, answerer_id)
  where question_id is not null;

alter table review_approval drop constraint review_approval_void_reason_check;
alter table review_approval add constraint review_approval_void_reason_check
  check (void_reason in ('changed', 'contributed', 'self_decision_off'));
