import { roles } from '#http/access.ts'
import { couldActAsSql } from '#shared/four-eyes.ts'
import { selfDecisionAllowedSql } from '#shared/settings.ts'
import { workSource } from '#shared/work-source.ts'
import { administratorCanSql, answererCanSql, answeringRoles } from './claims/answerer.ts'
import { decidingRoles } from './claims/four-eyes.ts'
import { hasSelfApproval } from './claims/four-eyes-queries.ts'

/** Up to 50 former reviewers, who can no longer decide. The claims of the rest appear only on the reviews page. */
const formerReviewers = `select p.id from person p
  where p.organization_id = :organization and (p.disabled or p.role not in ('admin', 'reviewer')) order by p.id limit 50`

/**
 * Claims that wait for the caller or have no reviewer who can decide. Excludes claims the caller may not decide or has
 * approved, and claims that wait for an answer.
 */
export const claimsToReview = workSource({
  kind: 'claim_review',
  roles: decidingRoles,
  table: 'evidence_claim',
  where: [
    "t.status = 'submitted' and t.reviewer_id = :person",
    "t.status = 'submitted' and t.reviewer_id is null",
    { each: formerReviewers, where: "t.status = 'submitted' and t.reviewer_id = o.id" },
  ],
  order: { by: 'id', prefix: 'gec' },
  columns: ['created_by', 'makers', 'approvers', 'question_id'],
  needs: `w.question_id is null and not ${couldActAsSql('w.approvers')} and (not ${couldActAsSql('w.makers || w.created_by::text')}
    or ${selfDecisionAllowedSql} and not ${hasSelfApproval('w')})`,
  key: 'claimKey',
  deputy: "t.status = 'submitted' and t.reviewer_id = o.id",
})

/**
 * SQL: whether the workspace has two administrators of all units. The one who did not ask can then answer every question,
 * so that contributors need not look for questions that no administrator can answer.
 */
const hasAdministrators = `(select count(*) = 2 from (select from person p where p.organization_id = :organization
  and p.role = 'admin' and not p.disabled and p.unit_ids is null limit 2) a)`

/**
 * Claims with a question that waits for the caller. A question whose submitter cannot answer it now waits for the
 * administrators, and for contributors if there is no administrator but the one who asked.
 */
export const claimsToAnswer = workSource({
  kind: 'claim_answer',
  roles: answeringRoles,
  table: 'evidence_claim',
  where: [
    't.question_id is not null and t.answerer_id = :person',
    `t.question_id is not null and t.answerer_id is distinct from :person
      and (:role::text = 'admin' or :role::text = 'contributor' and not ${hasAdministrators})`,
  ],
  order: { by: 'id', prefix: 'gec' },
  columns: ['question_id', 'answerer_id', 'created_by', 'makers', 'unit_id'],
  needs: `exists (select from claim_question q
    where q.organization_id = :organization and q.id = w.question_id and q.asked_by <> :person
      and case when ${answererCanSql('w')} then w.answerer_id = :person
               else :role::text = 'admin' or :role::text = 'contributor' and not ${administratorCanSql('q', 'w')} end)`,
  key: 'claimKey',
  deputy: 'personal',
})

/** The caller's requirements whose proof is missing or ends soon, unless proof that lasts longer awaits review. */
export const evidenceToRenew = workSource({
  kind: 'evidence_renewal',
  roles: [...roles],
  table: 'evidence_requirement',
  where: ["t.status = 'active' and t.owner_id = :person and t.fresh_until < :soonMs::bigint"],
  order: { by: 't.fresh_until', as: 'milliseconds' },
  needs: `not exists (
    select from evidence_claim c where c.organization_id = :organization and c.evidence_requirement_id = w.id
       and c.status = 'submitted' and c.valid_until > to_timestamp(w.at / 1000.0) and c.valid_until > :nowTime::timestamptz)`,
  key: 'requirementKey',
  deputy: "t.status = 'active' and t.owner_id = o.id and t.fresh_until < :soonMs::bigint",
})
