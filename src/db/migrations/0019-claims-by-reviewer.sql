-- Most claims have no reviewer: those need no entry among the claims of one.
drop index evidence_claim_by_reviewer;
create index evidence_claim_by_reviewer on evidence_claim (organization_id, reviewer_id, id) where reviewer_id is not null;
