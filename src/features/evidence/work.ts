import { roles } from '#http/access.ts'
import { couldActAsSql } from '#shared/four-eyes.ts'
import { selfDecisionAllowedSql } from '#shared/settings.ts'
import { workSource } from '#shared/work-source.ts'
import { decidingRoles } from './claims/four-eyes.ts'

/** Up to 50 former reviewers, who can no longer decide. The claims of the rest appear only on the reviews page. */
const formerReviewers = `select p.id from person p
  where p.organization_id = :organization and (p.disabled or p.role not in ('admin', 'reviewer')) order by p.id limit 50`

/** Claims that wait for the caller or have no reviewer who can decide. Excludes claims the caller may not decide. */
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
  columns: ['created_by', 'makers'],
  needs: `(${selfDecisionAllowedSql} or not ${couldActAsSql('w.makers || w.created_by::text')})`,
  key: 'claimKey',
  deputy: "t.status = 'submitted' and t.reviewer_id = o.id",
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
