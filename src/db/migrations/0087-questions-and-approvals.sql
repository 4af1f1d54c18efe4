-- How many people must approve a claim. A claim keeps the number that its requirement had when it was created.
alter table evidence_requirement
  add column reviewers_required integer not null default 1 check (reviewers_required between 1 and 3);

-- `approvers` has everyone behind the approvals in force. While a question is open, the claim waits for `answerer_id`,
-- or for an administrator without it.
alter table evidence_claim
  add column reviewers_required integer not null default 1 check (reviewers_required between 1 and 3),
  add column approvers text[] not null default '{}',
  add column question_id identifier,
  add column answerer_id identifier;
create index evidence_claim_to_answer on evidence_claim (organization_id, answerer_id, id) include (unit_id)
  where question_id is not null;
create index evidence_claim_in_question on evidence_claim (organization_id, reviewer_id, id) include (unit_id)
  where question_id is not null;

-- An approval of a claim that needs more of them. The last one is the claim's review_decision.
create table review_approval (
  organization_id identifier not null,
  id identifier not null,
  claim_id identifier not null,
  reviewer_id identifier not null,
  reason text not null,
  reviewed_digest sha256_hex not null,
  approved_at timestamptz not null,
  self_decided boolean not null default false,
  -- The reviewer and everyone who could act as them at that time.
  hands text[] not null,
  voided_at timestamptz,
  void_reason text check (void_reason in ('changed', 'contributed')),
  primary key (organization_id, id),
  foreign key (organization_id, claim_id) references evidence_claim (organization_id, id),
  foreign key (organization_id, reviewer_id) references person (organization_id, id),
  check ((voided_at is null) = (void_reason is null))
);
create index review_approval_by_claim on review_approval (organization_id, claim_id, id);

-- A reviewer's question to the submitter of a claim, and its answer.
create table claim_question (
  organization_id identifier not null,
  id identifier not null,
  claim_id identifier not null,
  status text not null check (status in ('open', 'answered', 'withdrawn', 'ended')),
  asked_by identifier not null,
  asked_at timestamptz not null,
  question text not null,
  answered_by text collate "C",
  answer text,
  -- The files attached between the question and its answer.
  files integer not null default 0,
  closed_at timestamptz,
  -- The status that the claim got while the question was open.
  ended_by text check (ended_by in ('accepted', 'rejected', 'expired')),
  primary key (organization_id, id),
  foreign key (organization_id, claim_id) references evidence_claim (organization_id, id),
  foreign key (organization_id, asked_by) references person (organization_id, id),
  check ((status = 'open') = (closed_at is null)),
  check ((status = 'ended') = (ended_by is not null))
);
create index claim_question_by_claim on claim_question (organization_id, claim_id, id);
create unique index claim_question_open on claim_question (organization_id, claim_id) where status = 'open';
