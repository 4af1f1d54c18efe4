-- Counted without reading the claims: whoever sees only some units must be told of each row whether it is theirs.
drop index evidence_claim_to_review;
create index evidence_claim_to_review on evidence_claim (organization_id, reviewer_id, id) include (unit_id)
  where status = 'submitted';
