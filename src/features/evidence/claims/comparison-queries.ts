import { nullable, number, statement, text } from '#db/statement.ts'

/** The number of newest accepted and newest expired claims of a requirement among which to find the last accepted. */
export const maxCandidates = 100

const newest = (status: 'accepted' | 'expired'): string =>
  `(select id from evidence_claim where organization_id = :organization and evidence_requirement_id = :requirementId
      and status = '${status}' order by id desc limit :candidates)`

/**
 * Finds the claim of the requirement that was accepted last before `:before`, or at all without it. Looks only at the
 * newest claims, because decisions have no index by requirement.
 */
export const findLastAccepted = statement(
  'find_last_accepted_claim',
  { requirementId: text, id: text, before: nullable(text), candidates: number },
  `select c.id, c.record, c.source_snapshot, c.claim_snapshot, d.decided_at
     from (${newest('accepted')} union all ${newest('expired')}) n
     join review_decision d on d.organization_id = :organization and d.claim_id = n.id and d.decision = 'accepted'
     join evidence_claim c on c.organization_id = :organization and c.id = n.id
    where n.id <> :id and (:before::timestamptz is null or d.decided_at < :before)
    order by d.decided_at desc, n.id desc limit 1`,
)

/** The maximum number of files per claim to compare. */
export const maxComparedFiles = 500

export const filesToCompare = statement(
  'files_to_compare',
  { claimId: text, limit: number },
  `select record from attachment_link where organization_id = :organization and claim_id = :claimId order by id limit :limit`,
)

export const findDecisionTime = statement(
  'find_decision_time',
  { claimId: text },
  'select decided_at from review_decision where organization_id = :organization and claim_id = :claimId',
)
